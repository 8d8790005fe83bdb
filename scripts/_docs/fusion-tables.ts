/** The tables of docs/guide/fusion.md, from the fusions themselves. */
import { fusions, normalisations, type ParamSpec } from "../../src/index.ts";
import { code, prose, table } from "./markdown.ts";

const written = (spec: ParamSpec): string => {
  const byDefault = Array.isArray(spec.default) ? spec.default.join(";") : String(spec.default ?? "");
  return byDefault === "" ? "" : `=${byDefault}`;
};

export const fusionTable = (): string =>
  table(
    ["method", "aliases", "what it does", "score", "parameters", "reads"],
    fusions.map(({ id, aliases = [], definition, formula, params, needs }) => [
      code(id),
      aliases.map(code).join(", "),
      prose(definition),
      prose(formula),
      Object.entries(params)
        .map(([name, spec]) => `${code(`${name}${written(spec)}`)} ${prose(spec.doc)}`)
        .join(" "),
      needs.join(", "),
    ]),
  );

export const normalisationTable = (): string =>
  table(
    ["norm", "normalised score", "reads"],
    normalisations.map(({ id, definition, needs }) => [code(id), prose(definition), needs]),
  );
