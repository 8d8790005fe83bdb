/** What every file format promises, tried on its own example; and the same tries on formats that are broken on purpose. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import { memorySource } from "../../src/files/source.ts";
import { detectFormat } from "../../src/formats/detect.ts";
import { type Format, formats, type Kind, type Sink, type Writer } from "../../src/formats/index.ts";
import { trecQrels } from "../../src/formats/trec-qrels.ts";
import { trecRun } from "../../src/formats/trec-run.ts";
import { readFormat, type Told, writeFormat } from "../_read-format.ts";

/** Why a format has no example, no broken row or a case less. Nothing is left out without a reason. */
const REASONS: Readonly<Record<string, string>> = {};

const encoder = new TextEncoder();

/** What a binary format is given to write, since it cannot show an example. */
const STANDARD: Readonly<Record<Kind, (writer: Writer) => void>> = {
  gold(writer) {
    writer.gold?.(
      "q1",
      new Map([
        ["d1", 2],
        ["d2", 0],
      ]),
      1,
    );
    writer.gold?.("q2", new Map([["d7", 1]]), 2);
  },
  run(writer) {
    writer.ranking?.(
      "q1",
      [
        { id: "d3", score: 2.5 },
        { id: "d1", score: 1.75 },
      ],
      1,
    );
    writer.ranking?.("q2", [{ id: "d9", score: 0.5 }], 2);
  },
  corpus(writer) {
    writer.doc?.("d1", "The Sahara is large.", 1, "Deserts");
    writer.doc?.("d2", "Rain.", 2);
  },
  scores(writer) {
    writer.score?.("map", "q1", 0.5, 1);
    writer.score?.("map", undefined, 0.5, 2);
  },
};

async function exampleOf(format: Format, kind: Kind): Promise<Uint8Array> {
  const text = format.example[kind];
  if (text !== undefined) return encoder.encode(text);
  return (await writeFormat(format, kind, STANDARD[kind])).bytes;
}

/** Problems of reading, and of what was thrown instead. */
async function complaints(format: Format, bytes: Uint8Array, kind: Kind) {
  try {
    return (await readFormat(format, bytes, kind)).problems;
  } catch (error) {
    if (error instanceof GoldieError) return [{ level: "error" as const, ...error.problem }];
    throw error;
  }
}

/** Rows as whole lists, without lines: what a file says, however it is laid out. */
function meaning({ events }: Told): Map<string, unknown> {
  const order = events.find(([what]) => what === "rows")?.[1];
  const said = new Map<string, unknown>();
  const list = (key: string): unknown[] => {
    if (!said.has(key)) said.set(key, []);
    return said.get(key) as unknown[];
  };
  for (const [what, ...told] of events)
    if (what === "hit") list(`ranking ${told[0]}`).push([told[1], told[2]]);
    else if (what === "grade") list(`gold ${told[0]}`).push([told[1], told[2], told[4]]);
    else if (what === "ranking" || what === "gold" || what === "query")
      said.set(`${what} ${told[0]}`, told[1]);
    else if (what === "doc") said.set(`doc ${told[0]}`, [told[1], told[3]]);
    else if (what === "score") said.set(`score ${told[0]} ${told[1]}`, told[2]);
  for (const [key, value] of said)
    if (key.startsWith("ranking") && Array.isArray(value) && order !== undefined && order !== "given") {
      const rows = value as [string, number][];
      rows.sort((a, b) => (order === "score" ? b[1] - a[1] : a[1] - b[1]));
      if (order === "rank")
        said.set(
          key,
          rows.map(([id]) => id),
        );
    }
  return said;
}

