/** Judgements and runs as ranx saves them in JSON: { query: { document: grade or score } }, and nothing else. */

import type { Format, Guess, Kind, WriteContext, Writer } from "./format.ts";
import { sniffJson } from "./json/sniff.ts";
import { jsonText, jsonWriter } from "./json/write.ts";
import { readDocument } from "./json.ts";
import { rowProblem } from "./rows/problems.ts";
import { followsScores } from "./rows/ranking-forms.ts";
import { gradeRows, noId } from "./rows/rows-out.ts";

function detect(head: Uint8Array, _name: string, kind: Kind): Guess | undefined {
  const seen = sniffJson(head);
  if (seen?.form !== "object" || seen.inner.size === 0) return undefined;
  const fits =
    [...seen.keys.values()].every((c) => c === "{") && [...seen.inner.values()].every((c) => /[\d-]/.test(c));
  if (!fits) return undefined;
  const sure = kind === "gold" && seen.fractions ? 0.6 : 0.7;
  return { sure, why: "a JSON object of numbers by query and document" };
}

/** ranx has neither lists nor groups: documents without a number get one, with a warning. */
function write(context: WriteContext): Writer {
  let entries = 0;
  let without = 0;
  const put = (query: string, numbers: ReadonlyMap<string, number>): void =>
    context.write(`${entries++ === 0 ? "{\n" : ",\n"}  ${JSON.stringify(query)}: ${jsonText(numbers)}`);
  return jsonWriter(context, {
    gold: (query, gold) =>
      put(query, new Map(gradeRows(query, gold, context.problem).map(({ doc, grade }) => [doc, grade]))),
    run(query, { mapping, hits }) {
      const scores = new Map<string, number>();
      const scored = mapping || followsScores(hits);
      if (!scored && hits.length > 0) without++;
      hits.forEach(({ id, score }, i) => {
        if (id === null) context.problem(noId(query));
        else if (!scores.has(id)) scores.set(id, scored ? score! : hits.length - i);
      });
      if (scores.size < hits.length)
        context.problem(
          rowProblem("lost-hit", { query, count: hits.length - scores.size }, { at: { query } }),
        );
      put(query, scores);
    },
    doc() {},
    end() {
      context.write(entries === 0 ? "{}\n" : "\n}\n");
      if (without > 0) context.problem(rowProblem("made-scores", { count: without }));
    },
  });
}

export const ranxJson: Format = {
  id: "ranx-json",
  title: "ranx JSON",
  about:
    "One JSON object of objects: grades or scores by query and document, as ranx saves qrels and runs. Scores decide the order.",
  extensions: ["json"],
  kinds: ["gold", "run"],
  example: {
    gold: '{\n  "q1": {"d1": 1, "d2": 2},\n  "q2": {"d9": 3}\n}\n',
    run: '{\n  "q1": {"d3": 2.5, "d1": 1.75},\n  "q2": {"d9": 0.5}\n}\n',
  },
  broken: {
    gold: { text: '{\n  "q1": {"d1": 1},\n  "q2": {"d9": NaN}\n}\n', line: 3 },
    run: { text: '{\n  "q1": {"d3": 2.5},\n  "q2": {"d9": "0.5"}\n}\n', line: 3 },
  },
  detect,
  read: readDocument,
  write,
};
