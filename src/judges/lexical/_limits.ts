/** What the embedded judge cannot do; shown below its numbers. */
export const limits: readonly string[] = [
  "It looks for shared words, names and numbers; it cannot tell whether something is true.",
  "It does not detect contradictions: a text that denies a claim in the claim's own words counts as support, with a flag at best, and in English only.",
  "It misses paraphrases.",
  "Within a context it joins sentences by their words, even where one of them is about another person or thing.",
  "A chunk stuffed with the right words fools it.",
  "What the question names is never missing, so a text about another subject may count as support.",
  "Without a reference, it judges relevance by the words of the question alone, which is weak.",
  "Its thresholds were tuned on English texts; it finds names by their capital letters.",
  "Use it to compare retrievers on the same data or to notice changes; its numbers alone do not measure quality.",
];
