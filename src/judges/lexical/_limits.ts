/** What the embedded judge cannot do, for whoever reads its numbers. */
export const limits: readonly string[] = [
  "It looks for shared words, names and numbers; whether something is true it cannot tell.",
  "It does not see a contradiction: a text that denies a claim in the claim's own words passes for support, at best with a flag.",
  "It misses what is said in other words.",
  "A chunk that is stuffed with the right words fools it.",
  "Without a reference, what is relevant is judged by the words of the question alone, which is weak.",
  "Its thresholds were set on English texts; names are found by their capitals.",
  "Use it to compare retrievers on the same data or to notice a change; its numbers are no measure of quality by themselves.",
];
