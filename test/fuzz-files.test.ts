/** Broken inputs on a disk: files that are read at any place, and folders that are data sets. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inputOf, seedOf } from "../scripts/_fuzz/input.ts";
import { mutations } from "../scripts/_fuzz/mutations.ts";
import { readBytes } from "../scripts/_fuzz/read.ts";
import { targetsOf } from "../scripts/_fuzz/targets.ts";
import { main } from "../src/cli/main.ts";
import { GoldieError } from "../src/core/problem.ts";
import { below, oneOf, type Random, randomFrom } from "../src/core/random.ts";
import { memorySource } from "../src/files/source.ts";
import { detectFormat } from "../src/formats/detect.ts";
import { formats, type Kind } from "../src/formats/index.ts";
import { openSource } from "../src/formats/open-source.ts";
import { testEffects } from "./cli/_effects.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const targets = await targetsOf(formats);

/** What was told; a refusal by its code. Throws what is neither. */
async function told(
  open: () => Promise<ReturnType<typeof memorySource>>,
  kind: Kind,
  size: number,
  id?: string,
) {
  try {
    const source = await open();
    const { format } = await detectFormat(source, kind, id);
    const { events, problems, refused } = await readBytes(format, kind, source, size);
    await source.close?.();
    return {
      events,
      codes: problems.map(({ code, at }) => `${code}:${at?.line}`).sort(),
      refused: refused?.code,
    };
  } catch (error) {
    if (error instanceof GoldieError) return { refused: error.problem.code };
    throw error;
  }
}

test("a file on a disk reads as it does in memory", async () => {
  for (let i = 0; i < 400; i++) {
    const { bytes, target, seed } = inputOf(seedOf(11, i), targets);
    const path = join(folder, "input");
    writeFileSync(path, bytes);
    const { format, kind } = target;
    const disk = await told(() => openSource(path), kind, bytes.length, format.id);
    const memory = await told(async () => memorySource(path, bytes), kind, bytes.length, format.id);
    if (disk.refused !== undefined && memory.refused !== undefined) continue;
    expect(JSON.stringify(disk), `${format.id} ${kind} --seed ${seed}`).toBe(JSON.stringify(memory));
  }
}, 60_000);

test("the command line ends well, with 0 or 2, and without a stack", async () => {
  writeFileSync(join(folder, "good.qrels"), "q1 0 d1 1\nq2 0 d9 1\n");
  writeFileSync(join(folder, "good.run"), "q1 Q0 d3 1 2 x\nq1 Q0 d1 2 1 x\n");
  const codes = new Set<number>();
  for (let i = 0; i < 150; i++) {
    const { bytes, target, seed } = inputOf(seedOf(12, i), targets);
    if (target.kind !== "gold" && target.kind !== "run") continue;
    const name = `input.${target.format.extensions[0]}`;
    writeFileSync(join(folder, name), bytes);
    const files = target.kind === "gold" ? [name, "good.run"] : ["good.qrels", name];
    const effects = testEffects({ cwd: folder });
    const code = await main(["eval", ...files], effects);
    const words = effects.stdout.text + effects.stderr.text;
    expect([0, 2], `--seed ${seed}: ${words}`).toContain(code);
    expect(words, `--seed ${seed}`).not.toMatch(/^ {4}at |\[object /m);
    codes.add(code);
  }
  expect([...codes].sort()).toEqual([0, 2]);
}, 60_000);

// ---------------------------------------------------------------- folders

type Files = Readonly<Record<string, Uint8Array>>;
const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const fileOf = (name: string): Uint8Array =>
  targets
    .find(({ format, kind }) => `${format.id} ${kind}` === name)!
    .files.toSorted((a, b) => b.length - a.length)[0]!;

const FOLDERS: Readonly<Record<string, { readonly kinds: readonly Kind[]; readonly files: Files }>> = {
  beir: {
    kinds: ["gold", "corpus"],
    files: {
      "corpus.jsonl": fileOf("beir corpus"),
      "queries.jsonl": text('{"_id": "q1", "text": "where?"}\n{"_id": "q2", "text": "why?"}\n'),
      "qrels/test.tsv": fileOf("beir gold"),
      "qrels/dev.tsv": fileOf("beir gold"),
    },
  },
  autorag: {
    kinds: ["gold", "run", "corpus"],
    files: {
      "data/qa.parquet": fileOf("autorag gold"),
      "data/corpus.parquet": fileOf("autorag corpus"),
      "0/line/retrieval/0.parquet": fileOf("autorag run"),
      "0/line/retrieval/best_0.parquet": fileOf("autorag run"),
      "0/line/retrieval/summary.csv": text("filename,module_name,is_best\n0.parquet,bm25,True\n"),
    },
  },
};

/** One of the files is broken, is gone, or is a folder. */
function brokenFolder(random: Random, files: Files): Files {
  const name = oneOf(random, Object.keys(files));
  const { [name]: bytes, ...others } = files;
  const how = random();
  if (how < 0.1) return others;
  if (how < 0.2) return { ...others, [`${name}/inside`]: bytes! };
  let out = bytes!;
  for (let i = 0; i <= below(random, 3); i++)
    out = oneOf(random, mutations).apply(out, random, oneOf(random, Object.values(files)));
  return { ...files, [name]: out };
}

describe("folders", () => {
  test.each(Object.keys(FOLDERS))(
    "%s: what is broken is refused or told",
    async (id) => {
      const { kinds, files } = FOLDERS[id]!;
      let read = 0;
      for (let seed = 0; seed < 120; seed++) {
        const random = randomFrom(seed);
        const kind = oneOf(random, kinds);
        const place = join(folder, `${id}-${seed}`);
        // The first one is as it should be.
        const broken = seed < kinds.length ? files : brokenFolder(random, files);
        for (const [name, bytes] of Object.entries(broken)) {
          mkdirSync(dirname(join(place, name)), { recursive: true });
          writeFileSync(join(place, name), bytes);
        }
        const size = Object.values(broken).reduce((sum, { length }) => sum + length, 0);
        const answer = await told(() => openSource(place), kind, size);
        if (answer.refused === undefined) read += answer.events!.length;
        rmSync(place, { recursive: true });
      }
      expect(read).toBeGreaterThan(100);
    },
    60_000,
  );
});
