/** A Parquet file opened for random access: its columns and row groups. */
import type { gunzipSync } from "node:zlib";
import type { ColumnMetaData, Compressors, FileMetaData, SchemaTree } from "hyparquet";
import { GoldieError } from "../../core/problem.ts";
import { memoryPlaces, type Places } from "../../files/places.ts";
import { fileTrouble } from "../../files/read-trouble.ts";
import type { Source } from "../../files/source.ts";
import { emptyFile } from "../_problems.ts";
import { ParquetError } from "./_hybrid.ts";
import type { Decoders, Mode, ValueType } from "./_values.ts";
import { hasMagic } from "./magic.ts";
import { parquetProblem } from "./problems.ts";

/** One leaf of the schema. A list is known by its own name, a field of a struct as `struct.field`. */
export interface ParquetColumn extends ValueType {
  readonly name: string;
  /** The names on the way to it; null: each entry of a list. */
  readonly path: readonly (string | null)[];
  /** Its place among the chunks of a group. */
  readonly index: number;
  /** 0: one value per row; 1: a list; 2: a list of lists. */
  readonly depth: number;
  readonly maxDefinition: number;
  /** The definition level from which on the list of each depth has an entry. */
  readonly listLevels: readonly number[];
  /** What the values are, in words; undefined where they can be ids or numbers. */
  readonly holds: string | undefined;
}

export interface ParquetFile {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly { readonly rows: number; readonly chunks: readonly ColumnMetaData[] }[];
  readonly library: ParquetDecoding;
  /** Fills `into` from a place in the file. */
  read(into: Uint8Array, position: number): Promise<unknown>;
  readonly size: number;
  close(): Promise<void>;
}

interface ParquetDecoding extends Decoders {
  readonly parquetHeader: typeof import("hyparquet/src/column.js").parquetHeader;
  readonly compressors: Compressors;
}

/** Loaded on demand: text files do not need it. */
async function loadLibrary(): Promise<ParquetDecoding & { readonly main: typeof import("hyparquet") }> {
  const [main, { parquetHeader }, delta, { byteStreamSplit }, { compressors }, zlib] = await Promise.all([
    import("hyparquet"),
    import("hyparquet/src/column.js"),
    import("hyparquet/src/delta.js"),
    import("hyparquet/src/encoding.js"),
    import("hyparquet-compressors"),
    import("node:zlib"),
  ]);
  const { zstdDecompressSync } = zlib as unknown as { zstdDecompressSync?: typeof gunzipSync };
  const bounded =
    (engine: typeof gunzipSync) =>
    (input: Uint8Array, length: number): Uint8Array =>
      engine(input, { maxOutputLength: Math.max(1, length) });
  return {
    main,
    parquetHeader,
    ...delta,
    byteStreamSplit: byteStreamSplit as Decoders["byteStreamSplit"],
    compressors: {
      ...compressors,
      // Node's own decompressors are several times faster, and verify checksums.
      GZIP: bounded(zlib.gunzipSync),
      BROTLI: bounded(zlib.brotliDecompressSync),
      ...(zstdDecompressSync === undefined ? {} : { ZSTD: bounded(zstdDecompressSync) }),
    },
  };
}

/** The row callback may throw too; such errors are not about the file. */
const isSomebodyElses = (error: unknown): boolean =>
  error instanceof Error &&
  error.constructor !== Error &&
  ![ParquetError, TypeError, RangeError, SyntaxError].some((known) => error instanceof known);

/** An error inside the file, with its name. */
export function parquetTrouble(name: string, error: unknown): unknown {
  if (error instanceof GoldieError || isSomebodyElses(error)) return error;
  const system = (error as NodeJS.ErrnoException).syscall;
  if (system !== undefined) return fileTrouble(name, error);
  // A TypeError about a missing value would not help the user.
  const told = error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
  const message = told ? error.message.replace(/^parquet /, "") : "its parts do not fit together";
  return new GoldieError(parquetProblem("broken-parquet/damaged", { message }, { at: { file: name } }));
}

export async function openParquet(source: Source): Promise<ParquetFile> {
  const { size, read, close } = await placesIn(source);
  try {
    if (size === 0) throw new GoldieError({ ...emptyFile("bytes"), at: { file: source.name } });
    const ends = new Uint8Array(8);
    if (size >= 12) {
      await read(ends.subarray(0, 4), 0);
      await read(ends.subarray(4), size - 4, true);
    }
    const at = { file: source.name };
    if (!hasMagic(ends, 0)) throw new GoldieError(parquetProblem("not-parquet", {}, { at }));
    if (!hasMagic(ends, 4)) throw new GoldieError(parquetProblem("broken-parquet/cut", {}, { at }));
    const { main, ...library } = await loadLibrary();
    const file = {
      byteLength: size,
      async slice(start: number, end = size): Promise<ArrayBuffer> {
        const bytes = new Uint8Array(end - start);
        // Columns may be within the part read for the footer.
        await read(bytes, start, true);
        return bytes.buffer;
      },
    };
    const metadata = await main.parquetMetadataAsync(file, { geoparquet: false });
    return {
      name: source.name,
      rows: Number(metadata.num_rows),
      columns: leaves(main.parquetSchema(metadata)),
      groups: groupsOf(metadata),
      library,
      read,
      size,
      close,
    };
  } catch (error) {
    await close();
    throw await parquetTrouble(source.name, error);
  }
}

