/** Run files that an engine reads itself: their format and delimiter are found out here. */

import { separatorOf } from "../../../formats/csv/separator.ts";
import { detectFormat } from "../../../formats/detect.ts";
import { tagIn } from "../../../formats/trec-run.ts";
import type { EngineKind } from "../../../sql/engines/open.ts";
import type { SqlFile } from "../../../sql/nodes.ts";
import type { Effects } from "../../effects.ts";
import type { Inputs } from "../sources.ts";
import { wrongUse } from "./problems.ts";

export interface EngineFile {
  readonly source: SqlFile;
  /** What a TREC file calls its run, or what several files that a pattern names have in common. */
  readonly tag?: string | undefined;
}

const FORMATS: Readonly<Record<string, SqlFile["format"]>> = {
  parquet: "parquet",
  csv: "csv",
  tsv: "csv",
  jsonl: "jsonl",
  "trec-run": "trec-run",
};
const TAB = "\t";

/** s3://… and the like, or several files: only the engine can open them, so the name decides. */
const isElsewhere = async (path: string, { files }: Effects): Promise<boolean> =>
  /^[a-z][a-z0-9+.-]+:\/\//i.test(path) ||
  (PATTERN.test(path) && (await files.facts(path).catch(() => undefined)) === undefined);
const PATTERN = /[*?[\]]/;

const BY_NAME: readonly (readonly [RegExp, SqlFile["format"], string?])[] = [
  [/\.parquet$/i, "parquet"],
  [/\.csv(\.gz)?$/i, "csv", ","],
  [/\.tsv(\.gz)?$/i, "csv", TAB],
  [/\.(jsonl|ndjson)(\.gz)?$/i, "jsonl"],
  [/\.(trec|run|res)(\.gz)?$/i, "trec-run"],
];

export async function engineFile(
  path: string,
  { scheme, files = [] }: EngineKind,
  format: string | undefined,
  inputs: Inputs,
  effects: Effects,
): Promise<EngineFile> {
  if (path === "-") throw wrongUse("engine-stdin", { engine: scheme });
  if (files.length === 0) throw wrongUse("engine-without-files", { engine: scheme, path });
  if (await isElsewhere(path, effects)) return fileElsewhere(path, scheme);
  if ((await inputs.stored(path)) !== undefined) throw wrongUse("engine-stored", { engine: scheme, path });
  const source = await inputs.open(path);
  const detected = await detectFormat(source, "run", format);
  const known = FORMATS[detected.format.id];
  // DuckDB unpacks what is called .gz.
  const isPacked = source.file === undefined && source.folder === undefined;
  if (
    known === undefined ||
    !files.includes(known) ||
    (isPacked && (known === "parquet" || !/\.gz$/i.test(path)))
  )
    throw wrongUse("engine-format", {
      engine: scheme,
      path,
      format:
        isPacked && known !== undefined ? `${detected.format.title}, compressed` : detected.format.title,
    });
  const head = await source.head();
  const at = {
    kind: "file",
    path: effects.files.resolve(path),
    name: path,
    format: known,
    ...(PATTERN.test(path) || PATTERN.test(effects.files.resolve(path)) ? { exact: true as const } : {}),
  } as const;
  if (known === "csv")
    return {
      source: {
        ...at,
        delimiter: detected.format.id === "tsv" ? TAB : String.fromCharCode(separatorOf(head)),
      },
    };
  if (known === "trec-run") return { source: at, tag: tagIn(head) };
  return { source: at };
}

function fileElsewhere(path: string, engine: string): EngineFile {
  const found = BY_NAME.find(([name]) => name.test(path));
  if (found === undefined) throw wrongUse("engine-extension", { engine, path });
  const [, format, delimiter] = found;
  const source: SqlFile = { kind: "file", path, format, ...(delimiter === undefined ? {} : { delimiter }) };
  return isPattern(source) ? { source, tag: commonName(path) } : { source };
}

/** Several files that are one run. */
export const isPattern = ({ path, name, exact }: SqlFile): boolean =>
  name === undefined && exact !== true && PATTERN.test(path);

/** "bm25" of runs/bm25-*.parquet, "runs" of runs/*.parquet. */
function commonName(path: string): string {
  const parts = path.replace(/(\.\w+?)(\.gz)?$/, "").split(/[/\\]/);
  const plain = parts.map((part) =>
    part
      .replace(/\[[^[\]]{0,200}\]|[*?]/g, "")
      .replace(/^[-_.\s]+/, "")
      .replace(/(?<![-_.:\s])[-_.:\s]+$/, ""),
  );
  return plain.findLast((part) => part !== "") ?? path;
}
