/** Broken files for every reader: 5,000 here, from a fixed seed; `npm run fuzz` makes as many as one likes. */
import { describe, expect, test } from "vitest";
import { check } from "../scripts/_fuzz/check.ts";
import { type Input, inputOf, seedOf } from "../scripts/_fuzz/input.ts";
import { mutations } from "../scripts/_fuzz/mutations.ts";
import { references } from "../scripts/_fuzz/references.ts";
import { type Target, targetsOf } from "../scripts/_fuzz/targets.ts";
import { GoldieError } from "../src/core/problem.ts";
import { type Format, formats } from "../src/formats/index.ts";
import { trecQrels } from "../src/formats/trec-qrels.ts";

const INPUTS = 5_000;
const targets = await targetsOf(formats);
const nameOf = ({ format, kind }: Target): string => `${format.id} ${kind}`;
const seeds = Array.from({ length: INPUTS }, (_, i) => seedOf(1, i));

test("every format is there for every kind, with files to start from", () => {
  expect(targets.map(nameOf).sort()).toEqual(
    formats.flatMap(({ id, kinds }) => kinds.map((kind) => `${id} ${kind}`)).sort(),
  );
  expect(targets.filter(({ files }) => files.length === 0).map(nameOf)).toEqual([]);
});

describe("plain readers to compare with", () => {
  test.each(Object.entries(references))("%s", (name, reference) => {
    const { format, kind } = targets.find((target) => nameOf(target) === name)!;
    const read = (text: string) => reference(new TextEncoder().encode(text));
    expect(read(format.example[kind]!).rows.length).toBeGreaterThan(0);
    expect([...read(format.example[kind]!).rejected]).toEqual([]);
    const { text, line } = format.broken![kind]!;
    const { rejected, unsure, anywhere } = read(text);
    if (!anywhere) expect([...rejected, ...(unsure ?? [])]).toContain(line);
  });
});

// Each says in its failure which `npm run fuzz -- --seed` shows it again.
test.each(targets.map((target, i) => [nameOf(target), i] as const))(
  "%s",
  async (_, i) => {
    const wrong: string[] = [];
    const mine = seeds.filter((seed) => seed % targets.length === i);
    for (const seed of mine)
      for (const text of await check(inputOf(seed, targets)))
        wrong.push(`--seed ${seed}: ${text.slice(0, 500)}`);
    expect(mine.length).toBeGreaterThan(50);
    expect(wrong.slice(0, 5)).toEqual([]);
  },
  60_000,
);

test("a seed gives the same input again, and inputs differ", () => {
  const some = seeds.slice(0, 200).map((seed) => inputOf(seed, targets));
  expect(some.map(({ seed }) => inputOf(seed, targets).bytes)).toEqual(some.map(({ bytes }) => bytes));
  const used = new Set(seeds.slice(0, 2_000).flatMap((seed) => inputOf(seed, targets).how));
  expect(
    [...mutations.map(({ name }) => name), "gzip", "broken-gzip"].filter((name) => !used.has(name)),
  ).toEqual([]);
});

describe("inputs that readers once stumbled over", () => {
  const cases: readonly (readonly [name: string, text: string | Uint8Array])[] = [
    ["trec-run run", "q1 Q\nq1 Q0 d1 2 2 x\n"],
    ["trec-run run", "30\n301 Q0 007 1 3 x\n"],
    ["trec-run run", "q1 Q0 d\u00001 1 2.5 x\n"],
    ["trec-run run", "q1 Q0 d1 1 1 x\n\ufeff Q0 d3 2 2.25 y\n"],
    ["trec-run run", `q1 ${"x".repeat(5_000)} d1 1 high x\n`],
    ["msmarco run", "q1\td1\t1\n\ufeffq1\t007\t2\n"],
    ["msmarco run", "q2\u0018d3\t3\nq2\td3\t4\n"],
    ["msmarco run", "q2\t\u0015nan\t1\n"],
    ["beir gold", "\u0015\u0000\u0015\nquery-id\tcorpus-id\tscore\n"],
    ["beir gold", 'query-id\tcorpus-id\tscore\n\td1\t1\nq1\t""\t1\n'],
    ["csv gold", "query,doc,grade\nq1,\t\t,0\n"],
    ["csv run", "query,doc,score\nq1,d1,0.5\r"],
    ["csv scores", "query,metric,value\nq1,map,\n"],
    [
      "tsv gold",
      Uint8Array.from([...Buffer.from('query\tdoc\tgrade\nq1\t"d'), 0x80, ...Buffer.from('""x"""\t1\n')]),
    ],
    ["json run", '{"q1": [{"score": "high"}]}'],
    ["json run", '{"q1": {"d1": 3, "d2": null}}'],
  ];
  test.each(cases)("%s: %j", async (name, text) => {
    const target = targets.find((one) => nameOf(one) === name)!;
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    // Several seeds: each cuts the file into other pieces.
    for (let seed = 0; seed < 20; seed++) expect(await check({ seed, target, bytes, how: [] })).toEqual([]);
  });
});

