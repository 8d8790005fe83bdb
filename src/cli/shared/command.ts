/** What a command is: its arguments as data, and the function that runs it. Help and completion are made from the data. */

import type { Effects } from "../effects.ts";
import type { Args } from "./args.ts";

/** Where the values of a flag come from, for completion: lists that are too heavy to be loaded for help. */
export type ValuesOf = "dialects" | "metrics" | "formats" | "fusions" | "normalisations";

export interface CommandFlag {
  /** "--metrics", or "-q" where there is no long form. */
  readonly flag: string;
  readonly short?: string;
  /** What the value is called in help; absent: the flag is a switch. */
  readonly value?: string;
  /** May be given several times. */
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly of?: ValuesOf;
  readonly about: string;
  /** Means something only under these dialects (`--as`); otherwise it is unknown. */
  readonly under?: readonly string[];
  /** For completion: the value is a file. */
  readonly file?: true;
}

export interface Positional {
  readonly name: string;
  readonly about: string;
  readonly optional?: true;
  /** Optional only beside this flag, which takes its place. */
  readonly instead?: string;
  /** Takes all that are left. */
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
  /** Half a line, for the list of commands. */
  readonly summary: string;
  /** A few sentences for first-time users. */
  readonly about: string;
  readonly positionals: readonly Positional[];
  readonly flags: readonly CommandFlag[];
  /** Flags that people try here, by what to run instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly examples: readonly [CommandExample, CommandExample, ...CommandExample[]];
  /** It goes on until the user stops it. */
  readonly stays?: true;
  /** The exit code: 0 fine, 2 wrong use or bad input, 3 a part failed. */
  run(args: Args, effects: Effects): Promise<number>;
}

/** Flags that every command has. */
export const COMMON_FLAGS: readonly CommandFlag[] = [
  { flag: "--verbose", about: "show every warning, up to 10,000 of a kind, not just the first" },
  { flag: "--quiet", about: "hide warnings and progress; errors are still shown" },
  { flag: "--help", short: "-h", about: "show this help" },
];