/** Hits of a table as whole lists: what a writer without `hit` is given. */
function tellLists(told: Told, writer: Writer): void {
  const order = told.events.find(([what]) => what === "rows")?.[1];
  const lists = new Map<string, { id: string; value: number }[]>();
  for (const [what, first, ...rest] of told.events) {
    const key = first as string;
    if (what === "hit") {
      if (!lists.has(key)) lists.set(key, []);
      lists.get(key)!.push({ id: rest[0] as string, value: rest[1] as number });
    } else if (what === "ranking") writer.ranking?.(key, rest[0], 1);
    else if (what === "query") writer.query?.(key, rest[0] as string, 1);
    else if (what === "tag") writer.tag?.(key);
  }
  for (const [query, rows] of lists) {
    if (order === "score") rows.sort((a, b) => b.value - a.value);
    else if (order === "rank") rows.sort((a, b) => a.value - b.value);
    writer.ranking?.(
      query,
      rows.map(({ id, value }) => (order === "score" ? { id, score: value } : { id })),
      1,
    );
  }
}

/** What a writer must hear: whatever a reader may tell of that kind. A run's rows may be brought together for it. */
const HEARS: Readonly<Record<Kind, readonly (keyof Sink)[]>> = {
  gold: ["gold", "grade"],
  run: ["ranking"],
  corpus: ["doc"],
  scores: ["score"],
};

type Check = (format: Format, kind: Kind) => Promise<void>;

/** The same events, lines too, from two spellings of a file. */
const sameEvents =
  (change: (text: string) => string | Uint8Array): Check =>
  async (format, kind) => {
    const text = format.example[kind]!;
    const changed = change(text);
    expect(changed).not.toEqual(text);
    const plain = await readFormat(format, text, kind);
    expect(plain.events.length).toBeGreaterThan(0);
    expect(plain.problems.filter(({ level }) => level === "error")).toEqual([]);
    expect(await readFormat(format, changed, kind)).toEqual(plain);
  };

/** For files of text. */
const TEXT_CHECKS: Readonly<Record<string, Check>> = {
  "CR LF is read like LF": sameEvents((text) => text.replaceAll("\n", "\r\n")),
  "a byte order mark is not part of the file": sameEvents((text) => `\ufeff${text}`),
  "the last line needs no end": sameEvents((text) => text.trimEnd()),
  "a row that cannot be read is an error with its line": async (format, kind) => {
    const { text, line } = format.broken![kind]!;
    const problems = await complaints(format, encoder.encode(text), kind);
    const errors = problems.filter(({ level }) => level === "error");
    expect(errors.map(({ at }) => at?.line)).toContain(line);
    for (const { code, what, fix } of errors) {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(what.length).toBeGreaterThan(10);
      expect(fix.length).toBeGreaterThan(5);
    }
  },
};

/** For every file. */
const CHECKS: Readonly<Record<string, Check>> = {
  "an empty file is reported": async (format, kind) => {
    const problems = await complaints(format, new Uint8Array(), kind);
    expect(problems.filter(({ level }) => level === "error").map(({ code }) => code)).toEqual(["empty-file"]);
  },
  "gzip is read like plain": async (format, kind) => {
    const bytes = await exampleOf(format, kind);
    const plain = await readFormat(format, bytes, kind);
    expect(plain.events.length).toBeGreaterThan(0);
    expect(await readFormat(format, new Uint8Array(gzipSync(bytes)), kind)).toEqual(plain);
  },
  "detect takes the example for what it is, by its content": async (format, kind) => {
    const bytes = await exampleOf(format, kind);
    for (const name of ["example", `example.${format.extensions[0]}`, "example.gz"])
      expect((await detectFormat(memorySource(name, bytes), kind)).format.id, name).toBe(format.id);
  },
  "detect says nothing of noise": async (format, kind) => {
    const noise = ["", "\n\n", "\0\0\0\0", "just some words\nand more of them, as people write\n"];
    for (const text of noise)
      expect(format.detect(encoder.encode(text), "noise", kind)?.sure ?? 0, text).toBeLessThan(0.5);
  },
  "a file that ends too early is an error or a shorter file, never a crash": async (format, kind) => {
    const bytes = await exampleOf(format, kind);
    for (let length = 1; length < bytes.length; length++)
      await complaints(format, bytes.subarray(0, length), kind);
  },
};

