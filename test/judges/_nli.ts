/** Tiny models in folders, and the real packages that run them, if ./nli-packages has them. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import type { JudgementRecord } from "../../src/core/judgement-record.ts";
import { createNliJudge, judge, type NliOptions } from "../../src/judges/index.ts";
import type { Onnx, PairTokenizer, Tokenizers } from "../../src/judges/nli/packages.ts";
import { type TinyModel, writeTinyModel } from "./_tiny-nli.ts";

export const packages = join(root, "test/judges/nli-packages");
export const isThere = existsSync(join(packages, "node_modules/onnxruntime-node"));
const require = createRequire(join(packages, "package.json"));
export const load = async (name: string): Promise<unknown> =>
  import(pathToFileURL(require.resolve(name)).href);

const folders: string[] = [];
export const fresh = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "goldie-nli-"));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

export const NLI = ["entailment", "neutral", "contradiction"];
export const modelOf = (given: Partial<TinyModel> = {}): string => {
  const folder = fresh();
  writeTinyModel(folder, { labels: NLI, ...given });
  return folder;
};

export const judgeOne = async (
  folder: string,
  contexts: readonly string[],
  reference = "Old mills grind slowly.",
  more: Partial<NliOptions> = {},
): Promise<JudgementRecord> => {
  const own = await createNliJudge({ folder, load, ...more });
  const { judgements } = await judge({
    cases: [{ id: "q1", question: "How do mills grind?", contexts, reference }],
    judge: own,
  });
  await own.close();
  return judgements.get("q1")!;
};

export const problemOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return (error as { problem?: { code: string; what: string; fix: string } } | undefined)?.problem;
};

/** Every row that a model was given, by input. */
type Rows = Readonly<Record<string, readonly (readonly number[])[]>>;

/** The real packages, and what is asked of them. */
export function watched() {
  const seen = { rows: [] as Rows[], pairs: 0, released: 0 };
  return {
    seen,
    async load(name: string): Promise<unknown> {
      const real = (await load(name)) as { default?: object };
      if (name !== "onnxruntime-node") {
        const { Tokenizer } = real as unknown as Tokenizers;
        return {
          Tokenizer: class extends Tokenizer {
            override encode(...[text, options]: Parameters<PairTokenizer["encode"]>) {
              if (options.text_pair !== undefined) seen.pairs++;
              return super.encode(text, options);
            }
          },
        };
      }
      const onnx = { ...real.default, ...real } as unknown as Onnx;
      const create: Onnx["InferenceSession"]["create"] = async (path, options) => {
        const session = await onnx.InferenceSession.create(path, options);
        return {
          inputNames: session.inputNames,
          outputNames: session.outputNames,
          run(feeds) {
            seen.rows.push(
              Object.fromEntries(
                Object.entries(feeds).map(([input, tensor]) => {
                  const { dims, data } = tensor as { dims: number[]; data: BigInt64Array };
                  const [count = 0, width = 0] = dims;
                  const row = (r: number) => [...data.slice(r * width, (r + 1) * width)].map(Number);
                  return [input, Array.from({ length: count }, (_, r) => row(r))];
                }),
              ),
            );
            return session.run(feeds);
          },
          async release() {
            seen.released++;
            await session.release?.();
          },
        };
      };
      return { Tensor: onnx.Tensor, InferenceSession: { create } };
    },
  };
}
