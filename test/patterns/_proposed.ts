/** Rules that the doctor would propose, from pairs of ids of many forms. */
import { inferredEdits } from "../../src/match/doctor/infer.ts";

const INNER = ["doc", "doc-17", "17", "Intro", "a b", "x.y", "é"];
const BEFORE = ["", "12", "12-", "v1.2/", "corpus/", "a#b#", "(", "http://h/1/", "+", "1a"];
const BEHIND = [
  "",
  "12",
  "-12",
  "#3",
  "::chunk-3",
  ".md",
  ")",
  "/1/2",
  "3x",
  "12.5",
  "|7",
  " 1 2",
  "/page/a",
];

export function proposedRules(): string[] {
  const rules = new Set<string>();
  for (const inner of INNER)
    for (const before of BEFORE)
      for (const behind of BEHIND)
        for (const [gold, hit] of [
          [inner, `${before}${inner}${behind}`],
          [inner.toUpperCase(), `${before}${inner}${behind}`],
        ] as const)
          for (const { text } of inferredEdits([{ gold: [gold], hits: [hit] }])) rules.add(text);
  return [...rules];
}