const WRITE_CHECKS: Readonly<Record<string, Check>> = {
  "the writer hears all that a reader may tell": async (format, kind) => {
    await writeFormat(format, kind, (writer) => {
      for (const method of HEARS[kind]) expect(writer[method], method).toBeTypeOf("function");
    });
  },
  "what was written is read back": async (format, kind) => {
    const bytes = await exampleOf(format, kind);
    const told = await readFormat(format, bytes, kind, { texts: true });
    const expected = meaning(told);
    expect(expected.size).toBeGreaterThan(0);
    const asLists = async (writer: Writer): Promise<void> => {
      if (kind === "run") tellLists(told, writer);
      else await read(writer);
    };
    const read = (writer: Writer): Promise<void> =>
      format.read(memorySource("example", bytes), writer, {
        kind,
        texts: true,
        columns: {},
        problem: () => {},
      });
    const direct = async (writer: Writer): Promise<void> =>
      kind === "run" && writer.hit === undefined ? asLists(writer) : read(writer);
    for (const fill of [direct, asLists]) {
      const written = await writeFormat(format, kind, fill);
      expect(written.problems).toEqual([]);
      const again = await readFormat(format, written.bytes, kind, { texts: true });
      expect(again.problems.filter(({ level }) => level === "error")).toEqual([]);
      expect(meaning(again)).toEqual(expected);
    }
  },
};

/** The checks that a format has to pass for one kind. */
function checksFor(format: Format, kind: Kind): [string, Check][] {
  return Object.entries({
    ...CHECKS,
    ...(format.example[kind] === undefined ? {} : TEXT_CHECKS),
    ...(format.write === undefined ? {} : WRITE_CHECKS),
  });
}

const reasonFor = (format: Format, kind: Kind, what: string): string | undefined =>
  REASONS[`${format.id} ${kind}: ${what}`];

