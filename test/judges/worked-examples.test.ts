/** From a case to the numbers that people know from the guide, by the embedded judge and the library's own metrics. */
import { describe, expect, it } from "vitest";
import type { JudgeCase } from "../../src/core/judgement-record.ts";
import { evaluate } from "../../src/index.ts";
import { judge } from "../../src/judges/judge.ts";
import { textOf, there } from "../parity/_trec-files.ts";

async function score(one: JudgeCase, metric: string, as?: string): Promise<number | undefined> {
  const { judgements } = await judge({ cases: [one] });
  const options = { gold: { [one.id]: {} }, judgements, metrics: [metric] };
  const result = evaluate(as === undefined ? options : { ...options, as });
  const found = result.score(one.id, metric);
  return found.status === "scored" ? found.value : undefined;
}

const DIALECTS: Readonly<Record<string, readonly (readonly [as: string, metric: string])[]>> = {
  "context-precision": [
    ["ragas", "llm_context_precision_with_reference"],
    ["deepeval", "contextual_precision"],
  ],
  "context-entities-recall": [["ragas", "context_entity_recall"]],
};

/** Texts of our own with the shape of the guide's. */
const OWN: readonly (readonly [metric: string, expected: number, one: Omit<JudgeCase, "id">])[] = [
  [
    "context-precision",
    1,
    {
      question: "What is the deepest lake in the world?",
      reference: "The deepest lake in the world is Lake Baikal, which reaches about 1,642 metres.",
      contexts: [
        "Lake Baikal is the deepest lake on Earth, reaching down 1,642 metres.",
        "Lake Victoria is a large lake in Africa.",
        "Lakes are bodies of standing water.",
      ],
    },
  ],
  [
    "context-recall",
    0.75,
    {
      question: "What are the main ingredients of bread?",
      reference: "The main ingredients of bread are flour, water, salt, and yeast.",
      contexts: [
        "Flour is a main ingredient of bread everywhere.",
        "Water and salt are main ingredients of most bread too.",
      ],
    },
  ],
  [
    "context-entities-recall",
    2 / 3,
    {
      question: "What is the capital of Kazakhstan, and since when?",
      reference: "The capital of Kazakhstan is Astana, chosen on December 10, 1997.",
      contexts: ["Astana is a city in Kazakhstan, built as its capital."],
    },
  ],
  [
    "context-relevancy",
    2 / 3,
    {
      question: "What are the benefits of eating walnuts?",
      contexts: [
        "Walnuts contain fats that may lower the risk of heart disease.",
        "Soup is a popular dish in winter.",
        "Walnuts can improve memory, one of the benefits of eating nuts.",
      ],
    },
  ],
];

it.each(OWN)("%s of a case like the guide's is %d", async (metric, expected, one) => {
  expect(await score({ id: "own", ...one }, metric)).toBe(expected);
});

const FILE = "judge/guide/examples.json";
interface Example extends JudgeCase {
  readonly metric: string;
  readonly expect: number;
  readonly reversedOrder?: { readonly expect: number };
  readonly ragas?: number;
  readonly deepeval?: number;
}
const examples = (there(FILE) ? JSON.parse(textOf(FILE)) : []) as readonly Example[];

describe.skipIf(!there(FILE))(`the worked examples of shared/data/${FILE}`, () => {
  it.each(examples.map((one) => [one.metric, one] as const))("%s", async (metric, one) => {
    expect(await score(one, metric)).toBe(one.expect);
    if (one.reversedOrder !== undefined)
      expect(await score({ ...one, contexts: [...one.contexts].reverse() }, metric)).toBe(
        one.reversedOrder.expect,
      );
    for (const [as, name] of DIALECTS[metric] ?? [])
      expect(await score(one, name, as)).toBe(one[as as "ragas" | "deepeval"]);
  });
  it("are four", () => {
    expect(examples.length).toBe(4);
  });
});
