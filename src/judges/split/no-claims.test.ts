import { expect, test } from "vitest";
import { prepareCase } from "../prepare.ts";
import { splitClaims } from "./claims.ts";
import { withoutThoughts } from "./no-claims.ts";

const claims = (text: string): string[] => splitClaims(text).map((claim) => claim.text);

test.each([
  [
    "Here are the rate limits:\n- Free: 60 per minute\n- Pro: 600 per minute",
    ["Free: 60 per minute", "Pro: 600 per minute"],
  ],
  ["Here's what I found: The fee is ten euros.", ["The fee is ten euros."]],
  ["The fees are as follows:\n1. Cards cost ten euros.", ["Cards cost ten euros."]],
  ["Please note that I am an AI and may be wrong. The fee is ten.", ["The fee is ten."]],
  ["According to the documentation, the limit is 60.", ["The limit is 60."]],
  ["The limit is 60 (Source: limits.md).", ["The limit is 60."]],
])("what only announces or comments is no claim: %j", (text, expected) => {
  expect(claims(text)).toEqual(expected);
});

test.each([
  ["The port has three docks:\n- east\n- west", ["The port has three docks:", "east", "west"]],
  ["Total: 600", ["Total: 600"]],
  ["Here is the capital of Norway: Oslo.", ["Here is the capital of Norway: Oslo."]],
  ["Sources of the Nile are in Burundi.", ["Sources of the Nile are in Burundi."]],
  ["Here are the fees:", ["Here are the fees:"]],
])("what says something stays, and so does what is alone: %j", (text, expected) => {
  expect(claims(text)).toEqual(expected);
});

test.each([
  "It is so.\n\n**Sources:** [1] Security guide",
  "It is so.\nSources:\n- [1] limits.md\n- [2] https://example.org/a",
  "It is so.\n\nReferences:\n[1] Rate limits, section 2\n[2] Others",
  "It is so. Source: Document 1",
])("a list of sources claims nothing: %j", (text) => {
  expect(claims(text)).toEqual(["It is so."]);
});

test("a sentence behind the sources counts again", () => {
  expect(claims("Sources:\n- [1] limits.md\n\nThe fee is ten.")).toEqual(["The fee is ten."]);
});

test("thoughts of a model are left out, those that never end stay", () => {
  expect(claims("<think>Ten? Or twelve?</think>The fee is ten.")).toEqual(["The fee is ten."]);
  expect(withoutThoughts("a <think>b</think> c <think>d</think> e")).toBe("a \n c \n e");
  expect(withoutThoughts("a <think>b")).toBe("a <think>b");
});

test.each([
  ["I don't know.", []],
  ["I'm sorry, but the provided context does not contain any information about the fee.", []],
  ["Unfortunately, I cannot answer this question based on the given context.", []],
  ["I do not have enough information to say.", []],
  ["The fee is ten. I don't know when it is due.", ["The fee is ten."]],
  ["The document does not expire.", ["The document does not expire."]],
])("a response that gives no answer claims nothing: %j", (response, expected) => {
  const { prepared } = prepareCase({ id: "q", question: "?", contexts: ["It is open."], response });
  expect(prepared!.responseClaims!.map(({ text }) => text)).toEqual(expected);
});

test.each([
  ["Orally, the dose is 5 mg.", ["Orally, the dose is 5 mg."]],
  ["Unfortunately, it closed in 1990.", ["It closed in 1990."]],
  ["The museum opens at 9. It is free.", ["The museum opens at 9.", "It is free."]],
  ["The fee is ten. That is correct.", ["The fee is ten."]],
  ["Laut dem bereitgestellten Kontext kostet sie 3 Euro.", ["Kostet sie 3 Euro."]],
  ["提供されたコンテキストによると、料金は500円です。", ["料金は500円です。"]],
])("an opener goes, and what says something stays: %j", (text, expected) => {
  expect(claims(text)).toEqual(expected);
});

test.each([
  "It is ten [doc_1].",
  "It is ten (Source 2).",
  "It is ten (Document 3, 4).",
  "It is ten (https://example.org/a).",
  "It is ten [source: fees.pdf, p. 3].",
])("a marker of a source goes: %j", (text) => {
  expect(claims(text)).toEqual(["It is ten."]);
});

test.each([
  ["Es wurde am 15. März 2021 eröffnet. Es ist groß.", 2],
  ["Die Mühle wurde im 19. Jahrhundert gebaut.", 1],
  ["Am 3. August war Markt.", 1],
  ["He was number 9. August was hot.", 2],
])("a number with a dot before a month ends no sentence: %j", (text, count) => {
  expect(claims(text)).toHaveLength(count);
});
