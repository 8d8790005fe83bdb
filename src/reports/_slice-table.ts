import { renderTable } from "./_render.ts";
import { PARTIAL, slicesOf } from "./_slices.ts";
import type { Reported } from "./model.ts";

/** A row per value of a tag and run. */
export function sliceTable(
  results: readonly Pick<Reported, "name" | "summary" | "slices">[],
  tag: string,
  digits?: number,
): string {
  const { metrics, rows, partial } = slicesOf(results, tag, digits);
  const several = results.length > 1;
  const cells = rows.map(({ value, run, queries, means }) => [
    value,
    ...(several ? [run] : []),
    String(queries),
    ...means,
  ]);
  const head = [tag, ...(several ? ["run"] : []), "queries", ...metrics];
  const align = [...(several ? ["left" as const] : []), "left" as const, "right" as const];
  const text = renderTable([head, ...cells], { align });
  return partial ? `${text}\n${PARTIAL}` : text;
}
