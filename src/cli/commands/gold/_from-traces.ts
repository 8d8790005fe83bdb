/** `goldie gold from-traces`. */
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { readInto } from "../../../engine/load.ts";
import { type RankingInput, readRanking } from "../../../evaluate/input/read-run.ts";
import { detectFormat } from "../../../formats/detect.ts";
import { type AskedQuestion, foldQuestions } from "../../../gold/from-traces.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { columnsBy } from "../../shared/asked.ts";
import { showWarnings } from "../../shared/problems.ts";
import { withInputs } from "../../shared/sources.ts";
import { say, writeRows } from "./_rows.ts";
import { goldCommandProblem } from "./problems.ts";

export async function fromTraces(args: Args, effects: Effects): Promise<number> {
  const log = new ProblemLog();
  const most = args.count("n", 1);
  const asked = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const all: AskedQuestion[] = [];
    for (const path of args.positionals) {
      const source = await inputs.open(path);
      const { format } = await detectFormat(source, "run", args.text("format"));
      const words = new Map<string, string>();
      const lists = new Map<string, readonly string[]>();
      // Each span is one asked question; in other formats, each row.
      const traces = format.traces === true;
      const columns = { ...columnsBy(args), ...(traces ? { query: "span_id" } : {}) };
      await readInto(
        source,
        "run",
        {
          query: (id, text) => void words.set(id, text),
          ranking: (id, hits) => void lists.set(id, idsIn(id, hits as RankingInput)),
        },
        { log, columns, texts: false, format: format.id },
      );
      for (const [id, text] of words) all.push({ text, hits: lists.get(id) ?? [] });
    }
    return all;
  });
  const problems = log.list();
  if (asked.length === 0) {
    const errors = problems.filter(({ level }) => level === "error");
    const none = goldCommandProblem("no-questions-asked", {});
    throw new GoldieError(errors[0] ?? none, errors.length === 0 ? [none] : errors);
  }
  const questions = foldQuestions(asked);
  const rows = most === undefined ? questions : questions.slice(0, most);
  await writeRows(rows, args, effects);
  const folded =
    questions.length < asked.length
      ? `, ${counted(questions.length, "question", "questions")} after folding near-duplicates`
      : "";
  const shown = rows.length < questions.length ? `; wrote the ${rows.length} asked most` : "";
  await say(
    [
      `${counted(asked.length, "question was", "questions were")} asked${folded}${shown}`,
      'To label: add "relevant": [ids] to each row ([] if nothing answers it). Unlabelled rows are refused by goldie eval.',
    ],
    args,
    effects,
  );
  if (!args.has("quiet")) await showWarnings(problems.map(asWarning), effects, args);
  return 0;
}

/** Skip unreadable spans: nothing is scored here. */
const asWarning = ({ level: _, ...problem }: Problem): Problem => problem;

function idsIn(query: string, hits: RankingInput): string[] {
  if (hits instanceof Error) return [];
  return readRanking(query, hits, new ProblemLog()).ids.filter((id) => id !== null);
}
