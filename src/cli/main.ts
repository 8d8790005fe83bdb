/** The command line: from arguments to an exit code. */

import type { Problem } from "../core/problem.ts";
import { GoldieError, nearest } from "../core/problem.ts";
import { VERSION } from "../core/version.ts";
import { systemCode, writeTrouble } from "../files/write-trouble.ts";
import { commands } from "./commands/index.ts";
import type { Effects } from "./effects.ts";
import { mainProblem, wrongUse } from "./problems.ts";
import { parseArgs } from "./shared/args.ts";
import { helpOf, helpOfAll, widthFor } from "./shared/help.ts";
import { PartFailed, Stopped } from "./shared/stopped.ts";

/** Wrong usage or invalid input. */
const BAD = 2;
/** A part failed, with correct usage and valid input. */
const FAILED = 3;

/** Runs one command line. Never throws: errors go to stderr and into the exit code. */
export async function main(argv: readonly string[], effects: Effects): Promise<number> {
  try {
    return await dispatch(argv, effects);
  } catch (error) {
    try {
      return await explainEnd(error, effects);
    } catch {
      // stderr is closed too.
      return FAILED;
    }
  }
}

async function dispatch(argv: readonly string[], effects: Effects): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined) {
    await effects.stderr.write(helpOfAll(commands, widthFor(effects.stderr)));
    return BAD;
  }
  if (first === "--version" || first === "-V" || first === "-v") return print(`${VERSION}\n`, effects);
  const width = widthFor(effects.stdout);
  const asksForHelp = first === "help" || first === "--help" || first === "-h";
  if (first.startsWith("-") && !asksForHelp) throw unknownFlag(first);
  const name = asksForHelp ? rest[0] : first;
  if (name === undefined) return print(helpOfAll(commands, width), effects);
  const command = commands.find(({ id }) => id === name);
  if (command === undefined) throw unknownCommand(name);
  if (asksForHelp) return print(helpOf(command, width), effects);
  const args = parseArgs(command, rest);
  return args === "help" ? print(helpOf(command, width), effects) : command.run(args, effects);
}

async function print(text: string, { stdout }: Effects): Promise<number> {
  await stdout.write(text);
  return 0;
}

/** Loaded on demand: help shows no errors. */
async function showErrors(problems: readonly Problem[], effects: Effects): Promise<void> {
  await (await import("./shared/problems.ts")).showErrors(problems, effects);
}

/** The only flags allowed before a command. */
function unknownFlag(flag: string): GoldieError {
  return wrongUse("unknown-flag-first", { flag, nearest: nearest(flag, ["--help", "--version"], 1) });
}

function unknownCommand(name: string): GoldieError {
  const ids = commands.map(({ id }) => id);
  return wrongUse("unknown-command", { found: name, names: ids, nearest: nearest(name, ids, 1) });
}

/** Reports the error that ended a command, and returns the exit code. */
async function explainEnd(error: unknown, effects: Effects): Promise<number> {
  // `goldie … | head` has closed the pipe: not an error.
  if (systemCode(error) === "EPIPE") return 0;
  if (error instanceof Stopped) return error.code;
  if (error instanceof PartFailed) {
    await showErrors([error.problem], effects);
    return FAILED;
  }
  if (error instanceof GoldieError) return refused(errorsOf(error), effects);
  if (systemCode(error) !== undefined) return refused([writeTrouble("standard output", error)], effects);
  await showErrors([unexpected(error)], effects);
  if (effects.env.GOLDIE_DEBUG && error instanceof Error) await effects.stderr.write(`${error.stack}\n`);
  return FAILED;
}

/** Warnings collected with an error are not its cause. */
function errorsOf({ problem, problems }: GoldieError): readonly Problem[] {
  const errors = problems.filter(({ level }) => level === "error");
  return errors.length > 0 ? errors : [problem];
}

async function refused(problems: readonly Problem[], effects: Effects): Promise<number> {
  await showErrors(problems, effects);
  return BAD;
}

const unexpected = (error: unknown): Problem =>
  mainProblem("unexpected", { message: error instanceof Error ? error.message : String(error) });