// ---------------------------------------------------------------- broken readers are noticed

describe("the checks can fail", () => {
  const lines = "q1 0 d1 2\nq1 0 d2 high\nq2 0 d7 1\n";
  const with_ = async (read: Format["read"], text = lines): Promise<string[]> => {
    const target: Target = { format: { ...trecQrels, read }, kind: "gold", files: [] };
    const input: Input = { seed: 1, target, bytes: new TextEncoder().encode(text), how: [] };
    return check(input);
  };
  const bytes = new TextEncoder().encode("q1d1");

  test("a good one", async () => {
    expect(await with_(trecQrels.read)).toEqual([]);
  });
  test("a crash, and not a refusal", async () => {
    const crash = await with_(async () => void (undefined as unknown as { x: object }).x.toString());
    expect(crash[0]).toContain("crashed");
    const refused = await with_(async () => {
      throw new GoldieError({ code: "no", what: "no", fix: "no" });
    });
    expect(refused).toEqual([]);
  });
  test("reading without an end", async () => {
    const endless = await with_(async (_, sink) => {
      for (;;) sink.grade!(bytes, 0, 2, bytes, 2, 4, 1, 1);
    });
    expect(endless[0]).toContain("does not end");
  });
  test("a broken line without a Problem", async () => {
    const silent = await with_((source, sink, context) =>
      trecQrels.read(source, sink, { ...context, problem() {} }),
    );
    expect(silent).toEqual(["line 2 cannot be read, and no Problem says so"]);
  });
  test("a Problem for a line that is fine", async () => {
    const strict = await with_(async (source, sink, context) => {
      await trecQrels.read(source, sink, context);
      context.problem({ code: "bad-line", what: "no", fix: "no", level: "error", at: { line: 3 } });
    });
    expect(strict).toEqual(["a Problem says that line 3 cannot be read, and it can"]);
  });
  test("a row that is not there, one too few, and another number", async () => {
    const more = await with_(async (source, sink, context) => {
      await trecQrels.read(source, sink, context);
      sink.grade!(bytes, 0, 2, bytes, 2, 4, 1, 3);
    });
    expect(more[0]).toContain("should undefined");
    const none = await with_((source, sink, context) =>
      trecQrels.read(source, { ...sink, grade() {} }, context),
    );
    expect(none[0]).toContain("it read undefined");
    const other = await with_((source, { grade, ...sink }, context) =>
      trecQrels.read(
        source,
        { ...sink, grade: (q, a, b, d, x, y, g, line) => grade!(q, a, b, d, x, y, g + 1, line) },
        context,
      ),
    );
    expect(other[0]).toContain('"d1",3');
  });
  test("no line, no number, no id, a place outside", async () => {
    const told = (row: readonly [number, number, number, number]) =>
      with_(async (_, sink) => sink.grade!(bytes, 0, row[0], bytes, 2, row[1], row[2], row[3]), "");
    expect((await told([2, 4, 1, 0]))[0]).toContain("has no line");
    expect((await told([2, 4, Number.NaN, 1]))[0]).toContain("is no grade");
    expect((await told([0, 4, 1, 1]))[0]).toContain("empty id");
    expect((await told([2, 40, 1, 1]))[0]).toContain("outside of the buffer");
  });
  test("nothing told at all, and words of nothing", async () => {
    expect(await with_(async () => {}, "")).toEqual(["nothing was told, not even a Problem"]);
    const empty = await with_(
      async (_, __, { problem }) => problem({ code: "x", what: "undefined is bad", fix: " " }),
      "",
    );
    expect(empty.map((text) => text.split(":")[0])).toEqual(["words of nothing", "empty words"]);
  });
  test("words that are not those of the data", async () => {
    const other = await with_(
      async (_, __, { problem }) =>
        problem({ code: "bad-quote", fields: {}, what: "some words", fix: "others", at: { line: 1 } }),
      "",
    );
    expect(other.map((text) => text.split(":")[0])).toEqual(["other words from the same data"]);
  });
  test("bytes that are kept after their piece has gone", async () => {
    const late = await with_(async (source, sink) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of source.pieces()) pieces.push(piece);
      const last = pieces.at(-1)!;
      sink.grade!(pieces[0]!, 0, 1, last, 0, 1, 1, 1);
    }, "a b c\n");
    expect(late[0]).toContain("in other pieces it reads otherwise");
  });
});
