/** Coordinates processes that share a journal, so that each question is asked by one of them. */
import type { AppendFile } from "../files/append-file.ts";
import { isAlive, type Owner, thisProcess } from "../files/process-owner.ts";
import type { Clock } from "./clock.ts";

export interface Claims {
  /** True if this process should ask; otherwise another live process is asking, and this one is queued. */
  take(key: string): Promise<boolean>;
  /** Gives up the claim: the question was answered, or is left to the next process. */
  give(key: string): void;
  close(): Promise<void>;
}

export interface ClaimsOptions {
  readonly open: () => Promise<AppendFile>;
  readonly clock: Clock;
  /** How long a claim from another machine is valid: its processes cannot be checked. */
  readonly foreignMs?: number;
  readonly owner?: Owner;
}

type Line =
  | { readonly hello: Owner }
  | { readonly claim: string; readonly by: string }
  | { readonly done: string; readonly by: string }
  /** About to check for other processes and remove the file if there are none. */
  | { readonly closing: string }
  | { readonly closed: string };

const POLL = 20;
const FOREIGN = 15 * 60_000;

/**
 * An append-only file of lines, so that all processes see the same order: of those that want to ask the same question,
 * the first live one asks. The last to close removes the file; claims of killed processes are void.
 */
export async function openClaims({
  open,
  clock,
  foreignMs = FOREIGN,
  owner = thisProcess(),
}: ClaimsOptions): Promise<Claims> {
  for (;;) {
    const file = await open();
    const seen = new SeenClaims(file, owner, clock, foreignMs);
    seen.say({ hello: owner });
    await seen.readOn();
    // A process that began to close before our first line was written may not have seen it, and may remove the file.
    while (seen.isClosing()) {
      await clock.sleep(POLL);
      await seen.readOn();
    }
    if (!file.gone()) return claimsOf(file, seen, owner);
    await file.close();
  }
}

function claimsOf(file: AppendFile, seen: SeenClaims, owner: Owner): Claims {
  const mine = new Set<string>();
  const say = (line: Line): boolean => {
    try {
      seen.say(line);
      return true;
    } catch {
      // Disk full: ask without a claim, at the risk that two processes do.
      return false;
    }
  };
  return {
    async take(key) {
      if (!mine.has(key)) {
        if (!say({ claim: key, by: owner.id })) return true;
        mine.add(key);
      }
      await seen.readOn();
      const first = seen.firstOf(key);
      return first === undefined || first === owner.id;
    },
    give(key) {
      if (mine.delete(key)) say({ done: key, by: owner.id });
    },
    async close() {
      if (say({ closing: owner.id })) {
        await seen.readOn();
        if (seen.isAlone()) await file.remove();
        else say({ closed: owner.id });
      }
      await file.close();
    },
  };
}

/** State according to the lines read so far. */
class SeenClaims {
  readonly #file: AppendFile;
  readonly #me: Owner;
  readonly #clock: Clock;
  readonly #foreignMs: number;
  readonly #owners = new Map<string, { readonly owner: Owner; readonly since: number }>();
  readonly #closing = new Set<string>();
  /** By question: the processes queued to ask it, in order. */
  readonly #queues = new Map<string, string[]>();
  #at = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(file: AppendFile, me: Owner, clock: Clock, foreignMs: number) {
    this.#file = file;
    this.#me = me;
    this.#clock = clock;
    this.#foreignMs = foreignMs;
  }

  say(line: Line): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#file.append(this.#file.end().torn ? `\n${text}` : text);
  }

  /** Reads the lines added since the last time. One read at a time. */
  readOn(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readOn());
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    for (let left = this.#file.end().size - this.#at; left > 0; left = this.#file.end().size - this.#at) {
      const buffer = Buffer.allocUnsafe(Math.min(left, 1 << 20));
      const bytes = buffer.subarray(0, await this.#file.read(buffer, this.#at));
      const end = bytes.lastIndexOf(10);
      // Another process is still writing this line.
      if (end < 0) return;
      for (const text of bytes.toString("utf8", 0, end).split("\n")) this.#see(text);
      this.#at += end + 1;
    }
  }

  #see(text: string): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      // Cut off because its process was killed.
      return;
    }
    if ("hello" in line) this.#owners.set(line.hello.id, { owner: line.hello, since: this.#clock.now() });
    else if ("claim" in line)
      this.#queues.set(line.claim, [...(this.#queues.get(line.claim) ?? []), line.by]);
    else if ("done" in line) this.#leave(line.done, line.by);
    else if ("closing" in line) this.#closing.add(line.closing);
    else if ("closed" in line) this.#forget(line.closed);
  }

  #leave(key: string, id: string): void {
    const rest = (this.#queues.get(key) ?? []).filter((one) => one !== id);
    if (rest.length === 0) this.#queues.delete(key);
    else this.#queues.set(key, rest);
  }

  #forget(id: string): void {
    this.#owners.delete(id);
    this.#closing.delete(id);
  }

  #lives(id: string): boolean {
    if (id === this.#me.id) return true;
    const known = this.#owners.get(id);
    if (known === undefined) return false;
    const alive = isAlive(known.owner) ?? this.#clock.now() - known.since < this.#foreignMs;
    // A dead process stays dead.
    if (!alive) this.#forget(id);
    return alive;
  }

  firstOf(key: string): string | undefined {
    return this.#queues.get(key)?.find((id) => this.#lives(id));
  }
  isAlone(): boolean {
    return [...this.#owners.keys()].every((id) => id === this.#me.id || !this.#lives(id));
  }
  isClosing(): boolean {
    return [...this.#closing].some((id) => id !== this.#me.id && this.#lives(id));
  }
}
