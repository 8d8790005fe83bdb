import type { Problem } from "../../core/problem.ts";

/** The user stopped a command, and everything has been printed. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly code: number;
  constructor(code: number) {
    super("stopped by the user");
    this.code = code;
  }
}

/** A part failed, so the command failed: exit 3. Usage and input are fine. */
export class PartFailed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.name = "PartFailed";
    this.problem = problem;
  }
}
