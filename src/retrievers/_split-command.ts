/**
 * A command as people write it → program and arguments. Quotes hold words together; nothing else is special, so that
 * paths of Windows stay as they are.
 * @example
 * splitCommand('python3 "my search.py" --k1 0.9') // ["python3", "my search.py", "--k1", "0.9"]
 */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const sign of command) {
    if (quote !== undefined) {
      if (sign === quote) quote = undefined;
      else word += sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (sign === " " || sign === "\t" || sign === "\n") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}
