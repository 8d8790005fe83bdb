/** A command: its arguments as data, and the function that runs it. Help and completion are generated from the data. */

import type { Effects } from "../effects.ts";
import type { Args } from "./args.ts";

/** Where completion finds the values of a flag: lists that are too large to load for help. */
export type ValuesOf = "dialects" | "metrics" | "formats" | "fusions" | "normalisations";

export interface CommandFlag {
  /** "--metrics", or "-q" if there is no long form. */
  readonly flag: string;
  readonly short?: string;
  /** The value's name in help. Absent: the flag is a switch. */
  readonly value?: string;
  /** May be given several times. */
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly of?: ValuesOf;
  readonly about: string;
  /** Only known with these dialects (`--as`). */
  readonly under?: readonly string[];
  /** For completion: the value is a file. */
  readonly file?: true;
}

export interface Positional {
  readonly name: string;
  readonly about: string;
  readonly optional?: true;
  /** Optional if this flag is given instead. */
  readonly instead?: string;
  /** The command itself says that it is missing: a config may have it. */
  readonly late?: true;
  /** Takes all remaining arguments. */
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly of?: ValuesOf;
  readonly file?: true;
}

export interface CommandExample {
  /** Runs in examples/harbour; a test checks it. */
  readonly run: string;
  readonly about: string;
}

export interface Command {
  readonly id: string;
  /** A short phrase for the list of commands. */
  readonly summary: string;
  /** A few sentences for first-time users. */
  readonly about: string;
  readonly positionals: readonly Positional[];
  readonly flags: readonly CommandFlag[];
  /** Flags that people try here, and what to run instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly examples: readonly [CommandExample, CommandExample, ...CommandExample[]];
  /** Runs until the user stops it. */
  readonly stays?: true;
  /** The exit code: 0 success, 2 wrong usage or invalid input, 3 a part failed. */
  run(args: Args, effects: Effects): Promise<number>;
}

/** Flags that every command has. */
export const COMMON_FLAGS: readonly CommandFlag[] = [
  { flag: "--verbose", about: "show every warning, up to 10,000 of a kind, not just the first" },
  { flag: "--quiet", about: "hide warnings and progress; errors are still shown" },
  { flag: "--help", short: "-h", about: "show this help" },
];
