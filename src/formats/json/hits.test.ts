import fc from "fast-check";
import { expect, it } from "vitest";
import { hashBytes } from "../../core/hash.ts";
import type { Problem } from "../../core/problem.ts";
import { memorySource } from "../../files/source.ts";
import type { HitBatch, Sink } from "../format.ts";
import { json } from "../json.ts";
import { jsonl } from "../jsonl.ts";

/** Everything that a sink is told, as text. */
async function told(
  text: string | Uint8Array,
  columns: Record<string, string>,
  format = jsonl,
  batches = false,
): Promise<{ log: string[]; orders: string[] }> {
  const log: string[] = [];
  const orders: string[] = [];
  const decoder = new TextDecoder();
  const lent: [Uint8Array, string][] = [];
  function batch(bytes: Uint8Array, qStart: number, qEnd: number, rows: HitBatch): void {
    for (let i = 0; i < rows.count; i++) {
      const [start, end] = [rows.starts[i]!, rows.ends[i]!];
      expect(rows.hashes[i]).toBe(hashBytes(bytes, start, end));
      sink.hit!(bytes, qStart, qEnd, bytes, start, end, rows.values[i]!, rows.lines[i]!);
    }
    lent.push([bytes, decoder.decode(bytes)]);
  }
  const sink: Sink = {
    rows(order) {
      // Before the first hit, and once.
      expect(log.filter((line) => line.startsWith("hit "))).toEqual([]);
      orders.push(order);
    },
    hit(q, qs, qe, d, ds, de, value, line) {
      // What was lent stays until it is given back.
      for (const [bytes, before] of lent) expect(decoder.decode(bytes)).toBe(before);
      log.push(
        `hit ${line} ${decoder.decode(q.subarray(qs, qe))} ${decoder.decode(d.subarray(ds, de))} ${Object.is(value, -0) ? "-0" : value}`,
      );
    },
    ranking: (query, hits, line) =>
      log.push(`${line} ${query} ${JSON.stringify(hits instanceof Map ? ["Map", ...hits] : hits)}`),
    ...(batches ? { hits: batch, blockEnd: () => void lent.splice(0) } : {}),
    query: (id, words, line) => log.push(`${line} ${id} = ${words}`),
  };
  const problem = ({ code, at, what }: Problem) =>
    // Which of several numbers comes first, and how many a refused row has, may differ.
    log.push(`${at?.line} ${code} ${what.replace(/.*read as text:.*/, "")}`);
  await format.read(memorySource("run", text), sink, { kind: "run", texts: false, columns, problem });
  return { log, orders };
}
/** Hits that come together may come later than what is told of rows between them. */
const apart = ({ log, orders }: { log: string[]; orders: string[] }) => ({
  hits: log.filter((line) => line.startsWith("hit ")),
  others: log.filter((line) => !line.startsWith("hit ")),
  orders,
});
async function plainly(text: string | Uint8Array, format = jsonl) {
  const rows = await told(text, {}, format);
  expect(apart(await told(text, {}, format, true))).toEqual(apart(rows));
  return rows;
}
/** The user's own column names: every row is parsed. */
const parsed = (text: string | Uint8Array) => told(text, { nothing: "nobody" });

const id = fc
  .oneof(
    { weight: 8, arbitrary: fc.constantFrom("d1", "d2", "doc-17", "<urn:uuid:1>", "", "a b", "é", "😀") },
    fc.string(),
    fc.constantFrom("\\u0041", '\\"', "\\\\", "x\\ny", "\\ud800"),
  )
  .map((text) => (text.includes("\\") ? `"${text}"` : JSON.stringify(text)));
const anyId = fc.oneof(
  { weight: 6, arbitrary: id },
  fc.constantFrom("7", "-7", "0", "-0", "007", "1.5", "1e3", "34952194402811904", "null", "true"),
);
const number = fc.oneof(
  { weight: 3, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => JSON.stringify(x)) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1e9 }).map((x) => String(x / 1e4)) },
  fc.constantFrom(
    "0",
    "-0",
    "0.0",
    "1E5",
    "1e-7",
    "12345678901234567890.5",
    "0.30000000000000004",
    "123456789.123456789",
    "1e999",
    "NaN",
    "-",
    "1.",
    ".5",
    "01",
    '"1.5"',
    "null",
  ),
);
const blank = fc.constantFrom("", "", "", " ", "\t ");
const other = fc.constantFrom(
  '"text":"a\\n\\"b\\" é"',
  '"n":1.5',
  '"ok":true',
  '"no":null',
  '"m":{"x":[1]}',
  '"rank":1',
  '"lines":[1,2]',
  '"text":"\\x"',
);
const object = (entries: readonly string[], gap: string) => `{${gap}${entries.join(`${gap},${gap}`)}${gap}}`;
const hit = fc
  .tuple(anyId, fc.option(number), fc.option(other, { freq: 5 }), fc.boolean(), blank)
  .map(([doc, score, more, turned, gap]) => {
    const entries = [`"id":${gap}${doc}`, ...(score === null ? [] : [`"score":${score}`])];
    if (turned) entries.reverse();
    return object([...entries, ...(more === null ? [] : [more])], gap);
  });
