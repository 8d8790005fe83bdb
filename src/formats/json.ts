/** One JSON document: gold, a run or documents as an object by query (or id), or as a list of the rows that JSON Lines has. */
import type { Problem } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { emptyFile, errorAt } from "./_problems.ts";
import type { Format, Guess, Kind, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { CorpusReader } from "./json/corpus.ts";
import { GoldReader } from "./json/gold.ts";
import { jsonProblem } from "./json/problems.ts";
import { readJson } from "./json/read-json.ts";
import { RunReader } from "./json/run.ts";
import { rowLikeness, sniffJson } from "./json/sniff.ts";
import { walkJson } from "./json/walk.ts";
import { facetsOf, hasMore, jsonText, jsonWriter, shortHits } from "./json/write.ts";
import { bestFirst } from "./rows/ranking-forms.ts";

const KIND_WORDS = { gold: "judged query", run: "query", corpus: "document", scores: "score" } as const;

export async function readDocument(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const { problem, kind } = context;
  const bytes = await source.bytes();
  const seen = sniffJson(bytes.subarray(0, 1 << 16));
  const members = seen?.form === "object" && rowLikeness(seen, kind) === 0;
  const run = kind === "run" ? new RunReader(sink, context) : undefined;
  const reader = run ?? (kind === "corpus" ? new CorpusReader(sink, context) : new GoldReader(sink, context));
  let parts = 0;
  const broken = (told: Problem): void => {
    parts++;
    problem(told);
  };
  for (const { start, end, place, key } of walkJson(bytes, members, broken)) {
    parts++;
    if (key === undefined) {
      if (run !== undefined) run.row(bytes, start, end, place);
      else {
        const value = readJson(bytes.subarray(start, end), place, problem);
        if (value !== undefined) reader.value(value, place.line);
      }
      continue;
    }
    const query = readJson(bytes.subarray(key.start, key.end), place, problem) as string | undefined;
    if (query === undefined) continue;
    if (query === "")
      problem(
        jsonProblem("empty-id/as-key", { of: kind === "corpus" ? "document" : "query" }, errorAt(place.line)),
      );
    else if (run !== undefined) {
      // Quotes around it, and no escapes inside.
      const plain = key.end - key.start - 2 === Buffer.byteLength(query);
      const id = plain ? { start: key.start + 1, end: key.end - 1 } : undefined;
      run.hits(query, bytes, start, end, place, id);
    } else {
      const value = readJson(bytes.subarray(start, end), place, problem);
      if (value !== undefined) (reader as GoldReader | CorpusReader).query(query, value, place.line);
    }
  }
  reader.end();
  if (parts === 0) problem(emptyFile(KIND_WORDS[kind]));
}

function detect(head: Uint8Array, _name: string, kind: Kind): Guess | undefined {
  const seen = sniffJson(head);
  if (seen === undefined)
    return /^\s*(\{|\[)/.test(new TextDecoder().decode(head.subarray(0, 200)))
      ? { sure: 0.1, why: "it starts like JSON" }
      : undefined;
  const likeness = rowLikeness(seen, kind);
  if (seen.form === "object" && likeness === 0) {
    const values = new Set(seen.keys.values());
    const fits =
      kind === "corpus"
        ? values.has('"') || values.has("{")
        : [...values].every((first) => first === "{" || first === "[");
    return fits ? { sure: 0.5, why: "one JSON object" } : { sure: 0.1, why: "one JSON object" };
  }
  if (seen.form === "array") return { sure: likeness || 0.2, why: "a list in JSON" };
  return seen.oneLine ? undefined : { sure: likeness || 0.2, why: "JSON objects over several lines" };
}

function write(context: WriteContext): Writer {
  let entries = 0;
  const put = (key: string, value: unknown): void => {
    context.write(`${entries++ === 0 ? "{\n" : ",\n"}${JSON.stringify(key)}: ${jsonText(value)}`);
  };
  return jsonWriter(context, {
    failures: true,
    gold(query, gold, words) {
      const { relevant, ...more } = facetsOf(gold);
      const alone = words === undefined && relevant !== undefined && Object.keys(more).length === 0;
      put(query, alone ? relevant : { query: words, relevant, ...more });
    },
    run(query, { mapping, hits, error }) {
      if (error !== undefined) return put(query, { error });
      const scores = new Map(hits.map((hit) => [hit.id, hit.score]));
      const isObject = mapping && scores.size === hits.length && !hits.some(hasMore);
      put(query, isObject ? scores : shortHits(mapping ? bestFirst(hits) : hits));
    },
    doc: (id, text, title) => put(id, title === undefined ? text : { title, text }),
    end: () => context.write(entries === 0 ? "{}\n" : "\n}\n"),
  });
}

export const json: Format = {
  id: "json",
  title: "JSON",
  about:
    "One JSON document: an object by query, as the library takes it, or a list of rows as in JSON Lines. Scores by document are ordered by score, lists are best first.",
  extensions: ["json"],
  kinds: ["gold", "run", "corpus"],
  example: {
    gold: '{\n  "q1": ["d1", "d3"],\n  "q2": {"relevant": [["d9", "d2"], ["d5"]], "answer": "42"}\n}\n',
    run: '{\n  "q1": ["d3", "d1"],\n  "q2": [{"id": "d9", "score": 0.5}]\n}\n',
    corpus: '{\n  "d1": {"title": "Sahara", "text": "The Sahara is a desert."},\n  "d2": "Ice."\n}\n',
  },
  broken: {
    gold: { text: '{\n  "q1": ["d1"],\n  "q2": {"relevant": NaN}\n}\n', line: 3 },
    run: { text: '{\n  "q1": ["d3"],\n  "q2": [{"id": "d9", "score": "high"}]\n}\n', line: 3 },
    corpus: { text: '{\n  "d1": "A desert.",\n  "d2": {"title": "Ice"}\n}\n', line: 3 },
  },
  detect,
  read: readDocument,
  write,
};
