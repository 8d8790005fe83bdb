/** Parses a command line by a command's data. */
import { parseArgs as cut } from "node:util";
import { type GoldieError, nearest } from "../../core/problem.ts";
import { wrongUse } from "./_problems.ts";
import { COMMON_FLAGS, type Command, type CommandFlag, type Positional } from "./command.ts";
import { unknownFlag } from "./unknown-flag.ts";

/** A flag with its value. */
export interface GivenFlag {
  readonly name: string;
  readonly value: string;
}

/** The parsed arguments. A flag is looked up by its name in the command's data, without dashes. */
export class Args {
  readonly positionals: readonly string[];
  /** As written, after the command. */
  readonly words: readonly string[];
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #inOrder: readonly GivenFlag[];
  constructor(
    words: readonly string[],
    positionals: readonly string[],
    values: ReadonlyMap<string, readonly string[]>,
    inOrder: readonly GivenFlag[] = [],
  ) {
    this.words = words;
    this.positionals = positionals;
    this.#values = values;
    this.#inOrder = inOrder;
  }
  withPositionals(positionals: readonly string[]): Args {
    return new Args(this.words, positionals, this.#values, this.#inOrder);
  }
  /** The same with one more switch. */
  withSwitch(name: string): Args {
    return new Args(this.words, this.positionals, new Map([...this.#values, [name, []]]), this.#inOrder);
  }
  /** The same with these values for a flag that has none. */
  withDefault(name: string, values: readonly string[]): Args {
    if (this.has(name)) return this;
    return new Args(this.words, this.positionals, new Map([...this.#values, [name, values]]), this.#inOrder);
  }
  /** Flags with values in command-line order, for flags that refer to the one before. */
  inOrder(names: readonly string[]): readonly GivenFlag[] {
    return this.#inOrder.filter(({ name }) => names.includes(name));
  }
  has(name: string): boolean {
    return this.#values.has(name);
  }
  /** The values of a flag that may be given several times. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
  /** The value of a flag. */
  text(name: string): string | undefined {
    return this.all(name).at(-1);
  }
  /** A whole number, at least `least`. */
  count(name: string, least: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (/^\d+$/.test(text) && Number(text) >= least && Number.isSafeInteger(Number(text)))
      return Number(text);
    throw wrongUse("not-a-count", { flag: dashed(name), found: text, least });
  }
}

/** A flag without effect is an error: the user relies on it. */
export function refuseFlags(
  args: Args,
  names: readonly string[],
  refusal: (flag: string) => GoldieError,
): void {
  const given = names.find((name) => args.has(name));
  if (given !== undefined) throw refusal(dashed(given));
}

const nameOf = (flag: CommandFlag): string => flag.flag.replace(/^-+/, "");
const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`);

/** Parses the arguments of a command. `--help` anywhere takes precedence over errors. */
export function parseArgs(command: Command, words: readonly string[]): Args | "help" {
  const before = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const dialect = dialectIn(before);
  const flags = [...command.flags, ...COMMON_FLAGS].filter(
    ({ under }) => under === undefined || (dialect !== undefined && under.includes(dialect)),
  );
  if (before.includes("--help") || before.includes("-h")) return "help";
  const byName = new Map<string, CommandFlag>();
  for (const flag of flags)
    for (const name of [flag.flag, flag.short]) if (name !== undefined) byName.set(name, flag);

  const positionals: string[] = [];
  const values = new Map<string, string[]>();
  const inOrder: GivenFlag[] = [];
  const given = (flag: CommandFlag, value: string | undefined): void => {
    const name = nameOf(flag);
    const list = values.get(name);
    if (value !== undefined && flag.choices !== undefined) checkChoice(flag, value);
    if (list !== undefined && flag.value !== undefined && flag.many === undefined)
      throw wrongUse("given-twice", { flag: flag.flag });
    values.set(name, [...(list ?? []), ...(value === undefined ? [] : [value])]);
    if (value !== undefined) inOrder.push({ name, value });
  };
  for (const token of tokensOf(words, flags)) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { rawName: name, value, inlineValue } = token;
    const isLong = name.startsWith("--");
    const word = words[token.index]!;
    const flag = byName.get(name);
    // Report "-help" as a whole, not its first unknown letter.
    if (flag === undefined)
      throw unknownFlag(command, !isLong && word.startsWith(name) ? word : name, [...byName.keys()]);
    if (flag.value === undefined) {
      if (inlineValue) throw wrongUse("takes-no-value", { flag: name });
      given(flag, undefined);
    } else if (value === undefined)
      throw wrongUse("wants-a-value", { flag: name, wanted: flag.value, about: flag.about });
    else given(flag, inlineValue && !isLong ? value.replace(/^=/, "") : value);
  }
  checkPositionals(command, positionals, values);
  return new Args(words, positionals, values, inOrder);
}

/** Splits words into flags and the rest: "--as=x" is a flag with a value, "-qc" two flags, "-M1000" a flag with a value. */
function tokensOf(words: readonly string[], flags: readonly CommandFlag[]) {
  const options = flags.map((flag) => {
    const short = flag.short ?? (flag.flag.startsWith("--") ? undefined : flag.flag);
    const type = flag.value === undefined ? "boolean" : "string";
    return [nameOf(flag), { type, ...(short === undefined ? {} : { short: short.slice(1) }) }] as const;
  });
  // Not strict: we report errors in our own words, and a value may begin with a dash.
  return cut({ args: [...words], strict: false, tokens: true, options: Object.fromEntries(options) }).tokens;
}

/** The value of `--as`, which determines the known flags. */
function dialectIn(words: readonly string[]): string | undefined {
  for (let i = words.length - 1; i >= 0; i--) {
    if (words[i] === "--as") return words[i + 1];
    if (words[i]!.startsWith("--as=")) return words[i]!.slice(5);
  }
  return undefined;
}

function checkChoice(flag: CommandFlag, value: string): void {
  const { choices = [] } = flag;
  if (choices.includes(value)) return;
  throw wrongUse("unknown-choice", {
    flag: flag.flag,
    found: value,
    names: choices,
    nearest: nearest(value, choices, 1),
  });
}

export const argumentMissing = (command: Command, { name, about }: Positional): GoldieError =>
  wrongUse("argument-missing", {
    command: command.id,
    wanted: name,
    about,
    example: command.examples[0].run,
  });

function checkPositionals(
  command: Command,
  given: readonly string[],
  values: ReadonlyMap<string, unknown>,
): void {
  const { positionals } = command;
  const required = positionals.filter(
    ({ optional, instead, late }) =>
      optional === undefined &&
      late === undefined &&
      (instead === undefined || !values.has(instead.replace(/^-+/, ""))),
  );
  const most = positionals.some(({ many }) => many) ? Number.POSITIVE_INFINITY : positionals.length;
  const missing = required[given.length];
  if (missing !== undefined) throw argumentMissing(command, missing);
  if (given.length > most) throw wrongUse("argument-too-many", { command: command.id, found: given[most]! });
  positionals.forEach(({ name, choices }, i) => {
    const value = given[i];
    if (choices !== undefined && value !== undefined)
      checkChoice({ flag: name, value: name, choices, about: "" }, value);
  });
}
