import { spawnSync } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openToAppend } from "../files/append-file.ts";
import { thisProcess } from "../files/process-owner.ts";
import { sha256 } from "./canonical-json.ts";
import { type Claims, openClaims } from "./claims.ts";
import { systemClock } from "./clock.ts";
import { openJournal } from "./journal.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-claims-"));
  path = join(folder, "calls.jsonl.claims");
});
afterEach(() => rm(folder, { recursive: true }));

const open = (foreignMs?: number): Promise<Claims> =>
  openClaims({
    open: () => openToAppend(path),
    clock: systemClock,
    ...(foreignMs === undefined ? {} : { foreignMs }),
  });
/** What a process that is not ours wrote before. */
const left = (changes: Partial<ReturnType<typeof thisProcess>>): Promise<void> => {
  const owner = { ...thisProcess(), ...changes };
  return appendFile(path, `${JSON.stringify({ hello: owner })}\n{"claim":"k","by":"${owner.id}"}\n`);
};
const removed = async (): Promise<boolean> => (await readFile(path).catch(() => undefined)) === undefined;

describe("claims", () => {
  it("of several who want to ask the same, the first does; then the next", async () => {
    const [one, two, three] = [await open(), await open(), await open()];
    expect([await one.take("k"), await two.take("k"), await three.take("k")]).toEqual([true, false, false]);
    expect(await two.take("other")).toBe(true);
    one.give("k");
    expect([await three.take("k"), await two.take("k")]).toEqual([false, true]);
    two.give("k");
    expect(await three.take("k")).toBe(true);
    for (const each of [one, two, three]) {
      expect(await removed()).toBe(false);
      await each.close();
    }
    expect(await removed()).toBe(true);
  });

  it("who closes leaves its questions to the others", async () => {
    const [one, two] = [await open(), await open()];
    expect([await one.take("k"), await two.take("k")]).toEqual([true, false]);
    await one.close();
    expect(await two.take("k")).toBe(true);
    await two.close();
  });

  it("a claim of a process that is gone counts for nothing", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    await left({ id: "dead", pid, start: "" });
    // Cut off in the middle of a line.
    await appendFile(path, '{"claim":"k2","by":"de');
    const claims = await open();
    expect([await claims.take("k"), await claims.take("k2")]).toEqual([true, true]);
    await claims.close();
    expect(await removed()).toBe(true);
  });

  it.skipIf(process.platform !== "linux")("nor one whose number another process has now", async () => {
    await left({ id: "older", start: "1" });
    await left({ id: "before the restart", boot: "another" });
    const claims = await open();
    expect(await claims.take("k")).toBe(true);
    await claims.close();
  });

  it("a process of another machine is believed for a while", async () => {
    await left({ id: "far", host: `not-${hostname()}` });
    const patient = await open();
    expect(await patient.take("k")).toBe(false);
    await patient.close();
    const hasty = await open(0);
    expect(await hasty.take("k")).toBe(true);
    await hasty.close();
  });

  it("opening and closing at once never leaves two apart: 40 times 6", async () => {
    for (let round = 0; round < 40; round++) {
      let asking = 0;
      const most: number[] = [];
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          const claims = await open();
          while (!(await claims.take("k"))) await new Promise(setImmediate);
          most.push(++asking);
          await new Promise(setImmediate);
          asking--;
          claims.give("k");
          await claims.close();
        }),
      );
      expect(Math.max(...most)).toBe(1);
      expect(await removed()).toBe(true);
    }
  });
});

describe("a journal that two share", () => {
  interface Answer {
    readonly key: string;
    readonly text: string;
  }
  const journal = () =>
    openJournal<Answer>(join(folder, "calls.jsonl"), {
      calls: "model calls",
      read: (value) => value as Answer | undefined,
      unsaved: () => ({ code: "unsaved", what: "not saved", fix: "ask again" }),
    });
  const key = sha256("question");

  it("gives what the other was answered, and asks where it was not", async () => {
    const [one, two] = [await journal(), await journal()];
    expect(await one.claim!(key)).toBeUndefined();
    const waiting = two.claim!(key);
    await one.put({ key, text: "42" });
    await one.release!(key);
    expect(await waiting).toEqual({ key, text: "42" });

    const second = sha256("second");
    expect(await one.claim!(second)).toBeUndefined();
    const next = two.claim!(second);
    await one.release!(second);
    expect(await next).toBeUndefined();
    await two.release!(second);
    await one.close();
    await two.close();
  });

  it("stops waiting when it is cancelled", async () => {
    const [one, two] = [await journal(), await journal()];
    await one.claim!(key);
    const stop = new AbortController();
    const waiting = two.claim!(key, () => stop.signal);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await two.close();
    await one.close();
  });
});