describe.each(formats.map((format) => [format.id, format] as const))("%s", (_, format) => {
  describe.each(format.kinds)("%s", (kind) => {
    it("shows an example and a broken row, or can write what is tried", () => {
      if (reasonFor(format, kind, "example") !== undefined) return;
      if (format.example[kind] === undefined)
        expect(format.write, "no example, and no way to make one").toBeDefined();
      else if (reasonFor(format, kind, "broken") === undefined) expect(format.broken?.[kind]).toBeDefined();
    });
    if (reasonFor(format, kind, "example") === undefined)
      for (const [name, check] of checksFor(format, kind)) {
        const reason = reasonFor(format, kind, name);
        it.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (skipped: ${reason})`, () =>
          check(format, kind),
        );
      }
  });

  it("has names and words", () => {
    expect(format.id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(format.title.length).toBeGreaterThan(2);
    expect(format.about).toMatch(/\.$/);
    expect(format.extensions.length).toBeGreaterThan(0);
    for (const extension of format.extensions) expect(extension).toMatch(/^[a-z0-9]+$/);
    for (const kind of [...Object.keys(format.example), ...Object.keys(format.broken ?? {})])
      expect(format.kinds).toContain(kind);
  });
});

it("every file of src/formats is in its index, and no id is there twice", async () => {
  const folder = fileURLToPath(new URL("../../src/formats/", import.meta.url));
  const names = readdirSync(folder)
    .filter((file) => /^[^_].*\.ts$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => file.slice(0, -3))
    .filter((name) => !["index", "detect", "format", "open-source", "problem-tables"].includes(name));
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) {
    const exported = (await import(`../../src/formats/${name}.ts`)) as Record<string, unknown>;
    const format = formats.find((one) => Object.values(exported).includes(one));
    expect(format?.id, `${name}.ts is not in src/formats/index.ts`).toBe(name);
  }
  expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
});

it("every reason is for a case that exists", () => {
  const cases = formats.flatMap((format) =>
    format.kinds.flatMap((kind) =>
      ["example", "broken", ...checksFor(format, kind).map(([name]) => name)].map(
        (name) => `${format.id} ${kind}: ${name}`,
      ),
    ),
  );
  for (const reason of Object.keys(REASONS)) expect(cases).toContain(reason);
});

/** Reads as it should, but says nothing of what is wrong. */
const silent =
  (format: Format): Format["read"] =>
  (source, sink, context) =>
    format.read(source, sink, { ...context, problem: () => {} });

/** A grade with its CR is another grade. */
const keepsCr: Format["read"] = async (source, sink) => {
  const lines = new TextDecoder().decode(await source.bytes()).split("\n");
  lines.forEach((line, i) => {
    const bytes = encoder.encode(line);
    sink.grade?.(bytes, 0, 2, bytes, 5, bytes.length, 1, i + 1);
  });
};

/** Never tells the same twice: no reader gets to see a mark or gzip, so that no other fault could show there. */
let reads = 0;
const restless: Format["read"] = async (_, sink) => void sink.tag?.(String(++reads));

describe("a format that is broken on purpose is found out", () => {
  /** A reader of `query doc grade` with one fault. */
  const faulty =
    (fault: (line: string, number: number, isLast: boolean) => string | undefined): Format["read"] =>
    async (source, sink, context) => {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await source.bytes());
      const lines = text.split("\n");
      lines.forEach((raw, i) => {
        const line = fault(raw, i + 1, i === lines.length - 1);
        if (line === undefined || line === "") return;
        const [query, , doc, grade] = line.split(" ").map((field) => encoder.encode(field));
        if (grade === undefined)
          context.problem({ code: "bad-columns", what: "a bad line", fix: "mend it", level: "error" });
        else
          sink.grade?.(
            query!,
            0,
            query!.length,
            doc!,
            0,
            doc!.length,
            Number(new TextDecoder().decode(grade)),
            i + 1,
          );
      });
    };
  const qrels = { ...trecQrels, example: { gold: "q1 0 d1 2\nq2 0 d7 1\n" } };
  const withRead = (read: Format["read"]): Format => ({ ...qrels, read });
  const BROKEN: readonly (readonly [string, Format, Kind])[] = [
    ["an empty file is reported", withRead(faulty((line) => line)), "gold"],
    ["CR LF is read like LF", { ...trecQrels, read: keepsCr }, "gold"],
    ["a byte order mark is not part of the file", withRead(restless), "gold"],
    [
      "the last line needs no end",
      withRead(faulty((line, _, isLast) => (isLast ? undefined : line))),
      "gold",
    ],
    ["gzip is read like plain", withRead(restless), "gold"],
    [
      "a row that cannot be read is an error with its line",
      { ...trecQrels, read: silent(trecQrels) },
      "gold",
    ],
    ["a row that cannot be read is an error with its line", withRead(faulty((line) => line)), "gold"],
    ["detect takes the example for what it is, by its content", { ...trecQrels, id: "another" }, "gold"],
    ["detect says nothing of noise", { ...trecQrels, detect: () => ({ sure: 1, why: "always" }) }, "gold"],
    [
      "a file that ends too early is an error or a shorter file, never a crash",
      withRead(async (source) => void JSON.parse(new TextDecoder().decode(await source.bytes()))),
      "gold",
    ],
    [
      "the writer hears all that a reader may tell",
      { ...trecQrels, write: () => ({ grade: () => {}, end: () => {} }) },
      "gold",
    ],
    [
      "what was written is read back",
      {
        ...trecQrels,
        write: (context) =>
          trecQrels.write!({
            ...context,
            write: (text) => context.write(String(text).replaceAll(" 2\n", " 1\n")),
          }),
      },
      "gold",
    ],
    [
      "what was written is read back",
      {
        ...trecRun,
        write: (context) =>
          trecRun.write!({ ...context, write: (text) => context.write(String(text).replace("2.5", "2.25")) }),
      },
      "run",
    ],
  ];
  it.each(BROKEN)("%s", async (name, format, kind) => {
    const check = new Map(checksFor(format, kind)).get(name)!;
    await expect(check(format, kind)).rejects.toThrow();
  });
  it("and every check has such a format", () => {
    const all = { ...CHECKS, ...TEXT_CHECKS, ...WRITE_CHECKS };
    expect(new Set(BROKEN.map(([name]) => name))).toEqual(new Set(Object.keys(all)));
  });
});
