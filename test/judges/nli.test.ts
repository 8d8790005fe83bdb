/** Models on disk. What runs them is too large for our own packages; .ci/run installs it in ./nli-packages. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { main } from "../../src/cli/main.ts";
import { createNliJudge } from "../../src/judges/index.ts";
import { testEffects } from "../cli/_effects.ts";
import { fresh, isThere, judgeOne, load, modelOf, NLI, packages, problemOf } from "./_nli.ts";
import { NO_WORD, type TinyModel, writeTinyModel, YES_WORD } from "./_tiny-nli.ts";

describe.skipIf(!isThere)(
  "a tiny model with random weights (skipped where nli-packages is not installed)",
  () => {
    test("entailment is support, contradiction is contradicted, anything else neither", async () => {
      const { claims, judge: by } = await judgeOne(modelOf(), [
        `Mills ${YES_WORD} ${YES_WORD} grind.`,
        `Mills ${NO_WORD} ${NO_WORD} grind.`,
        "Mills have wheels.",
      ]);
      const [claim] = claims!;
      expect(claim!.support.filter(({ level }) => level === "full")).toEqual([
        { chunk: 0, level: "full", by: ["1.1"] },
      ]);
      expect(claim!.contradicted).toEqual([{ chunk: 1, by: ["2.1"], confidence: expect.closeTo(1, 1) }]);
      expect(claim!.confidences!.map((share) => share > 0.5)).toEqual([true, false, false]);
      expect(by.name).toMatch(/^nli:goldie-nli-/);
      expect(by.settings).toMatchObject({
        support: "entailment",
        contradiction: "contradiction",
        activation: "softmax",
        tokens: 64,
      });
    });

    test.each([
      ["any order and case", { labels: ["CONTRADICTION", "Entailment", "neutral"], yes: 1, no: 0 }],
      ["a file in onnx/, as optimum writes it", { file: "onnx/model.onnx" }],
      ["an input of token types, as of BERT", { tokenTypes: true }],
      [
        "label2id alone, in any order",
        { config: { id2label: undefined, label2id: { neutral: 1, contradiction: 2, entailment: 0 } } },
      ],
    ] satisfies [string, Partial<TinyModel>][])("%s", async (_, given) => {
      const { claims } = await judgeOne(modelOf(given), [
        `Mills ${YES_WORD} ${YES_WORD} grind.`,
        `Mills ${NO_WORD} ${NO_WORD} grind.`,
      ]);
      expect(claims![0]!.support.map(({ chunk }) => chunk)).toEqual([0]);
      expect(claims![0]!.contradicted!.map(({ chunk }) => chunk)).toEqual([1]);
    });

    test.each([
      [
        "two labels with names",
        { labels: ["not_entailment", "entailment"], yes: 1, no: 0 },
        undefined,
        "softmax",
      ],
      ["as HHEM names them", { labels: ["hallucinated", "consistent"], yes: 1, no: 0 }, undefined, "softmax"],
      [
        "two labels without names, one of them named",
        { labels: ["LABEL_0", "LABEL_1"], yes: 1, no: 0 },
        "LABEL_1",
        "softmax",
      ],
      [
        "a single output with a name that means support",
        { labels: ["Supported"], yes: 0, no: 0 },
        undefined,
        "sigmoid",
      ],
      [
        "a single output that is named by the user",
        { labels: ["quality"], yes: 0, no: 0 },
        "quality",
        "sigmoid",
      ],
      ["a single output", { labels: ["LABEL_0"], yes: 0, no: 0 }, undefined, "sigmoid"],
      [
        "several labels that exclude nothing",
        { labels: ["supported", "harmful"], config: { problem_type: "multi_label_classification" } },
        undefined,
        "sigmoid",
      ],
    ] satisfies [string, Partial<TinyModel>, string | undefined, string][])(
      "%s: support, and no contradiction",
      async (_, given, support, activation) => {
        const record = await judgeOne(
          modelOf(given),
          [`Mills ${YES_WORD} ${YES_WORD} grind.`, `Mills ${NO_WORD} ${NO_WORD} grind.`],
          undefined,
          support === undefined ? {} : { support },
        );
        const [claim] = record.claims!;
        expect(claim!.support.map(({ chunk, level }) => [chunk, level])).toEqual([[0, "full"]]);
        expect(claim!.contradicted).toBeUndefined();
        expect(record.judge.settings!["activation"]).toBe(activation);
      },
    );

    test("a long context is read in windows; the best one decides and is the evidence", async () => {
      const filler = Array.from({ length: 12 }, (_, i) => `Mills have wheel ${i}.`);
      const contexts = [[...filler.slice(0, 9), `Mills ${YES_WORD} grind.`, ...filler.slice(9)].join(" ")];
      const record = await judgeOne(modelOf({ tokens: 64 }), contexts);
      const { support } = record.claims![0]!;
      expect(record.chunks[0]!.statements.length).toBe(13);
      expect(support[0]!.by).toContain("1.10");
      expect(support[0]!.by.length).toBeLessThan(6);
      expect(record.unjudged).toBeUndefined();
    });

    test("a statement that is longer than the model reads is read to its end", async () => {
      const long = `Mills ${"have a wheel and ".repeat(40)} ${YES_WORD} ${YES_WORD} grind.`;
      const { claims } = await judgeOne(modelOf(), [long]);
      expect(claims![0]!.support).toMatchObject([{ chunk: 0, level: "full" }]);
    });

    test("a claim that leaves no room is unjudged, with both numbers, not cut", async () => {
      const claim = `Mills grind ${"rye and ".repeat(12)}wheat.`;
      const { unjudged } = await judgeOne(modelOf({ tokens: 40 }), ["Mills have wheels."], claim);
      expect(unjudged).toMatchObject([{ part: "claims", problem: { code: "nli-too-long" } }]);
      expect(unjudged![0]!.problem.what).toMatch(/^a claim has \d+ tokens, and the model reads 40 /);
    });

    test("a contradiction in one window of a long context is found, with its evidence", async () => {
      const filler = Array.from({ length: 12 }, (_, i) => `Mills have wheel ${i}.`);
      const contexts = [
        [...filler.slice(0, 6), `Mills ${NO_WORD} ${NO_WORD} grind.`, ...filler.slice(6)].join(" "),
      ];
      const { claims } = await judgeOne(modelOf(), contexts);
      const [found] = claims![0]!.contradicted!;
      expect(found!.by).toContain("1.7");
      expect(found!.by.length).toBeLessThan(6);
      expect(found!.confidence).toBeGreaterThan(0.9);
    });

    test("labels that do not tell are a Problem with what was found, and no guess to paste", async () => {
      const folder = modelOf({ labels: ["LABEL_0", "LABEL_1", "LABEL_2"] });
      const problem = await problemOf(createNliJudge({ folder, load }));
      expect(problem).toMatchObject({ code: "bad-nli-model" });
      expect(problem!.what).toContain("LABEL_0, LABEL_1, LABEL_2");
      expect(problem!.fix).toMatch(/model card, or in id2label .* --judge nli:\S+#LABEL$/);
      const none = await problemOf(createNliJudge({ folder, load, support: "yes" }));
      expect(none!.what).toBe("the model has no label yes; it has LABEL_0, LABEL_1, LABEL_2");
    });

    test.each(["hallucination", "contradiction", "toxic"])(
      "a single label %s is not taken for support",
      async (label) => {
        const folder = modelOf({ labels: [label], yes: 0, no: 0 });
        const problem = await problemOf(createNliJudge({ folder, load }));
        expect(problem).toMatchObject({ code: "bad-nli-model" });
        expect(problem!.what).toContain(`a single label, ${label},`);
        expect(problem!.fix).toContain(`nli:${folder}#${label}`);
        const other = await problemOf(createNliJudge({ folder, load, support: "support" }));
        expect(other!.what).toBe(`the model has no label support; it has ${label}`);
      },
    );

    test.each([
      ["an empty object", () => "{}"],
      [
        "a pre-tokenizer that is not known",
        (text: string) => JSON.stringify({ ...JSON.parse(text), pre_tokenizer: { type: "Unheard" } }),
      ],
    ])("tokenizer.json is %s: a Problem with a way out", async (_, change) => {
      const folder = modelOf();
      const file = join(folder, "tokenizer.json");
      writeFileSync(file, change(readFileSync(file, "utf8")));
      const problem = await problemOf(createNliJudge({ folder, load }));
      expect(problem).toMatchObject({ code: "bad-nli-model" });
      expect(problem!.what).toContain(`${file} cannot be used: `);
      expect(problem!.fix).toContain("npm install @huggingface/tokenizers@latest");
    });

    test("a model of another name is reported, and read when it is named", async () => {
      const folder = modelOf({ file: "onnx/model_quantized.onnx" });
      const problem = await problemOf(createNliJudge({ folder, load }));
      expect(problem!.what).toBe(`${folder} has no model.onnx, but onnx/model_quantized.onnx`);
      expect(problem!.fix).toBe(`name the file: --judge nli:${folder}/onnx/model_quantized.onnx`);
      const contexts = [`Mills ${YES_WORD} ${YES_WORD} grind.`];
      const inOnnx = await judgeOne(`${folder}/onnx/model_quantized.onnx`, contexts);
      expect(inOnnx.claims![0]!.support).toMatchObject([{ chunk: 0, level: "full" }]);
      expect(inOnnx.judge.name).toMatch(/^nli:goldie-nli-\w+\/onnx\/model_quantized\.onnx$/);
      renameSync(join(folder, "onnx/model_quantized.onnx"), join(folder, "small.onnx"));
      const beside = await judgeOne(`${folder}/small.onnx`, contexts);
      expect(beside.judge.settings).toEqual(inOnnx.judge.settings);
    });

    test("labels that are not those of the model are a Problem", async () => {
      const folder = modelOf({ config: { id2label: { 0: "entailment", 1: "contradiction" } } });
      const { unjudged } = await judgeOne(folder, ["Mills have wheels."]);
      expect(unjudged![0]!.problem).toMatchObject({ code: "bad-nli-model" });
      expect(unjudged![0]!.problem.what).toContain("1 × 3");
    });

    test("a file that is no model is a Problem", async () => {
      const folder = modelOf();
      writeFileSync(join(folder, "model.onnx"), "not a model");
      expect(await problemOf(createNliJudge({ folder, load }))).toMatchObject({ code: "bad-nli-model" });
    });

    test("goldie judge --judge nli:FOLDER, with the packages of the project; a second run asks nothing", () => {
      const project = fresh();
      writeTinyModel(join(project, "tiny"), { labels: NLI });
      symlinkSync(join(packages, "node_modules"), join(project, "node_modules"));
      const contexts = [`Mills ${NO_WORD} ${NO_WORD} grind.`, `Mills ${YES_WORD} ${YES_WORD} grind.`];
      writeFileSync(
        join(project, "cases.jsonl"),
        `${JSON.stringify({ id: "q1", question: "How do mills grind?", contexts, reference: "Old mills grind slowly." })}\n`,
      );
      const run = (...args: string[]) =>
        spawnSync(process.execPath, [jiti, join(root, "src/cli/bin.ts"), ...args], {
          cwd: project,
          encoding: "utf8",
          env: { ...process.env, NO_COLOR: "1" },
        });
      const first = run("judge", "cases.jsonl", "-m", "context-recall", "--judge", "nli:tiny");
      expect(first.stderr).toBe("");
      expect(first.stdout).toContain("judge: nli:tiny@1");
      expect(first.stdout).toContain("cost: 2 pairs scored in 1 batch");
      const second = run("judge", "cases.jsonl", "-m", "context-recall", "--judge", "nli:tiny");
      expect(second.stdout).toContain("2 answered from saved scores");
      const explained = run(
        "explain",
        "context-recall",
        "cases.jsonl",
        "--query",
        "q1",
        "--judge",
        "nli:tiny",
      );
      expect(explained.stdout).toContain("contradicted by context 1");
    }, 60_000);
  },
);

const jiti = join(root, "node_modules/jiti/lib/jiti-cli.mjs");

describe("a judge nli:FOLDER that cannot be made", () => {
  const absent = async (name: string): Promise<never> => {
    throw Object.assign(new Error(`no ${name}`), { code: "ERR_MODULE_NOT_FOUND" });
  };
  const fake = async (): Promise<object> => ({});
  test("packages that are missing: the command", async () => {
    const problem = await problemOf(createNliJudge({ folder: modelOf(), load: absent }));
    expect(problem).toMatchObject({ code: "missing-package" });
    expect(problem!.fix).toBe(
      "npm install onnxruntime-node @huggingface/tokenizers (works with --ignore-scripts)",
    );
  });
  test("a wrong folder comes before missing packages", async () => {
    const folder = modelOf();
    rmSync(join(folder, "config.json"));
    for (const wrong of ["models/none", folder])
      expect(await problemOf(createNliJudge({ folder: wrong, load: absent }))).toMatchObject({
        code: "bad-nli-model",
      });
  });
  test("files that are missing: what is there instead", async () => {
    const folder = modelOf({ file: "onnx/model_quantized.onnx" });
    rmSync(join(folder, "config.json"));
    const problem = await problemOf(createNliJudge({ folder, load: fake }));
    expect(problem!.what).toBe(
      `${folder} has no model.onnx and no config.json; it has tokenizer.json, onnx/model_quantized.onnx`,
    );
  });
  test("a folder that is missing, and JSON that is broken", async () => {
    expect((await problemOf(createNliJudge({ folder: "not/there", load: fake })))!.what).toBe(
      "there is no folder not/there",
    );
    const folder = fresh();
    cpSync(modelOf(), folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), "{");
    expect((await problemOf(createNliJudge({ folder, load: fake })))!.what).toMatch(
      /config\.json cannot be read/,
    );
  });
  test("a folder that is missing leaves no file behind, and --dry-run is refused with the reason", async () => {
    const cwd = fresh();
    writeFileSync(
      join(cwd, "cases.jsonl"),
      `${JSON.stringify({ id: "q1", question: "Mills?", contexts: ["Mills grind."], reference: "They grind." })}\n`,
    );
    symlinkSync(join(packages, "node_modules"), join(cwd, "node_modules"));
    const run = async (...more: string[]) => {
      const effects = testEffects({ cwd });
      const code = await main(["judge", "cases.jsonl", "--judge", "nli:nowhere", ...more], effects);
      return { code, stderr: effects.stderr.text };
    };
    const wrong = await run();
    expect(wrong.code).not.toBe(0);
    if (isThere) expect(wrong.stderr).toContain("there is no folder nowhere");
    expect(existsSync(join(cwd, ".goldie"))).toBe(false);
    const dry = await run("--dry-run");
    expect(dry.stderr).toContain(
      "--dry-run has no effect with a model on disk, which makes no calls and costs nothing",
    );
  }, 60_000);
});
