/** A child process that takes and gives lines of JSON, several questions at a time. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { CallError } from "../calls/call-error.ts";
import type { Clock } from "../calls/clock.ts";
import type { Mask } from "../calls/mask.ts";
import type { GoldieError } from "../core/problem.ts";
import { retrieverProblem } from "./problems.ts";

interface ProcessOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mostBytes: number;
  readonly mask: Mask;
}
type JsonLine = Readonly<Record<string, unknown>>;
interface PendingLine {
  readonly resolve: (answer: JsonLine) => void;
  readonly reject: (why: Error) => void;
}

/** Of what it wrote to stderr. */
const KEPT_BYTES = 8192;
const SHOWN_CHARACTERS = 500;
/** For the rest of its output to arrive, if something else holds that open. */
const LAST_WORDS_MS = 1000;
const LF = 10;

export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #options: ProcessOptions;
  readonly #waiting = new Map<number, PendingLine>();
  /** Questions without an answer, those that were given up too: it may be at any of them. */
  readonly #open = new Set<number>();
  /** Resolves once it runs; rejects if it cannot be started. */
  readonly started: Promise<void>;
  readonly #ended: Promise<void>;
  #last = 0;
  #hasExited = false;
  #isOver = false;
  #hasAnswered = false;
  /** Pieces of the line that has not ended yet. */
  #line: Buffer[] = [];
  #lineBytes = 0;
  #stderr = "";
  readonly #killOnExit = (): void => this.#signal("SIGKILL");

  constructor(options: ProcessOptions) {
    this.#options = options;
    const { program, args, cwd, env } = options;
    this.#child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      stdio: "pipe",
      windowsHide: true,
      // A group of its own, so that what it starts ends with it; Ctrl-C reaches it through close().
      detached: process.platform !== "win32",
    });
    process.once("exit", this.#killOnExit);
    const child = this.#child;
    this.started = new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => reject(this.#cannotStart(error)));
    });
    this.started.catch(() => {});
    this.#ended = new Promise((resolve) => {
      // After "exit", and once all it wrote was read.
      child.once("close", (code, signal) => {
        this.#end(this.#died(code, signal));
        resolve();
      });
      child.once("exit", () => {
        this.#hasExited = true;
        // What it started may hold its output open.
        this.#signal("SIGKILL");
        setTimeout(() => child.stdout.destroy(), LAST_WORDS_MS).unref();
      });
      child.once("error", (error) => {
        this.#end(this.#cannotStart(error));
        resolve();
      });
    });
    // Writing to a process that is gone: "close" says why it is.
    child.stdin.on("error", () => {});
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-KEPT_BYTES);
    });
    child.stdout.on("data", (bytes: Buffer) => this.#take(bytes));
  }

  get isAlive(): boolean {
    return !this.#hasExited && !this.#isOver;
  }
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  ask(question: object, signal: AbortSignal): Promise<JsonLine> {
    const id = ++this.#last;
    return new Promise<JsonLine>((resolve, reject) => {
      const forget = (): void => void this.#waiting.delete(id);
      const done = (): void => signal.removeEventListener("abort", forget);
      this.#waiting.set(id, {
        resolve: (answer) => {
          done();
          resolve(answer);
        },
        reject: (why) => {
          done();
          reject(why);
        },
      });
      // It goes on with the question; its answer is ignored.
      signal.addEventListener("abort", forget, { once: true });
      if (this.isAlive) {
        this.#open.add(id);
        this.#child.stdin.write(`${JSON.stringify({ id, ...question })}\n`);
      } else this.#fail(new CallError("server", `${this.#options.program} has ended`));
    });
  }

  /** Closes its input, waits, and ends it if need be. */
  async close(graceMs: number, clock: Clock): Promise<void> {
    const isOver = new AbortController();
    const ended = this.#ended.then(() => isOver.abort("over"));
    this.#child.stdin.end();
    for (const kill of ["SIGTERM", "SIGKILL"] as const) {
      await Promise.race([ended, clock.sleep(graceMs, isOver.signal)]);
      if (!this.isAlive) break;
      this.#signal(kill);
    }
    await ended;
  }

  #take(bytes: Buffer): void {
    let from = 0;
    for (let at = bytes.indexOf(LF); at >= 0 && !this.#isOver; at = bytes.indexOf(LF, from)) {
      this.#line.push(bytes.subarray(from, at));
      const line = Buffer.concat(this.#line).toString("utf8");
      this.#line = [];
      this.#lineBytes = 0;
      from = at + 1;
      this.#answer(line);
    }
    if (from === bytes.length || this.#isOver) return;
    this.#line.push(bytes.subarray(from));
    this.#lineBytes += bytes.length - from;
    if (this.#lineBytes > this.#options.mostBytes)
      this.#break(
        new CallError(
          "too-large",
          `${this.#options.program} wrote a line of more than ${this.#options.mostBytes} bytes`,
        ),
      );
  }

  #answer(line: string): void {
    if (line.trim() === "") return;
    let answer: unknown;
    try {
      answer = JSON.parse(line);
    } catch {
      this.#break(this.#notAnAnswer(line, "is not JSON"));
      return;
    }
    const { id } = (typeof answer === "object" && answer !== null ? answer : {}) as { readonly id?: unknown };
    if (typeof id !== "number" || !Number.isInteger(id) || id < 1 || id > this.#last) {
      this.#break(this.#notAnAnswer(line, "does not have the id of a question"));
      return;
    }
    this.#hasAnswered = true;
    this.#open.delete(id);
    const waiting = this.#waiting.get(id);
    // Otherwise it was cancelled.
    this.#waiting.delete(id);
    waiting?.resolve(answer as JsonLine);
  }

  #notAnAnswer(line: string, what: string): CallError {
    const { mask, program } = this.#options;
    const start = JSON.stringify(mask(line.slice(0, 4000)).slice(0, 80));
    return new CallError(
      "refused-request",
      `${program} wrote a line to stdout that ${what}: ${start}; write logs to stderr`,
    );
  }

  /** Its output can no longer be parsed: pending calls fail, and it is ended. */
  #break(why: CallError): void {
    this.#end(why);
    this.#signal("SIGKILL");
  }

  #end(why: Error): void {
    this.#isOver = true;
    process.removeListener("exit", this.#killOnExit);
    this.#fail(why);
  }
  #fail(why: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject(why);
  }

  #died(code: number | null, signal: string | null): CallError {
    const shared = this.#open.size > 1;
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
    const said = this.#options.mask(this.#stderr).trim().slice(-SHOWN_CHARACTERS);
    return new CallError("server", `${this.#options.program} ${how}${said === "" ? "" : `: ${said}`}`, {
      shared,
    });
  }

  #cannotStart(error: Error): GoldieError {
    const { program, cwd } = this.#options;
    const { code = error.message } = error as NodeJS.ErrnoException;
    const cause =
      code === "ENOENT"
        ? `there is no such program${cwd === undefined ? "" : `, or no folder ${cwd}`}`
        : code === "EACCES"
          ? "it is not executable"
          : code;
    return retrieverProblem.error("cannot-start", { command: program, cause });
  }

  /** The whole group where there is one. */
  #signal(kill: "SIGTERM" | "SIGKILL"): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill(kill);
      else process.kill(-pid, kill);
    } catch {
      // It is gone already.
    }
  }
}
