/** Identifies a process uniquely, so that leftovers of a dead one block no other. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

export interface Owner {
  readonly id: string;
  readonly pid: number;
  /** Start time, since process ids are reused. Empty if unknown. */
  readonly start: string;
  readonly host: string;
  /** Boot time of the machine; empty if unknown. */
  readonly boot: string;
}

export const thisProcess = (): Owner => ({
  id: randomBytes(8).toString("hex"),
  pid: process.pid,
  start: statOf(process.pid)?.start ?? "",
  host: hostname(),
  boot: bootId(),
});

/** Undefined for a process on another machine, which cannot be checked. */
export function isAlive({ pid, start, host, boot }: Owner): boolean | undefined {
  if (host !== hostname()) return undefined;
  if (boot !== bootId()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Other errors mean that it exists but belongs to another user.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const found = statOf(pid);
  return found === undefined || (!found.ended && (start === "" || found.start === start));
}

const bootId = (): string => read("/proc/sys/kernel/random/boot_id").trim();

/** Of Linux: state and start time behind the name, which is in brackets and may hold anything. */
function statOf(pid: number): { readonly ended: boolean; readonly start: string } | undefined {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? undefined : { ended: /[ZX]/.test(state), start };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
