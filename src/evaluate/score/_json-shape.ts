/** Validates unknown JSON; errors name the place and what was expected there. */
import type { Problem } from "../../core/problem.ts";
import { BECAUSE, type Because, type Score } from "../../core/score.ts";
import { scoreProblem } from "./problems.ts";
import type { JsonSummary } from "./result-json.ts";

export type UnreadObject = Readonly<Record<string, unknown>>;

export const notAResult = (place: string, wanted: string): never => {
  throw scoreProblem.error("bad-result", { place, wanted });
};

export const isObject = (value: unknown): value is UnreadObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, place: string): UnreadObject =>
  isObject(value) ? value : notAResult(place, "an object");
export const optionalObject = (value: unknown, place: string): UnreadObject =>
  value === undefined ? {} : objectAt(value, place);
export const listAt = (value: unknown, place: string): readonly unknown[] =>
  Array.isArray(value) ? value : notAResult(place, "a list");
export const textAt = (value: unknown, place: string): string =>
  typeof value === "string" ? value : notAResult(place, "a text");
export const numberAt = (value: unknown, place: string): number =>
  typeof value === "number" && Number.isFinite(value) ? value : notAResult(place, "a finite number");
export const countAt = (value: unknown, place: string): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : notAResult(place, "a count");
export const textsAt = (value: unknown, place: string): readonly string[] =>
  listAt(value, place).map((one, i) => textAt(one, `${place}[${i}]`));

/** A required own field. */
export const fieldAt = (object: UnreadObject, name: string, place: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : notAResult(`${place}[${JSON.stringify(name)}]`, "there");

const isBecause = (value: unknown): value is Because => (BECAUSE as readonly unknown[]).includes(value);

export function problemAt(value: unknown, place: string): Problem {
  const problem = objectAt(value, place);
  for (const name of ["code", "what", "fix"]) textAt(problem[name], `${place}.${name}`);
  return problem as unknown as Problem;
}

export function scoreAt(value: unknown, place: string): Score {
  const score = objectAt(value, place);
  switch (score["status"]) {
    case "scored":
      numberAt(score["value"], `${place}.value`);
      break;
    case "undefined":
      if (!isBecause(score["because"])) notAResult(`${place}.because`, `one of ${BECAUSE.join(", ")}`);
      break;
    case "skipped":
      textsAt(score["missing"], `${place}.missing`);
      break;
    case "failed":
      problemAt(score["problem"], `${place}.problem`);
      break;
    default:
      notAResult(`${place}.status`, "a state");
  }
  return score as unknown as Score;
}

/** A number, or a state with its reason. */
export const cellAt = (value: unknown, place: string): Score =>
  typeof value === "number"
    ? { status: "scored", value: numberAt(value, place) }
    : isObject(value)
      ? scoreAt(value, place)
      : notAResult(place, "a finite number or a state");

const COUNTS = ["scored", "undefined", "skipped", "failed", "missing", "unknown"] as const;

export function summaryAt(value: unknown, place: string): JsonSummary {
  const summary = objectAt(value, place);
  if (summary["mean"] !== null) numberAt(summary["mean"], `${place}.mean`);
  const because = summary["because"];
  if (because !== undefined && because !== "failed" && !isBecause(because))
    notAResult(`${place}.because`, `one of ${BECAUSE.join(", ")}, failed`);
  const counts = objectAt(summary["counts"], `${place}.counts`);
  for (const name of COUNTS) countAt(counts[name], `${place}.counts.${name}`);
  if (summary["interval"] !== undefined) {
    const ends = listAt(summary["interval"], `${place}.interval`);
    if (ends.length !== 2) notAResult(`${place}.interval`, "two numbers");
    ends.forEach((end, i) => {
      numberAt(end, `${place}.interval[${i}]`);
    });
  }
  return summary as unknown as JsonSummary;
}
