/** Passages of a corpus, or of a sample drawn by `goldie gold sample`. */
import type { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadCorpus } from "../../../engine/load.ts";
import type { Source } from "../../../files/source.ts";
import type { CorpusPassage } from "../../../gold/sample.ts";
import { nodeCorpusFiles } from "../../../retrievers/bm25/files.ts";
import { readCorpus } from "../../../retrievers/bm25/read-corpus.ts";
import { isTextFile } from "../../../retrievers/bm25/read-texts.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { columnsBy } from "../../shared/asked.ts";
import type { Inputs } from "../../shared/sources.ts";

export async function loadPassages(
  path: string,
  args: Args,
  inputs: Inputs,
  effects: Effects,
  log: ProblemLog,
): Promise<Map<string, CorpusPassage>> {
  if (isTextFile(path) || (await effects.files.facts(path))?.kind === "folder")
    return readTextFiles(path, args, effects, log);
  const source = await inputs.open(path, true);
  const sampled = await sampleIn(source);
  if (sampled !== undefined) return sampled;
  const format = args.text("format");
  const { docs } = await loadCorpus(source, {
    log,
    columns: columnsBy(args),
    ...(format === undefined ? {} : { format }),
  });
  refuseErrors(log);
  return new Map([...docs].map(([id, doc]) => [id, { id, ...doc }]));
}

/** A folder of texts, one document per file, as for the embedded retriever. */
async function readTextFiles(
  path: string,
  args: Args,
  { files }: Effects,
  log: ProblemLog,
): Promise<Map<string, CorpusPassage>> {
  const passages = new Map<string, CorpusPassage>();
  await readCorpus(path, {
    files: nodeCorpusFiles(files.cwd),
    signal: new AbortController().signal,
    format: args.text("format"),
    columns: columnsBy(args),
    take({ id, text, title }) {
      passages.set(String(id), { id: String(id), text, ...(title === undefined ? {} : { title }) });
    },
    warn: (problem) => log.add(problem),
  });
  return passages;
}

/** A row of a sample, as `goldie gold sample` writes it. */
export interface SampleRow {
  /** To be filled in; until then every command refuses the row. */
  readonly query: string;
  readonly relevant: readonly string[];
  readonly title?: string;
  readonly text: string;
}

/** Undefined if it is something else. */
async function sampleIn(source: Source): Promise<Map<string, CorpusPassage> | undefined> {
  const head = new TextDecoder().decode(await source.head());
  const first = rowIn(head.slice(0, head.indexOf("\n")));
  if (first === undefined) return undefined;
  const passages = new Map<string, CorpusPassage>();
  for (const line of new TextDecoder().decode(await source.bytes()).split("\n")) {
    const row = rowIn(line);
    if (row === undefined) {
      if (line.trim() !== "") return undefined;
      continue;
    }
    const { title, text } = row;
    const id = row.relevant[0]!;
    passages.set(id, { id, text, ...(title === undefined ? {} : { title }) });
  }
  return passages;
}

function rowIn(line: string): SampleRow | undefined {
  try {
    const row = JSON.parse(line) as Partial<SampleRow> | null;
    const fits =
      typeof row?.query === "string" &&
      typeof row.text === "string" &&
      Array.isArray(row.relevant) &&
      row.relevant.length === 1 &&
      typeof row.relevant[0] === "string";
    return fits ? (row as SampleRow) : undefined;
  } catch {
    return undefined;
  }
}
