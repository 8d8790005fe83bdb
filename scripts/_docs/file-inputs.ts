/** Small inputs for the tables of docs/guide/files.md: Parquet files, folders and writer inputs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Problem } from "../../src/core/problem.ts";
import { type Format, formats, openSource, type Source } from "../../src/engine/index.ts";
import type { Writer } from "../../src/formats/index.ts";

export const formatNamed = (id: string): Format => formats.find((format) => format.id === id)!;

type ColumnType = "STRING" | "DOUBLE" | "TIMESTAMP";
export interface Column {
  readonly name: string;
  readonly data: readonly unknown[];
  readonly type?: ColumnType;
  /** Each cell is a list of one entry. */
  readonly list?: true;
}

export function parquetOf(...columns: readonly Column[]): Uint8Array {
  const lists = columns.filter(({ list }) => list === true);
  const columnData = columns.map(({ name, data, type = "STRING", list }) =>
    list === true
      ? { name, data: data.map((one) => [one]) }
      : { name, data: [...data], type, nullable: data.includes(null) },
  );
  const schema = lists.flatMap(({ name }) => [
    { name, repetition_type: "OPTIONAL" as const, num_children: 1, converted_type: "LIST" as const },
    { name: "list", repetition_type: "REPEATED" as const, num_children: 1 },
    {
      name: "element",
      type: "BYTE_ARRAY" as const,
      converted_type: "UTF8" as const,
      repetition_type: "OPTIONAL" as const,
    },
  ]);
  const all = [{ name: "root", num_children: columns.length }, ...schema];
  return new Uint8Array(
    parquetWriteBuffer({ columnData, ...(lists.length === 0 ? {} : { schema: all }) } as Parameters<
      typeof parquetWriteBuffer
    >[0]),
  );
}

/** Problems of a temporary folder, shown under the name data. */
export function inFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (source: Promise<Source>) => Promise<readonly Problem[]>,
): () => Promise<readonly Problem[]> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), "goldie-docs-"));
    try {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      const problems = await use(openSource(folder, undefined, { name: "data" }));
      const plain = (text: string): string => text.replaceAll(`${folder}${sep}`, "");
      return problems.map((problem) => ({ ...problem, what: plain(problem.what), fix: plain(problem.fix) }));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

/** What a writer reports for some input. */
export const writingOf =
  (format: Format, kind: "gold" | "run", tell: (writer: Writer) => void) => async (): Promise<Problem[]> => {
    const problems: Problem[] = [];
    const writer = format.write!({
      kind,
      name: "run",
      write() {},
      problem: (problem) => void problems.push(problem),
    });
    tell(writer);
    await writer.end();
    return problems;
  };
