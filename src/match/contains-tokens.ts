/**
 * Do the tokens of the gold text stand in the hit, in a row? As REMem asks it on LoCoMo.
 * A gold text without any token is found nowhere.
 */
export function containsTokens(hit: string, gold: string): boolean {
  const wanted = wordTokens(gold);
  if (wanted.length === 0) return false;
  const inside = wordTokens(hit);
  for (let at = 0; at + wanted.length <= inside.length; at++)
    if (wanted.every((token, i) => inside[at + i] === token)) return true;
  return false;
}

/** Runs of letters, digits and marks, or any other visible character alone; decomposed and in lower case. */
const wordTokens = (text: string): string[] =>
  (text.normalize("NFD").match(/[\p{L}\p{N}\p{M}]+|[^\p{Z}\p{C}]/gu) ?? []).map((token) =>
    token.toLowerCase(),
  );
