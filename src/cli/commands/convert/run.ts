/** `goldie convert`. */
import { basename } from "node:path";
import type { Problem } from "../../../core/problem.ts";
import { GoldieError } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadRun, readInto } from "../../../engine/load.ts";
import type { Write } from "../../../files/replace-file.ts";
import type { Source } from "../../../files/source.ts";
import { type Format, formats, type Kind, type Writer } from "../../../formats/index.ts";
import { counted } from "../../../text/counted.ts";
import { fill } from "../../../text/fill.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { columnsBy, tableBy } from "../../shared/asked.ts";
import { refuseAbsentColumns } from "../../shared/asked-columns.ts";
import { twoColumns, widthFor } from "../../shared/help.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { asErrors, showWarnings } from "../../shared/problems.ts";
import { withInputs } from "../../shared/sources.ts";
import { shownPath, targetFormat, writeRankings } from "../../shared/target.ts";
import { convertProblem } from "./problems.ts";

const KINDS: readonly Kind[] = ["gold", "run", "corpus", "scores"];

export async function runConvert(args: Args, effects: Effects): Promise<number> {
  if (args.has("list")) {
    await effects.stdout.write(formatList(widthFor(effects.stdout)));
    return 0;
  }
  const [from, to] = args.positionals as [string, string];
  await refuseInputs([to], [from], effects);
  const log = new ProblemLog();
  const done = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const source = await inputs.open(from);
    const kind = await kindOf(source, args);
    const format = targetFormat(to, kind, args.text("to"));
    const rows = await writeOutput(to, effects, (write) => convert(source, kind, format, write, args, log));
    return oneLine(
      `${shownPath(from, "input")} → ${shownPath(to, "output")}: ${kind}, ${rows} as ${format.id}`,
    );
  });
  if (args.has("quiet")) return 0;
  await effects.stderr.write(`${done}\n`);
  await showWarnings(log.list(), effects, args);
  return 0;
}

/** Reads a whole source into a writer and returns a text that says how much it was. */
async function convert(
  source: Source,
  kind: Kind,
  format: Format,
  write: Write,
  args: Args,
  log: ProblemLog,
): Promise<string> {
  const [from, to] = args.positionals as [string, string];
  const pending: (string | Uint8Array)[] = [];
  const flush = async (): Promise<void> => {
    for (const text of pending.splice(0)) await write(text);
  };
  const problem = (one: Problem): void =>
    log.add({ ...one, at: { file: shownPath(to, "output"), ...one.at } });
  const writer = format.write!({
    kind,
    name: args.text("name") ?? nameOf(from),
    write: (text) => void pending.push(text),
    problem,
  });
  const counter = counting(writer, args.has("name"));
  await copy(flushing(source, flush), kind, counter.sink, args, log, problem);
  refuseErrors(log);
  refuseAbsentColumns(columnsBy(args), [{ path: source.name, kind }], log.list());
  // A writer that buffers its rows reports unsupported content only at the end.
  await writer.end();
  refuseErrors(log);
  if (args.has("strict") && log.warnings > 0) throw asErrors(log.list());
  await flush();
  return counter.rows();
}

/** Directly from reader to writer; a writer of whole lists gets whole lists. */
async function copy(
  source: Source,
  kind: Kind,
  writer: Writer,
  args: Args,
  log: ProblemLog,
  problem: (problem: Problem) => void,
): Promise<void> {
  const from = args.text("from");
  const options = {
    log,
    columns: columnsBy(args),
    table: tableBy(args),
    texts: true,
    ...(from === undefined ? {} : { format: from }),
  };
  if (kind !== "run" || writer.hit !== undefined) return void (await readInto(source, kind, writer, options));
  const { run, words, tag } = await loadRun(source, options);
  refuseErrors(log);
  for (const [query, text] of words) writer.query?.(query, text, 0);
  if (tag !== undefined) writer.tag?.(tag);
  writeRankings(writer, run, true, problem);
}

const nameOf = (path: string): string =>
  path === "-"
    ? "run"
    : basename(path)
        .replace(/(\.(gz|zst))?$/, "")
        .replace(/\.[^.]*$/, "");

