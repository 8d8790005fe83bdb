/** Scores of each query as a Parquet file: a row for each run, query and metric. */
import { extname } from "node:path";
import type { Report } from "../../reports/model.ts";
import type { Effects } from "../effects.ts";
import { writeOutput } from "./output.ts";

export const isParquet = (path: string): boolean => extname(path).toLowerCase() === ".parquet";

/** One group of rows is held at a time. Loaded on demand: few write Parquet. */
export async function writeParquet(path: string, report: Report, effects: Effects): Promise<void> {
  const { createRowWriter } = await import("../../formats/parquet/write.ts");
  const { SCORE_COLUMNS, scoreRows } = await import("../../reports/score-rows.ts");
  await writeOutput(path, effects, async (write) => {
    const pieces: Uint8Array[] = [];
    const rows = createRowWriter(
      SCORE_COLUMNS.map((name) => ({
        name,
        type: name === "value" ? "DOUBLE" : "STRING",
        ...(name === "value" || name === "because" ? { optional: true } : {}),
      })),
      (bytes) => pieces.push(bytes),
    );
    // The writer has loaded its library by then, and writes groups as they are full.
    await import("hyparquet-writer");
    const drain = async (): Promise<void> => {
      for (const piece of pieces.splice(0)) await write(piece);
    };
    for (const row of scoreRows(report.runs.map(({ result }) => result))) {
      rows.add(...row);
      if (pieces.length > 0) await drain();
    }
    await rows.end();
    await drain();
  });
}
