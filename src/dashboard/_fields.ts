/** What requests name, checked. */
import { dashboardProblem } from "./problems.ts";

/** No more runs than this are shown side by side. */
const MOST_RUNS = 20;
const LONGEST = 10_000;

export function refsIn(query: URLSearchParams): readonly string[] {
  const refs = query.getAll("run");
  if (refs.length === 0 || refs.length > MOST_RUNS || refs.some((ref) => ref === "" || ref.length > LONGEST))
    throw dashboardProblem.error("bad-request/field", { field: "run", wanted: `one to ${MOST_RUNS} runs` });
  return refs;
}

export function idIn(query: URLSearchParams): string {
  const id = query.get("id");
  if (id === null) throw dashboardProblem.error("bad-request/field", { field: "id", wanted: "a query id" });
  return id;
}

/** A text of a body; `least`: as many letters. */
export function textIn(body: unknown, field: string, least: number): string {
  const value = isObject(body) ? body[field] : undefined;
  if (typeof value !== "string" || value.length > LONGEST || value.trim().length < least)
    throw dashboardProblem.error("bad-request/field", {
      field,
      wanted: `a text of ${least === 0 ? "" : "1 to "}${least === 0 ? "up to " : ""}${LONGEST} characters`,
    });
  return value;
}

export function countIn(body: unknown, field: string, most: number): number {
  const value = isObject(body) ? body[field] : undefined;
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > most)
    throw dashboardProblem.error("bad-request/field", { field, wanted: `a whole number from 1 to ${most}` });
  return value as number;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
