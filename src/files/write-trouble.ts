/** System errors while writing a file, as Problems. */
import type { Problem } from "../core/problem.ts";
import { fileProblem } from "./_problems.ts";

/** The code of a system error ("ENOSPC"); undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** The Problem for a failed write to `file`. */
export const writeTrouble = (file: string, error: unknown): Problem =>
  fileProblem(
    "cannot-write",
    { system: systemCode(error) ?? "", message: error instanceof Error ? error.message : String(error) },
    { at: { file } },
  );