/** Most lists are written alike: that is what the fast loop is for. */
const evenList = fc
  .tuple(fc.array(fc.tuple(id, number), { maxLength: 12 }), fc.constantFrom("", " "))
  .map(
    ([hits, gap]) =>
      `[${hits.map(([doc, score]) => `{"id":${gap}${doc},${gap}"score":${gap}${score}}`).join(`,${gap}`)}]`,
  );
const hits = fc.oneof(
  { weight: 3, arbitrary: evenList },
  fc.array(hit, { maxLength: 5 }).map((list) => `[${list.join(",")}]`),
  fc.array(anyId, { maxLength: 5 }).map((list) => `[${list.join(", ")}]`),
  fc
    .array(fc.tuple(id, number), { maxLength: 8 })
    .map((list) => `{${list.map(([doc, score]) => `${doc}:${score}`).join(",")}}`),
  fc.constantFrom("[", "[]", "{}", "null", '"d1"', "[1,]", "[[1]]"),
);
const query = fc.integer({ min: 1, max: 4 }).map((n) => `"q${n}"`);
const row = fc.oneof(
  fc.tuple(query, hits, blank).map(([q, list, gap]) => object([`"id":${q}`, `"hits":${gap}${list}`], gap)),
  fc
    .tuple(anyId, hits, fc.option(other))
    .map(([q, list, more]) =>
      object([`"hits":${list}`, `"query":${q}`, ...(more === null ? [] : [more])], ""),
    ),
  fc
    .tuple(query, anyId, hits)
    .map(([q, words, list]) => object([`"id":${q}`, `"query":${words}`, `"hits":${list}`], "")),
  fc
    .tuple(query, anyId, fc.option(number))
    .map(([q, doc, score]) =>
      object([`"query":${q}`, `"doc":${doc}`, ...(score === null ? [] : [`"score":${score}`])], ""),
    ),
  fc
    .tuple(query, id, number)
    .map(([q, doc, score]) =>
      object([`"query_id":${q}`, `"doc_id":${doc}`, `"score":${score}`, `"id":7`], ""),
    ),
  fc.constantFrom("", "{}", "[]", "nonsense", '{"id":"q1"}', '["q1",["d1"]]'),
);

/** Rows of single hits that are written alike. */
const table = fc
  .tuple(
    fc.array(fc.tuple(query, id, number), { maxLength: 8 }),
    fc.constantFrom("", " "),
    fc.constantFrom("", ',"n":7'),
  )
  .map(([list, gap, more]) =>
    list.map(
      ([q, doc, score]) =>
        `{"query":${gap}${q},${gap}"doc":${gap}${doc},${gap}"score":${gap}${score}${more}}`,
    ),
  );
const rowsOf = fc.oneof(fc.array(row, { maxLength: 6 }), table);

it("says the same of bytes as of parsed rows", async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, fc.constantFrom("\n", "\r\n"), async (rows, newline) => {
      const text = rows.join(newline);
      expect(await plainly(text)).toEqual(await parsed(text));
    }),
    { seed: 5, numRuns: 1000 },
  );
});

it("says the same of broken bytes", async () => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 }),
      async (rows, changes) => {
        const bytes = new TextEncoder().encode(rows.join("\n"));
        for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        expect(await plainly(bytes)).toEqual(await parsed(bytes));
      },
    ),
    { seed: 5, numRuns: 1000 },
  );
});

it("says the same of a document by query", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hits, { maxLength: 5 }), fc.constantFrom("", "\n "), async (lists, gap) => {
      const text = `{${lists.map((list, i) => `${gap}"q${i}":${gap}${list}`).join(",")}}`;
      expect(await plainly(text, json)).toEqual(await told(text, { nothing: "nobody" }, json));
    }),
    { seed: 5, numRuns: 1000 },
  );
});

it("reads long lists past every buffer", async () => {
  const list = Array.from({ length: 5000 }, (_, i) => ({ id: `doc-${i}`, score: 5000 - i / 7 }));
  const { log, orders } = await plainly(`${JSON.stringify({ id: "q1", hits: list })}\n`);
  expect(log).toEqual(list.map(({ id: doc, score }) => `hit 1 q1 ${doc} ${score}`));
  expect(orders).toEqual(["given"]);
});
