/** What a model on disk is given, and what its outputs become: compared with the same arithmetic without ONNX. */
import { readFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import { describe, expect, test, vi } from "vitest";
import { createNliJudge } from "../../src/judges/index.ts";
import type { PairTokenizer, Tokenizers } from "../../src/judges/nli/packages.ts";
import { isThere, judgeOne, load, modelOf, NLI, watched } from "./_nli.ts";
import { NO_WORD, type TinyModel, tinyLogits, YES_WORD } from "./_tiny-nli.ts";

const softmax = (logits: readonly number[]): number[] => {
  const powers = logits.map(Math.exp);
  return powers.map((power) => power / powers.reduce((a, b) => a + b));
};
const sigmoid = (logits: readonly number[]): number[] => logits.map((x) => 1 / (1 + Math.exp(-x)));

const tokenizerOf = async (folder: string): Promise<PairTokenizer> => {
  const { Tokenizer } = (await load("@huggingface/tokenizers")) as Tokenizers;
  return new Tokenizer(JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")), {});
};
/** The text first, then the claim. */
const logitsOf = (tokenizer: PairTokenizer, text: string, claim: string, model: TinyModel): number[] => {
  const { ids, token_type_ids } = tokenizer.encode(text, { text_pair: claim, return_token_type_ids: true });
  expect(ids).not.toContain(1);
  return tinyLogits(ids, token_type_ids!, model);
};

const TEXTS = ["Mills turn.", "A mill by the river grinds the grain of a farm.", "Rye mill."];
const MANY = Array.from({ length: 12 }, (_, i) => `Mills have wheel ${i}.`);

describe.skipIf(!isThere)("a tiny model (skipped where nli-packages is not installed)", () => {
  test.each([
    ["without token types", { labels: NLI }, softmax, 6],
    ["with token types", { labels: NLI, tokenTypes: true }, softmax, 6],
    [
      "with places that begin behind the padding",
      { labels: NLI, tokens: 66, shift: 2, config: { model_type: "xlm-roberta", pad_token_id: 1 } },
      softmax,
      6,
    ],
    ["with a single output", { labels: ["score"], yes: 0, no: 0, tokenTypes: true }, sigmoid, 6],
    [
      "with labels that exclude nothing",
      { labels: ["supported", "harmful"], config: { problem_type: "multi_label_classification" } },
      sigmoid,
      6,
    ],
    ["with outputs of 16 bits", { labels: NLI, output: "float16" }, softmax, 3],
    ["with outputs of 64 bits", { labels: NLI, output: "float64" }, softmax, 6],
  ] satisfies [string, TinyModel, (logits: readonly number[]) => number[], number][])(
    "%s: the shares are those of the arithmetic without ONNX, whatever else is in the batch",
    async (_, model, shares, digits) => {
      const folder = modelOf(model);
      const tokenizer = await tokenizerOf(folder);
      const texts = [...TEXTS, `Mills ${YES_WORD} grind.`, `Mills ${NO_WORD} grind.`];
      for (const batch of [16, 2, 1]) {
        const { claims } = await judgeOne(folder, texts, "Mills grind slowly.", { batch });
        const [claim] = claims!;
        const expected = texts.map((text) => shares(logitsOf(tokenizer, text, claim!.text, model)));
        claim!.confidences!.forEach((share, i) => {
          expect(share).toBeCloseTo(expected[i]![0]!, digits);
        });
        expect(new Set(claim!.confidences!.map((share) => share.toFixed(3))).size).toBeGreaterThan(3);
        if (model.labels !== NLI) continue;
        const against = expected.flatMap(([, , share], chunk) => (share! >= 0.5 ? [{ chunk, share }] : []));
        expect(against.map(({ chunk }) => chunk)).toContain(4);
        expect(claim!.contradicted!.map(({ chunk }) => chunk)).toEqual(against.map(({ chunk }) => chunk));
        claim!.contradicted!.forEach(({ confidence }, i) => {
          expect(confidence).toBeCloseTo(against[i]!.share!, digits);
        });
      }
    },
  );

  test("the text comes first and the claim second: the other way round has other numbers", async () => {
    const model: TinyModel = { labels: NLI, tokenTypes: true };
    const folder = modelOf(model);
    const tokenizer = await tokenizerOf(folder);
    const [text, claim] = [TEXTS[1]!, "Mills grind slowly."];
    const { claims } = await judgeOne(folder, [text], claim);
    const right = softmax(logitsOf(tokenizer, text, claim, model))[0]!;
    const swapped = softmax(logitsOf(tokenizer, claim, text, model))[0]!;
    expect(claims![0]!.confidences![0]).toBeCloseTo(right, 6);
    expect(Math.abs(right - swapped)).toBeGreaterThan(1e-3);
  });

  test.each([
    ["the id in config.json", { config: { pad_token_id: 7 } }, 7],
    [
      "the token in tokenizer_config.json",
      { config: { pad_token_id: undefined }, tokenizerConfig: { pad_token: { content: "[SEP]" } } },
      3,
    ],
    ["[PAD]", { config: { pad_token_id: undefined } }, 0],
  ] satisfies [string, Partial<TinyModel>, number][])(
    "shorter rows are padded with %s and masked",
    async (_, given, pad) => {
      const { seen, load: loads } = watched();
      await judgeOne(modelOf({ ...given, tokenTypes: true }), TEXTS, undefined, { load: loads });
      const [{ input_ids: ids, attention_mask: mask, token_type_ids: types }] = seen.rows as [
        Record<string, number[][]>,
      ];
      const padded = mask!.flatMap((row, r) => row.flatMap((kept, at) => (kept === 0 ? [[r, at]] : [])));
      expect(padded.length).toBeGreaterThan(10);
      for (const [r, at] of padded) expect([ids![r!]![at!], types![r!]![at!]]).toEqual([pad, 0]);
      expect(mask!.at(-1)).not.toContain(0);
    },
  );

  test.each([
    ["max_position_embeddings", { tokens: 64 }, 64],
    ["RoBERTa", { tokens: 66, shift: 2, config: { model_type: "roberta", pad_token_id: 1 } }, 64],
    ["model_max_length", { tokenizerConfig: { model_max_length: 48 } }, 48],
  ] satisfies [string, Partial<TinyModel>, number][])(
    "windows are as long as the model reads, by %s, and each is encoded once",
    async (_, given, most) => {
      const { seen, load: loads } = watched();
      const text = `${"mills ".repeat(60)}grind.`;
      const { unjudged, judge: by } = await judgeOne(modelOf(given), [text, MANY.join(" ")], "Mills grind.", {
        load: loads,
      });
      expect(unjudged).toBeUndefined();
      expect(by.settings!["tokens"]).toBe(most);
      const rows = seen.rows.flatMap(({ attention_mask: mask }) => mask!);
      const lengths = rows.map((row) => row.reduce((sum, kept) => sum + kept, 0));
      expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
      expect(Math.max(...lengths)).toBeGreaterThan(most - 7);
      // One more to count the marks around a pair.
      expect(seen.pairs).toBe(rows.length + 1);
    },
  );

  test("a text that fills the window to the last token is one row; with one more it is two, found at first", async () => {
    const folder = modelOf();
    const tokenizer = await tokenizerOf(folder);
    const count = (text: string): number => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
    const claim = "Mills grind.";
    const given = async (tokens: number) => {
      const { seen, load: loads } = watched();
      const text = `mill ${"a ".repeat(tokens - count("mill "))}`.trim();
      await judgeOne(folder, [text], claim, { load: loads });
      return { lengths: seen.rows.flatMap(({ input_ids: ids }) => ids!.map((row) => row.length)), ...seen };
    };
    // Three marks around a pair.
    const room = 64 - 3 - count(claim);
    const full = await given(room);
    expect(full.lengths).toEqual([64]);
    // One more pair to count the marks.
    expect(full.pairs).toBe(2);
    const over = await given(room + 1);
    expect(over.lengths).toEqual([64, 64]);
    expect(over.pairs).toBe(3);
  });

  test("a regression from 0 to 1 is taken as it is", async () => {
    const model: TinyModel = {
      labels: ["score"],
      head: 0,
      strength: 0.15,
      config: { problem_type: "regression" },
    };
    const folder = modelOf(model);
    const texts = [`Mills ${YES_WORD} ${YES_WORD} grind.`, "Mills have wheels."];
    const record = await judgeOne(folder, texts);
    const [claim] = record.claims!;
    const [logit] = logitsOf(await tokenizerOf(folder), texts[0]!, claim!.text, model);
    expect(logit).toBeGreaterThan(0);
    expect(claim!.confidences![0]).toBeCloseTo(logit!, 6);
    expect(claim!.confidences![1]).toBe(0);
    expect(record.judge.settings!["activation"]).toBe("none");
  });

  test.each([
    ["above 1", YES_WORD],
    ["below 0", NO_WORD],
  ])("a regression on another scale, %s, is a Problem with the way out, not cut to fit", async (_, word) => {
    const folder = modelOf({ labels: ["score"], head: 0, config: { problem_type: "regression" } });
    const { unjudged } = await judgeOne(folder, [`Mills ${word} ${word} grind.`]);
    expect(unjudged![0]!.problem).toMatchObject({ code: "bad-nli-model" });
    expect(unjudged![0]!.problem.what).toMatch(
      /^the model returned the score -?[\d.]+, which is not from 0 to 1$/,
    );
    expect(unjudged![0]!.problem.fix).toContain("createPairJudge");
  });

  test.each([
    ["whole numbers", { output: "int64" }, "logits as int64; expected float32, float16 or float64"],
    ["not finite", { head: Number.NaN }, "NaN, NaN, NaN; expected finite numbers"],
    [
      "not finite in 16 bits",
      { head: Number.POSITIVE_INFINITY, output: "float16" },
      /(?:Infinity|NaN).*; expected finite numbers$/,
    ],
  ] satisfies [string, Partial<TinyModel>, string | RegExp][])(
    "outputs that are %s are a Problem",
    async (_, given, words) => {
      const { unjudged } = await judgeOne(modelOf(given), TEXTS);
      expect(unjudged![0]!.problem).toMatchObject({ code: "bad-nli-model" });
      expect(unjudged![0]!.problem.what).toMatch(
        typeof words === "string" ? `the model returned ${words}` : words,
      );
    },
  );

  test("a model that fails is a Problem that names the file", async () => {
    // Fewer places than config.json says.
    const folder = modelOf({ tokens: 40, config: { max_position_embeddings: 64 } });
    const { unjudged } = await judgeOne(folder, [MANY.join(" ")]);
    expect(unjudged![0]!.problem.what).toContain(`${join(folder, "model.onnx")} failed: `);
    expect(unjudged![0]!.problem.fix).toContain("are of the same model");
  });

  test("nothing goes over the network", async () => {
    const spies = [
      vi.spyOn(globalThis, "fetch"),
      vi.spyOn(net.Socket.prototype, "connect"),
      vi.spyOn(net, "connect"),
      vi.spyOn(tls, "connect"),
    ];
    try {
      const { claims } = await judgeOne(modelOf(), [`Mills ${YES_WORD} ${YES_WORD} grind.`]);
      expect(claims![0]!.support).toMatchObject([{ level: "full" }]);
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  test("closing releases the session, once", async () => {
    const { seen, load: loads } = watched();
    const own = await createNliJudge({ folder: modelOf(), load: loads });
    expect(seen.released).toBe(0);
    await own.close();
    await own.close();
    expect(seen.released).toBe(1);
  });
});
