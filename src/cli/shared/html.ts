/** A report as a web page. Loaded on demand: the bundle contains the page's components and script. */
import { extname } from "node:path";
import type { Report } from "../../reports/model.ts";
import type { Effects } from "../effects.ts";
import type { Args } from "./args.ts";
import { writeOutput } from "./output.ts";

export const isHtml = (path: string): boolean => /^\.html?$/i.test(extname(path));

/** The size of the written file, in bytes. */
export async function writeHtml(
  path: string,
  report: Report,
  args: Args,
  effects: Effects,
  title?: string,
): Promise<number> {
  const { reworded } = await import("../../core/problem-table.ts");
  const { allTables } = await import("./problem-tables.ts");
  const { htmlReport } = await import("../../reports/html/html.ts");
  const hits = args.count("hits", 1);
  const pieces = htmlReport(report, {
    reword: (problem) => reworded(problem, allTables, "command"),
    ...(hits === undefined ? {} : { hits }),
    ...(title === undefined ? {} : { title }),
  });
  return writeOutput(path, effects, async (write) => {
    let size = 0;
    for (const piece of pieces) {
      await write(piece);
      size += Buffer.byteLength(piece);
    }
    return size;
  });
}
