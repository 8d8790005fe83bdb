/** The user stopped a command, and all that there is to say was said. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly code: number;
  constructor(code: number) {
    super("stopped by the user");
    this.code = code;
  }
}