/** What a file contains: as the user says, or the best match for its content. */
async function kindOf(source: Source, args: Args): Promise<Kind> {
  const given = args.text("kind") as Kind | undefined;
  if (given !== undefined) return given;
  const head = await source.head();
  const from = args.text("from");
  const sure = (kind: Kind): number =>
    Math.max(
      0,
      ...formats
        .filter(({ id, kinds }) => kinds.includes(kind) && (from === undefined || id === from))
        .map((format) => format.detect(head, source.name, kind)?.sure ?? 0),
    );
  const ranked = KINDS.map((kind) => ({ kind, sure: sure(kind) })).sort((a, b) => b.sure - a.sure);
  const best = ranked.filter((one) => one.sure > 0 && one.sure === ranked[0]!.sure);
  if (best.length === 1) return best[0]!.kind;
  // A table of queries, documents and numbers may be gold or a run; the output may decide.
  const fitting = best.filter(({ kind }) => canWrite(args, kind));
  if (fitting.length === 1) return fitting[0]!.kind;
  const place = { at: { file: source.name } };
  if (best.length > 0)
    throw convertProblem.error("several-kinds", { names: best.map(({ kind }) => kind) }, place);
  throw convertProblem.error(
    head.length === 0 ? "empty-file/to-convert" : "unknown-format/to-convert",
    {},
    place,
  );
}

/** Does the output name a format for it? */
function canWrite(args: Args, kind: Kind): boolean {
  try {
    targetFormat(args.positionals[1]!, kind, args.text("to"));
    return true;
  } catch (error) {
    if (error instanceof GoldieError) return false;
    throw error;
  }
}

/** Names for what a sink receives. */
const BROUGHT = {
  hit: ["hit", "hits"],
  ranking: ["list", "lists"],
  grade: ["judgement", "judgements"],
  gold: ["query", "queries"],
  doc: ["document", "documents"],
  score: ["score", "scores"],
} as const;

/** A writer that also counts its input. `named`: the run name given by the user overrides the file's. */
function counting(writer: Writer, named: boolean): { sink: Writer; rows(): string } {
  const counts = new Map<keyof typeof BROUGHT, number>();
  const sink: Record<string, unknown> = { end: () => writer.end() };
  const passed = [...(Object.keys(BROUGHT) as (keyof typeof BROUGHT)[]), "rows", "query", "tag"] as const;
  for (const method of passed) {
    const take = writer[method] as ((...told: unknown[]) => void) | undefined;
    if (take === undefined || (named && method === "tag")) continue;
    sink[method] = (...told: unknown[]) => {
      if (Object.hasOwn(BROUGHT, method))
        counts.set(method as keyof typeof BROUGHT, (counts.get(method as keyof typeof BROUGHT) ?? 0) + 1);
      take.call(writer, ...told);
    };
  }
  const rows = (): string =>
    [...counts].map(([method, n]) => counted(n, BROUGHT[method][0], BROUGHT[method][1])).join(" and ") ||
    "nothing";
  return { sink: sink as unknown as Writer, rows };
}

/** Waits for the disk before reading more. */
const flushing = (source: Source, flush: () => Promise<void>): Source => ({
  ...source,
  async *pieces() {
    for await (const piece of source.pieces()) {
      yield piece;
      await flush();
    }
  },
});

/** Wraps long lines, after a comma if possible. */
function wrapped(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const comma = line.lastIndexOf(",", width - 1) + 1;
  const end = comma > width / 2 ? comma : width;
  return [line.slice(0, end), ...wrapped(`      ${line.slice(end).trimStart()}`, width)];
}

/** All formats, with what their files look like. */
function formatList(width: number): string {
  const blocks = formats.map((format) => {
    const examples = Object.entries(format.example).map(
      ([kind, text]) =>
        `  ${kind}\n${text
          .trimEnd()
          .split("\n")
          .flatMap((line) => wrapped(`    ${line}`.trimEnd(), width))
          .join("\n")}`,
    );
    const facts = twoColumns(
      [
        ["holds", format.kinds.join(", ")],
        ["written", format.write === undefined ? "no" : "yes"],
        ["extensions", format.extensions.map((extension) => `.${extension}`).join(" ") || "none"],
      ],
      width,
    );
    return [`${format.id}: ${format.title}`, fill(format.about, "  ", width), facts, ...examples].join("\n");
  });
  return `${blocks.map((block) => block.trimEnd()).join("\n\n")}\n`;
}
