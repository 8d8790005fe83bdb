/** Forbidden documents that came back, in words. */
import type { LeakedDocument } from "../evaluate/score/leaks.ts";
import { counted } from "../text/counted.ts";
import { fill } from "../text/fill.ts";
import { oneLine } from "../text/width.ts";
import type { Report, Reported } from "./model.ts";

const SHOWN = 3;

/** A line per run where the gold forbids documents; with `all`, every leak below it. */
export const leaksText = ({ runs }: Report, all: boolean, width: number): string =>
  runs
    .filter(({ result }) => result.forbidden.queries > 0)
    .map(({ result }) => {
      const rows = all ? leakRows(result, width) : [];
      return `${[fill(oneLine(`${result.name}: ${headOf(result.forbidden, all)}`), "", width), ...rows].join("\n")}\n`;
    })
    .join("");

function headOf({ queries, k, leaked }: Reported["forbidden"], all: boolean): string {
  const of = counted(queries, "query", "queries");
  if (leaked.size === 0) return `none of ${of} with forbidden documents returned one in the top ${k}`;
  const first = [...leaked]
    .slice(0, SHOWN)
    .map(
      ([query, list]) =>
        `${query} (${leakWords(list[0]!)}${list.length > 1 ? ` and ${list.length - 1} more` : ""})`,
    );
  const more = leaked.size > SHOWN ? [`and ${leaked.size - SHOWN} more`] : [];
  return `${leaked.size} of ${of} with forbidden documents returned one in the top ${k}${all ? "" : `: ${[...first, ...more].join(", ")}`}`;
}

const leakRows = ({ forbidden: { leaked } }: Reported, width: number): string[] =>
  [...leaked].map(
    ([query, list]) =>
      `  ${fill(oneLine(`${query}  ${list.map(leakWords).join(", ")}`), "      ", width).trimStart()}`,
  );

const leakWords = ({ doc, rank, hit }: LeakedDocument): string =>
  `${doc}${hit === undefined ? "" : ` as ${hit}`} at rank ${rank}`;
