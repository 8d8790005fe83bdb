/** The lines of `text` that differ from those of `base`: "-" is only in the base, "+" only in the text. */
export function lineDiff(base: string, text: string): string {
  const [a, b] = [base.split("\n"), text.split("\n")];
  // common[i][j]: how many lines a[i..] and b[j..] share, in order.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i]![j] =
        a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length)
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      lines.push(`-${i + 1}: ${a[i++]!}`);
    else lines.push(`+${j + 1}: ${b[j++]!}`);
  return lines.length === 0 ? "the same\n" : `${lines.join("\n")}\n`;
}
