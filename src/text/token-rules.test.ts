import { expect, it } from "vitest";
import { tokenRules } from "./token-rules.ts";

it.each([
  ["Just looking for a water bottle", ["just", "looking", "for", "water", "bottle"]],
  ["The U.S.A., an end-user's view!", ["usa", "endusers", "view"]], // punctuation goes first: nothing is split at it
  ["A the An", []],
  ["theatre and Anna", ["theatre", "and", "anna"]],
  ["a_b a-b", ["ab", "ab"]],
  ["l’a «été»", ["l’", "«été»"]], // only ASCII punctuation is deleted, but any of it ends a word
  ["á", ["á"]],
  ["a\u0301", ["\u0301"]],
  ["x\u00a0y\u2003z\u001cw\u0085v", ["x", "y", "z", "w", "v"]],
  ["\ufeffx", ["\ufeffx"]],
  ["", []],
  [" \n", []],
])("answer: %j", (text, tokens) => {
  expect(tokenRules["answer"]!(text)).toEqual(tokens);
});
