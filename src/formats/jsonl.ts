/** JSON Lines: gold, runs and documents, one JSON object per line. */

import type { Source } from "../files/source.ts";
import { emptyFile } from "./_problems.ts";
import { lineBlocks } from "./bytes/blocks.ts";
import type { Format, Guess, Kind, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { CorpusReader } from "./json/corpus.ts";
import { GoldReader } from "./json/gold.ts";
import { HitScanner } from "./json/hits.ts";
import { readJson } from "./json/read-json.ts";
import { RunReader } from "./json/run.ts";
import { rowLikeness, sniffJson } from "./json/sniff.ts";
import { facetsOf, hasMore, jsonText, jsonWriter, shortHits } from "./json/write.ts";

const NEWLINE = 10;

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const run = context.kind === "run" ? new RunReader(sink, context) : undefined;
  const reader =
    run ?? (context.kind === "corpus" ? new CorpusReader(sink, context) : new GoldReader(sink, context));
  let line = 0;
  let rows = 0;
  for await (const { bytes, end } of lineBlocks(source)) {
    for (let at = 0; at < end; ) {
      const start = at;
      const stop = bytes.indexOf(NEWLINE, at);
      at = stop + 1;
      line++;
      let last = stop;
      while (last > start && bytes[last - 1]! <= 32) last--;
      if (last === start) continue;
      rows++;
      const place = { line, column: 1 };
      if (run !== undefined) run.row(bytes, start, last, place);
      else {
        const value = readJson(bytes.subarray(start, last), place, context.problem);
        if (value !== undefined) reader.value(value, line);
      }
    }
    run?.endBlock();
  }
  reader.end();
  if (rows === 0) context.problem(emptyFile("row"));
}

function detect(head: Uint8Array, _name: string, kind: Kind): Guess | undefined {
  const seen = sniffJson(head);
  if (seen === undefined || seen.form === "array" || !seen.oneLine) return undefined;
  const sure = rowLikeness(seen, kind);
  if (sure > 0)
    return { sure, why: `a JSON object per line with ${[...seen.keys.keys()].slice(0, 6).join(", ")}` };
  // Let the reader report unknown rows: its messages are more precise.
  if (seen.form === "rows") return { sure: 0.2, why: "a JSON object per line" };
  // An object by query contains only lists and objects; with a text or a number in it, it is a row.
  const row = kind !== "corpus" && [...seen.keys.values()].some((first) => first !== "{" && first !== "[");
  return row ? { sure: 0.3, why: "one JSON object on one line" } : undefined;
}

/** Only lists, one per line. For rows of single hits, the first row decides how all are ordered. */
function cut(b: Uint8Array): number | undefined {
  const scanner = new HitScanner();
  let start = b.indexOf(NEWLINE) + 1;
  for (let end = b.indexOf(NEWLINE, start); start > 0 && end >= 0; end = b.indexOf(NEWLINE, start)) {
    if (scanner.scan(b, start, end)) return scanner.form === "row" ? undefined : start;
    start = end + 1;
  }
  return undefined;
}

function write(context: WriteContext): Writer {
  const put = (row: unknown): void => context.write(`${jsonText(row)}\n`);
  return jsonWriter(context, {
    failures: true,
    gold: (id, gold, query) => put({ id, query, ...facetsOf(gold) }),
    run(id, { mapping, hits, error }, query) {
      if (error !== undefined) put({ id, query, error });
      else if (!mapping) put({ id, query, hits: shortHits(hits) });
      else {
        const scores = new Map(hits.map((hit) => [hit.id, hit.score]));
        if (scores.size === hits.length && !hits.some(hasMore)) put({ id, query, hits: scores });
        // An object has no place for texts or duplicate documents.
        else {
          const named = query === undefined ? { query: id } : { query_id: id, query };
          for (const hit of hits) put({ ...named, doc: hit.id, score: hit.score, text: hit["text"] });
        }
      }
    },
    doc: (id, text, title) => put({ id, title, text }),
    end() {},
  });
}

export const jsonl: Format = {
  id: "jsonl",
  title: "JSON Lines",
  about:
    "One JSON object per line. Gold: a query with what is relevant to it. Run: a query with its hits, best first, or one hit with its score. Corpus: a document with its text.",
  extensions: ["jsonl", "ndjson", "json"],
  kinds: ["gold", "run", "corpus"],
  example: {
    gold: '{"id":"q1","query":"largest desert?","relevant":["d1","d3"]}\n{"id":"q2","relevant":{"d9":3,"d2":0}}\n',
    run: '{"id":"q1","hits":[{"id":"d3","score":2.5},{"id":"d1","score":1.75}]}\n{"id":"q2","hits":["d9"]}\n',
    corpus: '{"id":"d1","title":"Sahara","text":"The Sahara is a desert."}\n{"id":"d2","text":"Ice."}\n',
  },
  broken: {
    gold: { text: '{"id":"q1","relevant":["d1"]}\n{"id":"q2","relevant":["d9"\n', line: 2 },
    run: { text: '{"id":"q1","hits":["d3"]}\n{"id":"q2","hits":[{"id":"d9","score":NaN}]}\n', line: 2 },
    corpus: { text: '{"id":"d1","text":"A desert."}\n{"id":"d2"}\n', line: 2 },
  },
  detect,
  cut,
  read,
  write,
};