/** Random-access reads; an offset outside the file means that it is damaged. */
async function placesIn(source: Source): Promise<Places> {
  const places = await (source.places?.() ?? source.bytes().then(memoryPlaces)).catch(async (error) =>
    Promise.reject(await fileTrouble(source.name, error)),
  );
  return {
    ...places,
    async read(into, position, keep) {
      if (await places.read(into, position, keep)) return true;
      throw new ParquetError(
        position < 0 || position + into.length > places.size
          ? "it points outside of itself"
          : "it ends too early",
      );
    },
  };
}

function groupsOf(metadata: FileMetaData): ParquetFile["groups"] {
  const sizes = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
  const rows = sizes.reduce((sum, size) => (size >= 0 ? sum + size : Number.NaN), 0);
  if (rows !== Number(metadata.num_rows)) throw new ParquetError("its row groups do not add up to its rows");
  return metadata.row_groups.map(({ num_rows, columns }) => ({
    rows: Number(num_rows),
    chunks: columns.map(({ meta_data, file_path }) => {
      if (meta_data === undefined) throw new ParquetError("a column is encrypted");
      if (file_path !== undefined && file_path !== "")
        throw new ParquetError(`a column is in another file, ${file_path}`);
      return meta_data;
    }),
  }));
}

function leaves(root: SchemaTree): ParquetColumn[] {
  const columns: ParquetColumn[] = [];
  const walk = (
    node: SchemaTree,
    name: string,
    before: ParquetColumn["path"],
    definition: number,
    lists: readonly number[],
  ): void => {
    if (typeof node.element.name !== "string") throw new ParquetError("a column has no name");
    const repetition = node.element.repetition_type;
    const level = definition + (repetition === "REQUIRED" || repetition === undefined ? 0 : 1);
    const nested = repetition === "REPEATED" ? [...lists, level] : lists;
    const path = repetition === "REPEATED" ? [...before, null] : before;
    if (node.children.length === 0) {
      columns.push({
        name,
        path,
        index: columns.length,
        depth: nested.length,
        maxDefinition: level,
        listLevels: nested,
        ...typeOf(node),
      });
      return;
    }
    for (const child of node.children) {
      // The names of a list's inner parts (list, element, item, array, bag) mean nothing.
      const inner =
        repetition === "REPEATED" ? node.children.length === 1 : child.element.repetition_type === "REPEATED";
      if (inner) walk(child, name, path, level, nested);
      else walk(child, `${name}.${child.element.name}`, [...path, child.element.name], level, nested);
    }
  };
  for (const child of root.children) walk(child, child.element.name, [child.element.name], 0, []);
  return columns;
}

const OTHER: Readonly<Record<string, string>> = {
  DATE: "dates",
  TIME_MILLIS: "times",
  TIME_MICROS: "times",
  TIMESTAMP_MILLIS: "times",
  TIMESTAMP_MICROS: "times",
  DECIMAL: "decimals",
  INTERVAL: "intervals",
  BSON: "BSON",
};

function typeOf({ element }: SchemaTree): ValueType & Pick<ParquetColumn, "holds"> {
  const { type, type_length: length, converted_type: converted, logical_type: logical } = element;
  if (type === undefined) throw new ParquetError(`column ${element.name} has no type`);
  const as = logical?.type === "UUID" ? "uuid" : logical?.type === "FLOAT16" ? "float16" : "plain";
  const timed = logical?.type === "TIMESTAMP" || logical?.type === "TIME" ? "times" : undefined;
  return {
    type,
    length: length ?? 0,
    unsigned:
      converted?.startsWith("UINT") === true || (logical?.type === "INTEGER" && !logical.isSigned) || false,
    as,
    holds:
      timed ??
      (converted === undefined ? undefined : OTHER[converted]) ??
      (type === "INT96" || (type === "FIXED_LEN_BYTE_ARRAY" && as === "plain") ? "bytes" : undefined),
  };
}

/** Can the column be read that way? If not, what it holds instead. */
export function cannotBe(column: ParquetColumn, mode: Mode): string | undefined {
  if (column.holds !== undefined) return column.holds;
  if (mode === "text" && column.type === "BOOLEAN") return "true and false";
  if (mode === "text" && column.as === "float16") return "fractions";
  return mode === "number" && column.as === "uuid" ? "UUIDs" : undefined;
}
