/** `goldie gold split`. */
import type { QueryId } from "../../../core/ids.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { type LoadedGold, loadGold } from "../../../engine/load.ts";
import type { Source } from "../../../files/source.ts";
import { splitQueries } from "../../../gold/split.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { columnsBy } from "../../shared/asked.ts";
import { writeOutput } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { withInputs } from "../../shared/sources.ts";
import { targetFormat } from "../../shared/target.ts";
import { say } from "./_rows.ts";
import { goldCommandProblem, wrongUse } from "./problems.ts";

const TEST = 0.3;

export async function split(args: Args, effects: Effects): Promise<number> {
  const log = new ProblemLog();
  const text = args.text("test");
  const share = text === undefined ? TEST : Number(text);
  if (!(share > 0 && share < 1)) throw wrongUse("not-a-test-share", { found: text! });
  const paths = args.all("output");
  const format = args.text("format");
  const done = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const source = await inputs.open(args.positionals[0]!, true);
    const loaded = await loadGold(source, {
      log,
      columns: columnsBy(args),
      ...(format === undefined ? {} : { format }),
    });
    refuseErrors(log);
    const ids = [...loaded.gold.keys()];
    const test = splitQueries(
      ids.map((id) => ({ id, text: loaded.words.get(id) })),
      share,
    );
    const parts = [ids.filter((id) => !test.has(id)), ids.filter((id) => test.has(id))];
    const lines = await ownLines(source, loaded, paths);
    for (const [i, part] of parts.entries()) {
      if (part.length === 0) {
        const fields = { part: i === 0 ? "first" : "test", queries: ids.length };
        throw goldCommandProblem.error("empty-part", fields);
      }
    }
    for (const [i, part] of parts.entries()) await writePart(paths[i]!, part, loaded, lines, effects, log);
    return parts.map((part, i) => `${paths[i]}: ${counted(part.length, "query", "queries")}`);
  });
  await say(done, args, effects);
  if (!args.has("quiet")) await showWarnings(log.list(), effects, args);
  return 0;
}

/** The lines of a JSON Lines file with a row per query, copied unchanged to keep other keys. */
async function ownLines(
  source: Source,
  { format, lines, gold }: LoadedGold,
  paths: readonly string[],
): Promise<ReadonlyMap<QueryId, string> | undefined> {
  if (format !== "jsonl" || !paths.every((path) => /\.jsonl$/i.test(path))) return undefined;
  const rows = new TextDecoder().decode(await source.bytes()).split("\n");
  if (rows.filter((row) => row.trim() !== "").length !== gold.size) return undefined;
  return new Map([...lines].map(([query, line]) => [query, rows[line - 1]!.trimEnd()]));
}

async function writePart(
  path: string,
  part: readonly QueryId[],
  { gold, words }: LoadedGold,
  lines: ReadonlyMap<QueryId, string> | undefined,
  effects: Effects,
  log: ProblemLog,
): Promise<void> {
  await writeOutput(path, effects, async (write) => {
    if (lines !== undefined) {
      for (const query of part) await write(`${lines.get(query)}\n`);
      return;
    }
    const pending: (string | Uint8Array)[] = [];
    const writer = targetFormat(path, "gold", undefined).write!({
      kind: "gold",
      name: "gold",
      write: (piece) => void pending.push(piece),
      problem: (problem) => log.add({ ...problem, at: { file: path, ...problem.at } }),
    });
    for (const query of part) {
      const text = words.get(query);
      if (text !== undefined) writer.query?.(query, text, 0);
      writer.gold?.(query, gold.get(query), 0);
    }
    await writer.end();
    for (const piece of pending) await write(piece);
  });
}
