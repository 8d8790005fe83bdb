/**
 * A process that answers on stdout what it is asked on stdin, a line of JSON each:
 * {"id": 1, "query": "…", "k": 10, "queryId": "q1"} → {"id": 1, "hits": […]} or {"id": 1, "error": "…"}.
 */
import { CallError } from "../calls/call-error.ts";
import { type Clock, systemClock } from "../calls/clock.ts";
import { maskOf } from "../calls/mask.ts";
import type { RetrieveContext, Retrieved, Retriever } from "../core/retriever.ts";
import { checked, checkNames } from "./_check-options.ts";
import { refuseFunction } from "./_filter.ts";
import { LineProcess } from "./_line-process.ts";
import { splitCommand } from "./_split-command.ts";
import { untilAborted } from "./_until-aborted.ts";

export interface CommandOptions {
  /** The program, with its arguments in the same text, in a list, or in `args`. No shell is involved. */
  readonly command: string | readonly string[];
  readonly args?: readonly string[];
  /** The folder it runs in. */
  readonly cwd?: string;
  /** Added to the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The longest line it may write, in bytes. Default: 16 MiB. */
  readonly mostBytes?: number;
  /** Milliseconds for it to exit once its input is closed, and again after SIGTERM; then it is killed. Default: 200, so that Ctrl-C takes less than a second. */
  readonly graceMs?: number;
  readonly clock?: Clock;
}

const name = "fromCommand";
const MOST_BYTES = 16 * 1024 * 1024;
/** Deaths without one answer: it will not work for the next query either. */
const HOPELESS = 3;
/** Of one that has answered: as many queries in a row that it died of. */
const DEADLY = 10;

/**
 * A retriever in another language, as a process that stays up. It is started again when it dies.
 * @example
 * fromCommand({ command: "python3 search.py" })
 */
export function fromCommand(options: CommandOptions): Retriever {
  checkNames(name, options, ["command", "args", "cwd", "env", "mostBytes", "graceMs", "clock"]);
  const { command, args = [], cwd, env = {}, mostBytes = MOST_BYTES, graceMs = 200 } = options;
  const { clock = systemClock } = options;
  const [program, ...first] = typeof command === "string" ? splitCommand(command) : (command ?? []);
  checked(
    name,
    "command",
    program,
    (x) => typeof x === "string" && x !== "",
    'a program, such as "python3 search.py"',
  );
  checked(name, "mostBytes", mostBytes, (x) => Number.isInteger(x) && x > 0, "a number of bytes");
  const mask = maskOf(env);
  let current: LineProcess | undefined;
  let deaths = 0;
  let hasAnswered = false;
  let dead: LineProcess | undefined;
  const deadly = new Set<string>();
  /** It is not started again. */
  let hopeless: CallError | undefined;

  /** A query may be asked again, and several may be lost with one process. */
  function isHopeless(process: LineProcess, query: string): boolean {
    deadly.add(query);
    if (process !== dead) deaths++;
    dead = process;
    return hasAnswered ? deadly.size >= DEADLY : deaths >= HOPELESS;
  }

  function running(): LineProcess {
    if (current?.isAlive === true) return current;
    current = new LineProcess({
      program: program!,
      args: [...first, ...args],
      ...(cwd === undefined ? {} : { cwd }),
      env,
      mostBytes,
      mask,
    });
    return current;
  }

  async function ask(query: string, context: RetrieveContext): Promise<Retrieved> {
    const { k, queryId, filter, signal } = context;
    refuseFunction(name, context);
    if (hopeless !== undefined) throw hopeless;
    const process = running();
    const request = { query, k, queryId, ...(filter === undefined ? {} : { filter }) };
    let answer: Readonly<Record<string, unknown>>;
    try {
      answer = await process.ask(request, signal);
    } catch (error) {
      if (
        error instanceof CallError &&
        !process.isAlive &&
        !process.hasAnswered &&
        !signal.aborted &&
        isHopeless(process, query)
      )
        hopeless = new CallError("not-api", `${error.message}; ${starts()}`, { cause: error });
      if (hopeless !== undefined) throw hopeless;
      throw error;
    }
    hasAnswered = true;
    deaths = 0;
    deadly.clear();
    const { id: _, error, ...rest } = answer;
    if (error !== undefined && error !== null)
      throw new CallError(
        "refused-request",
        mask(typeof error === "string" ? error : JSON.stringify(error)).slice(0, 500),
      );
    return rest as unknown as Retrieved;
  }

  const starts = (): string =>
    hasAnswered ? `it died of ${deadly.size} queries in a row` : `it never answered in ${deaths} starts`;

  return {
    about: `process ${[program, ...scriptIn([...first, ...args])].join(" ")}`,
    open: (signal) => untilAborted(signal, () => running().started),
    isCold: () => current?.isAlive !== true || !current.hasAnswered,
    retrieve: (query, context) => untilAborted(context.signal, () => ask(query, context)),
    async close() {
      const process = current;
      current = undefined;
      hopeless = undefined;
      await process?.close(graceMs, clock);
    },
  };
}

const SCRIPT = /^[\w./\\:-]+\.(?:py|[cm]?[jt]s|rb|sh|pl|php|jar|r|jl|lua|go|ps1|bat)$/i;

/** Other words of a command line may be keys. */
const scriptIn = ([first = ""]: readonly string[]): readonly string[] => (SCRIPT.test(first) ? [first] : []);
