/** Parquet files, written one group of rows at a time. */
import type { BasicType } from "hyparquet-writer";

const GROUP = 100_000;

export interface OutColumn {
  readonly name: string;
  readonly type: BasicType;
  /** 1: lists of it; 2: lists of lists. */
  readonly depth?: 1 | 2;
  /** Some rows have none: null. */
  readonly optional?: true;
}

interface RowWriter {
  /** A row, in the order of the columns. */
  add(...cells: unknown[]): void;
  end(): Promise<void>;
}

type ParquetWriting = typeof import("hyparquet-writer");

/**
 * Rows in, bytes out. The library is loaded meanwhile, so a caller that never waits has its rows kept until `end`;
 * one that does has them written as soon as a group is full.
 */
export function createRowWriter(columns: readonly OutColumn[], put: (bytes: Uint8Array) => void): RowWriter {
  let library: ParquetWriting | undefined;
  const loading = import("hyparquet-writer").then((loaded) => {
    library = loaded;
  });
  // `end` reports a failure; avoid an unhandled rejection before that.
  loading.catch(() => {});
  const empty = (): unknown[][] => columns.map(() => []);
  let group = empty();
  let waiting: unknown[][][] = [];
  let file: ReturnType<typeof createFile> | undefined;
  const flush = (): void => {
    if (library === undefined) return;
    file ??= createFile(library, columns, put);
    for (const full of waiting) file.group(full);
    waiting = [];
  };
  return {
    add(...cells) {
      for (let i = 0; i < group.length; i++) group[i]!.push(cells[i]);
      if (group[0]!.length < GROUP) return;
      waiting.push(group);
      group = empty();
      flush();
    },
    async end() {
      await loading;
      if (group[0]!.length > 0) waiting.push(group);
      flush();
      file!.end();
    },
  };
}

function createFile(
  { ByteWriter, ParquetWriter }: ParquetWriting,
  columns: readonly OutColumn[],
  put: (bytes: Uint8Array) => void,
): { group(data: readonly unknown[][]): void; end(): void } {
  class PieceWriter extends ByteWriter {
    flush(): void {
      put(this.getBytes().slice());
      this.index = 0;
    }
    override finish(): void {
      this.flush();
    }
  }
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(({ name, type, depth = 0, optional }) => schemaOf(name, type, depth, optional)),
  ];
  const writer = new ParquetWriter({ writer: new PieceWriter(1 << 16), schema, statistics: false });
  return {
    group(data) {
      const rows = {
        columnData: columns.map(({ name }, i) => ({ name, data: data[i]! })),
        rowGroupSize: GROUP,
      };
      void writer.write(rows);
    },
    end: () => void writer.finish(),
  };
}

type Element = ConstructorParameters<ParquetWriting["ParquetWriter"]>[0]["schema"][number];

function schemaOf(name: string, type: BasicType, depth: number, optional?: true): Element[] {
  if (depth > 0)
    return [
      { name, converted_type: "LIST", repetition_type: "REQUIRED", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...schemaOf("element", type, depth - 1),
    ];
  const text = type === "STRING";
  return [
    {
      name,
      type: text ? "BYTE_ARRAY" : (type as "DOUBLE"),
      ...(text ? { converted_type: "UTF8" as const } : {}),
      repetition_type: optional ? "OPTIONAL" : "REQUIRED",
    },
  ];
}
