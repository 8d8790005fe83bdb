/** What is fuzzed: every format for every kind it has, and files to start from. */
import { below, oneOf, type Random, randomFrom } from "../../src/core/random.ts";
import type { Format, Kind, Writer } from "../../src/formats/index.ts";

export interface Target {
  readonly format: Format;
  readonly kind: Kind;
  readonly files: readonly Uint8Array[];
}

const GENERATED = 6;

export async function targetsOf(formats: readonly Format[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const format of formats) {
    for (const kind of format.kinds) {
      const random = randomFrom(targets.length);
      const texts = [format.example[kind], format.broken?.[kind]?.text].flatMap((text) => text ?? []);
      const files: Uint8Array[] = texts.map((text) => new TextEncoder().encode(text));
      for (let i = 0; i < GENERATED; i++) files.push(...(await written(format, kind, random)));
      targets.push({ format, kind, files });
    }
  }
  return targets;
}

const IDS = [
  "d1",
  "d2",
  "d3",
  "d10",
  "007",
  "doc-1#4",
  "a/b c",
  "Mangú",
  "😀",
  "<urn:uuid:1>",
  '"x"',
  "1e5",
  "-5",
  "nan",
];
const SCORES = [12.5, 3, 2.25, 1, 1, 0.1, 0, -0.5, 1e-7, 123456789.123];

/** What the format's own writer makes of a little data; nothing where it has none. */
async function written(format: Format, kind: Kind, random: Random): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const writer = format.write?.({
    kind,
    name: "bm25",
    problem() {},
    write: (part) =>
      void parts.push(typeof part === "string" ? new TextEncoder().encode(part) : part.slice()),
  });
  if (writer === undefined) return [];
  try {
    fill(writer, kind, random);
    await writer.end();
  } catch {
    // Not every writer takes every kind in this form.
    return [];
  }
  const whole = Buffer.concat(parts);
  return whole.length === 0 ? [] : [new Uint8Array(whole)];
}

function fill(writer: Writer, kind: Kind, random: Random): void {
  const bytes = (text: string) => new TextEncoder().encode(text);
  let line = 0;
  const scored = random() < 0.8;
  writer.rows?.(scored ? "score" : "given");
  for (const query of ["q1", "q2", "301", "ü 7"].slice(0, 1 + below(random, 4))) {
    const docs = Array.from({ length: below(random, 5) }, () => oneOf(random, IDS));
    if (kind === "corpus")
      for (const doc of docs) writer.doc?.(doc, `text of ${doc}, "quoted"\tand more`, ++line, "title");
    else if (kind === "scores")
      for (const metric of ["map", "P_5"]) writer.score?.(metric, query, random(), ++line);
    else if (kind === "run") {
      const hits = docs.map((id) => (scored ? { id, score: oneOf(random, SCORES) } : { id }));
      if (writer.ranking !== undefined) writer.ranking(query, hits, ++line);
      else
        for (const { id, score } of hits as { id: string; score?: number }[])
          writer.hit?.(
            bytes(query),
            0,
            bytes(query).length,
            bytes(id),
            0,
            bytes(id).length,
            score ?? Number.NaN,
            ++line,
          );
    } else if (writer.gold !== undefined && random() < 0.5)
      writer.gold(
        query,
        oneOf<unknown>(random, [docs, [docs, ["d1"]], Object.fromEntries(docs.map((doc, i) => [doc, i]))]),
        ++line,
      );
    else
      for (const doc of new Set(docs))
        writer.grade?.(
          bytes(query),
          0,
          bytes(query).length,
          bytes(doc),
          0,
          bytes(doc).length,
          below(random, 4),
          ++line,
        );
  }
}
