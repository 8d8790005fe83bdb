/** Values of parameters, given as text or as themselves → checked. */

import type { Rule } from "./metric.ts";
import { nearest } from "./problem.ts";
import { coreProblem } from "./problems.ts";

/** Linear, exponential (2^grade - 1), 1 for every grade above 0, or a table grade → gain (a grade that is not in it keeps its own value). */
export type Gain = "linear" | "exp" | "binary" | ReadonlyMap<number, number>;

interface ParamBase {
  readonly doc: string;
  /** What to say of it in a sentence about two numbers that differ. */
  readonly rule?: Rule;
  /** Exists to imitate another tool; kept out of the metric's documented parameters. */
  readonly compat?: true;
}

export interface NumberParam extends ParamBase {
  readonly kind: "number" | "integer";
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  /** Absent: the parameter is optional. */
  readonly default?: number;
}

export interface ChoiceParam<C extends string = string> extends ParamBase {
  readonly kind: "choice";
  /** value → what a metric with this value does, as the end of the sentence "it …" or, starting with "its", by itself. */
  readonly choices: Readonly<Record<C, string>>;
  readonly default: C;
}

export interface GainParam extends ParamBase {
  readonly kind: "gain";
  readonly default: Gain;
}

/** Numbers that belong together, such as the four weights of utility; written 1;-1;0;0. */
export interface ListParam extends ParamBase {
  readonly kind: "list";
  readonly default: readonly number[];
}

export type ParamSpec = NumberParam | ChoiceParam | GainParam | ListParam;

export type Specs = Readonly<Record<string, ParamSpec>>;

export type ParamValue = number | string | Gain | readonly number[] | undefined;

export type Params = Readonly<Record<string, ParamValue>>;

export type ValueOf<P extends ParamSpec> = P extends { readonly kind: "choice"; readonly choices: infer C }
  ? keyof C & string
  : P extends { readonly kind: "list" }
    ? readonly number[]
    : P extends { readonly kind: "gain" }
      ? Gain
      : P extends { readonly default: number }
        ? number
        : number | undefined;

export type ParamsOf<S extends Specs> = { readonly [K in keyof S]: ValueOf<S[K]> };

function parseGain(text: string): Gain | undefined {
  if (text === "linear" || text === "exp" || text === "binary") return text;
  const table = new Map<number, number>();
  for (const pair of text.split(/[;,]/)) {
    const [grade, worth, ...more] = pair.split(/[:=]/);
    if (more.length > 0 || !isNumber(grade) || !isNumber(worth)) return undefined;
    table.set(Number(grade), Number(worth));
  }
  return sortedTable(table);
}

/** By grade, so that one table prints one way. */
const sortedTable = (table: ReadonlyMap<number, number>): ReadonlyMap<number, number> =>
  new Map([...table].sort((a, b) => a[0] - b[0]));

const isNumber = (text: string | undefined): boolean =>
  text !== undefined && /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim());

/** Checks one value, given as text or as itself. */
function readParam(unit: string, parameter: string, spec: ParamSpec, given: unknown): ParamValue {
  const found = (): string =>
    typeof given === "string" ? given : given instanceof Map ? "a table" : String(JSON.stringify(given));
  const asGiven = () => ({ unit, parameter, found: found() });
  if (spec.kind === "choice") {
    if (typeof given === "string" && Object.hasOwn(spec.choices, given)) return given;
    const names = Object.keys(spec.choices);
    const close = nearest(String(given), names, 1);
    throw coreProblem.error("bad-parameter/choice", { ...asGiven(), nearest: close, names });
  }
  if (spec.kind === "gain") {
    const gain =
      given instanceof Map
        ? sortedTable(given as ReadonlyMap<number, number>)
        : typeof given === "string"
          ? parseGain(given)
          : undefined;
    const fits = (table: ReadonlyMap<number, number>) =>
      table.size > 0 && [...table].every(([g, w]) => Number.isFinite(g) && Number.isFinite(w) && w >= 0);
    if (gain !== undefined && (typeof gain === "string" || fits(gain))) return gain;
    throw coreProblem.error("bad-parameter/gain", asGiven());
  }
  if (spec.kind === "list") {
    const list =
      typeof given === "string"
        ? given.split(/[;,]/).map((x) => (isNumber(x) ? Number(x) : Number.NaN))
        : given;
    if (Array.isArray(list) && list.length > 0 && list.every(Number.isFinite)) return list as number[];
    const example = spec.default.length === 0 ? "0.3;0.7" : spec.default.join(";");
    throw coreProblem.error("bad-parameter/list", { ...asGiven(), example });
  }
  const x = typeof given === "string" && isNumber(given) ? Number(given) : given;
  const whole = spec.kind === "integer";
  const fits =
    typeof x === "number" &&
    Number.isFinite(x) &&
    (!whole || Number.isSafeInteger(x)) &&
    x >= (spec.min ?? x) &&
    x <= (spec.max ?? x) &&
    (spec.above === undefined || x > spec.above);
  if (fits) return x as number;
  const { above, min, max } = spec;
  throw coreProblem.error(spec.rule === "k" ? "bad-cutoff/number" : "bad-parameter/number", {
    ...asGiven(),
    whole,
    ...(above === undefined ? {} : { above }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  });
}

/** All parameters of a metric or a fusion: those given, checked, and the defaults of the others. */
export function fillParams(
  unit: { readonly id: string; readonly params: Specs },
  given: Readonly<Record<string, unknown>>,
): Params {
  for (const parameter of Object.keys(given))
    if (!Object.hasOwn(unit.params, parameter))
      throw coreProblem.error("unknown-parameter", {
        unit: unit.id,
        parameter,
        names: Object.keys(unit.params),
      });
  const filled: Record<string, ParamValue> = {};
  for (const [name, spec] of Object.entries(unit.params))
    filled[name] = given[name] === undefined ? spec.default : readParam(unit.id, name, spec, given[name]);
  return filled;
}
