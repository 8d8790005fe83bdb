import type { Gain } from "./params.ts";

/** The gain of a grade. */
export function gainOf(grade: number, gain: Gain): number {
  if (typeof gain === "object") return gain.get(grade) ?? (grade > 0 ? grade : 0);
  if (grade <= 0) return 0;
  if (gain === "binary") return 1;
  return gain === "exp" ? 2 ** grade - 1 : grade;
}
