import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import type { JudgementRecord } from "../../../core/judgement-record.ts";
import { judgedView } from "../../view/_judged.ts";
import type { QueryView, View } from "../../view/model.ts";
import { Claims } from "./claims.tsx";

const problem = { code: "judge-refused", what: "the model refused", fix: "check the case" };
const record: JudgementRecord = {
  format: "goldie-judgement@1",
  id: "q1",
  question: "Who?",
  reference: "Ada did.",
  chunks: [{ text: "Ada.", statements: [{ id: "1.1", text: "Ada." }] }],
  claims: [{ id: "c1", text: "Ada did.", support: [] }],
  judge: { name: "model", version: "1" },
};
const shown = (one: JudgementRecord): string => {
  const view = { runs: [{ name: "main" }] } as unknown as View;
  const judged = [judgedView(one, { sides: ["reference"] })];
  const query = { judged, lists: [null] } as unknown as QueryView;
  return renderToString(<Claims view={view} query={query} runs={[0]} />)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
};

it("a case that could not be judged says so, and why once", () => {
  const unjudged = (["claims", "statements"] as const).map((part) => ({ part, problem }));
  const { claims: _, ...none } = record;
  for (const one of [record, none]) {
    const text = shown({ ...one, unjudged });
    expect(text).toContain("Claims of the reference answer Not judged.");
    expect(text).not.toMatch(/None\.|supports no claim/);
    expect(text.split("the model refused").length).toBe(2);
  }
  expect(shown(record)).toContain("supports no claim");
});
