/** rrf(k=20) → a fusion with its parameters, and back. */

import type { Fusion } from "../../core/fusion.ts";
import { named } from "../../core/named.ts";
import type { Params } from "../../core/params.ts";
import { fillParams } from "../../core/params.ts";
import { fuseProblem } from "./problems.ts";

export interface FusionCall {
  readonly fusion: Fusion;
  readonly params: Params;
}

const CALL = /^([A-Za-z][\w-]*)\s*(?:\(([^()]*)\))?$/;

/** name(param=value,...). Case does not matter, `_` is `-`, and numbers of a list are separated by ";". */
export function parseFusion(
  text: string,
  fusions: readonly Fusion[],
  given: Readonly<Record<string, unknown>> = {},
): FusionCall {
  const m = CALL.exec(text.trim());
  if (m === null) throw fuseProblem.error("unknown-name/not-a-fusion", { name: text });
  const [, name, inside = ""] = m;
  // A Map: `__proto__` is a name like any other, and unknown.
  const values = new Map<string, unknown>();
  for (const pair of inside.split(",").filter((piece) => piece.trim() !== "")) {
    const [key, ...value] = pair.split("=");
    if (value.length !== 1)
      throw fuseProblem.error("bad-parameter/of-fusion", { method: text, found: pair.trim() });
    values.set(key!.trim().toLowerCase(), value[0]!.trim());
  }
  const table = Object.fromEntries(
    fusions.flatMap((fusion) => [fusion.id, ...(fusion.aliases ?? [])].map((one) => [one, fusion])),
  );
  const fusion = named(table, name!.toLowerCase().replaceAll("_", "-"), "fusion");
  return { fusion, params: fillParams(fusion, { ...Object.fromEntries(values), ...given }) };
}

/** The one way a fusion prints: defaults left out. */
export function printFusion({ fusion, params }: FusionCall): string {
  const shown = Object.entries(fusion.params).flatMap(([name, spec]) => {
    const text = written(params[name]);
    return text === written(spec.default) ? [] : [`${name}=${text}`];
  });
  return `${fusion.id}${shown.length === 0 ? "" : `(${shown.join(",")})`}`;
}

const written = (x: unknown): string => (Array.isArray(x) ? x.join(";") : String(x));
