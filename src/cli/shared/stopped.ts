import type { Problem } from "../../core/problem.ts";

/** The user stopped a command, and all that there is to say was said. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly code: number;
  constructor(code: number) {
    super("stopped by the user");
    this.code = code;
  }
}

/** A part failed, and with it the whole: exit 3. Neither the use nor the input is wrong. */
export class PartFailed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.name = "PartFailed";
    this.problem = problem;
  }
}
