/** What to say of a flag that a command does not have. */
import { type GoldieError, nearest } from "../../core/problem.ts";
import { wrongUse } from "./_problems.ts";
import type { Command } from "./command.ts";

export function unknownFlag(command: Command, name: string, known: readonly string[]): GoldieError {
  const elsewhere = command.flags.find(
    (flag) => flag.under !== undefined && (flag.flag === name || flag.short === name),
  );
  if (elsewhere?.under !== undefined)
    return wrongUse("flag-of-dialect", { flag: name, command: command.id, dialects: elsewhere.under });
  const instead = command.elsewhere?.[name];
  if (instead !== undefined) return wrongUse("flag-elsewhere", { flag: name, command: command.id, instead });
  if (name === "--engine") return wrongUse("no-engine", { command: command.id });
  // --runtable is --run-table, though --run is nearer. Every single letter is similar to every other.
  const plain = (flag: string): string => flag.toLowerCase().replace(/[-_]/g, "");
  const same = known.filter((one) => one.length > 2 && plain(one) === plain(name));
  const close = same.length > 0 ? same : name.length > 2 ? nearest(name, known, 1) : [];
  return wrongUse("unknown-flag", { flag: name, command: command.id, nearest: close });
}
