/** Two models on disk are never taken for one another: saved scores, records and calibrations tell them apart. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JudgementRecord } from "../../src/core/judgement-record.ts";
import {
  type CallStore,
  createMemoryStore,
  createNliJudge,
  judge,
  otherJudge,
} from "../../src/judges/index.ts";
import { fresh, isThere, load, NLI } from "./_nli.ts";
import { type TinyModel, writeTinyModel } from "./_tiny-nli.ts";

const CASES = [
  {
    id: "q1",
    question: "How do mills grind?",
    contexts: ["Mills have wheels.", "A mill turns."],
    reference: "Old mills grind slowly.",
  },
];
/** The same folder name each time: only the files differ. */
const judged = async (
  model: Partial<TinyModel>,
  store: CallStore,
  change: (folder: string) => void = () => {},
): Promise<JudgementRecord> => {
  const folder = join(fresh(), "mine");
  writeTinyModel(folder, { labels: NLI, ...model });
  change(folder);
  const own = await createNliJudge({ folder, load, store });
  const { judgements } = await judge({ cases: CASES, judge: own });
  await own.close();
  return judgements.get("q1")!;
};
const tokenizerChanged = (folder: string): void => {
  const file = join(folder, "tokenizer.json");
  const fields = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...fields, normalizer: { ...fields.normalizer, lowercase: false } }));
};

describe.skipIf(!isThere)(
  "models in folders of the same name (skipped where nli-packages is not installed)",
  () => {
    test("the same model is answered from saved scores", async () => {
      const store = createMemoryStore();
      const first = await judged({}, store);
      const again = await judged({}, store);
      expect(first.cost).toMatchObject({ pairs: 2 });
      expect(again.cost).toMatchObject({ pairs: 0, reused: 2 });
      expect(again.judge).toEqual(first.judge);
      expect(otherJudge({ judge: first.judge } as never, again.judge)).toBeUndefined();
    });

    test.each([
      ["other weights", { seed: 8 }, { seed: 9 }, undefined],
      [
        "the same names of labels in another order",
        {},
        { config: { id2label: { 0: "contradiction", 1: "neutral", 2: "entailment" } } },
        undefined,
      ],
      ["another tokenizer", {}, {}, tokenizerChanged],
      ["another tokenizer_config.json", {}, { tokenizerConfig: { do_lower_case: true } }, undefined],
      [
        "other weights in a file beside the model",
        { weights: "model.onnx_data" },
        { weights: "model.onnx_data" },
        (folder: string) => {
          const file = join(folder, "model.onnx_data");
          writeFileSync(
            file,
            Buffer.from(readFileSync(file).map((byte, i) => (i % 4 === 3 ? byte ^ 0x80 : byte))),
          );
        },
      ],
      [
        "other weights in a file that the model names",
        { weights: "head.bin" },
        { weights: "head.bin" },
        (folder: string) => {
          const file = join(folder, "head.bin");
          writeFileSync(
            file,
            Buffer.from(readFileSync(file).map((byte, i) => (i % 4 === 3 ? byte ^ 0x80 : byte))),
          );
        },
      ],
    ] satisfies [string, Partial<TinyModel>, Partial<TinyModel>, ((folder: string) => void) | undefined][])(
      "%s: asked again, and another judge for --resume and --calibration",
      async (_, one, two, change) => {
        const store = createMemoryStore();
        const first = await judged(one, store);
        const second = await judged(two, store, change);
        expect(second.judge.name).toBe(first.judge.name);
        expect(second.cost).toMatchObject({ pairs: 2 });
        expect(otherJudge({ judge: first.judge } as never, second.judge)).toMatchObject({
          code: "calibration-of-another-judge",
        });
        expect(second.unjudged).toBeUndefined();
      },
    );

    test("the record says which output means what", async () => {
      const labels = ["contradiction", "entailment", "neutral"];
      const { judge: by } = await judged({ labels }, createMemoryStore());
      expect(by.settings).toMatchObject({
        support: "entailment",
        supportOutput: 1,
        contradiction: "contradiction",
        contradictionOutput: 0,
      });
    });
  },
);
