import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../calls/canonical-json.ts";
import { openToAppend } from "../../files/append-file.ts";
import { openFileStore } from "./file-store.ts";
import type { StoredCall } from "./store.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-calls-"));
  path = join(folder, "deep", "calls.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const call = (name: string, text = `{"of":"${name}"}`): StoredCall => ({
  key: sha256(name),
  at: "2026-01-01T00:00:00.000Z",
  provider: "openai",
  model: "m",
  prompt: "claims",
  reply: { text, finish: "stop", usage: { input: 1, output: 2 } },
});

describe("openFileStore", () => {
  it("finds in a second run what a first one wrote", async () => {
    const first = await openFileStore(path);
    await first.put(call("a"));
    await first.put(call("b", "ünï 😀\nline"));
    await first.close();
    const second = await openFileStore(path);
    expect(second.size).toBe(2);
    expect(await second.get(sha256("b"))).toEqual(call("b", "ünï 😀\nline"));
    expect(await second.get(sha256("c"))).toBeUndefined();
    expect(second.problems).toEqual([]);
    await second.close();
  });

  it("is a JSON line per call that people can read", async () => {
    const store = await openFileStore(path);
    await store.put(call("a"));
    await store.close();
    expect(await readFile(path, "utf8")).toBe(
      `{"key":"${sha256("a")}","at":"2026-01-01T00:00:00.000Z","provider":"openai","model":"m","prompt":"claims","reply":{"text":"{\\"of\\":\\"a\\"}","finish":"stop","usage":{"input":1,"output":2}}}\n`,
    );
  });

  it("passes over half a line at the end, at every byte where it can be cut, and writes on", async () => {
    const store = await openFileStore(path);
    await store.put(call("a"));
    await store.put(call("b"));
    await store.close();
    const whole = await readFile(path);
    const firstEnd = whole.indexOf(10) + 1;
    for (let cut = firstEnd; cut < whole.length; cut += 7) {
      await writeFile(path, whole.subarray(0, cut));
      const again = await openFileStore(path);
      // A line that lacks only its end is whole.
      const lost = cut < whole.length - 1;
      expect((await again.get(sha256("a")))?.reply.text).toBe('{"of":"a"}');
      expect((await again.get(sha256("b"))) === undefined).toBe(lost);
      expect(again.problems.length).toBe(lost && cut > firstEnd ? 1 : 0);
      await again.put(call("c"));
      await again.put(call("b"));
      await again.close();
      const last = await openFileStore(path);
      expect(last.size).toBe(3);
      expect((await last.get(sha256("b")))?.reply.text).toBe('{"of":"b"}');
      await last.close();
    }
  });

  it("leaves a line alone that was edited into something else", async () => {
    const store = await openFileStore(path);
    await store.put(call("a"));
    await store.close();
    await writeFile(path, (await readFile(path, "utf8")).replace('"finish":"stop"', '"finish":42'));
    const again = await openFileStore(path);
    expect(await again.get(sha256("a"))).toBeUndefined();
    expect(again.problems).toMatchObject([{ code: "call-store-line", count: 1 }]);
    await again.put(call("a"));
    expect(await again.get(sha256("a"))).toEqual(call("a"));
    await again.close();
  });

  it("forgets a dropped reply, and keeps it in the file", async () => {
    const store = await openFileStore(path);
    await store.put(call("a"));
    await store.drop(sha256("a"), "no JSON");
    expect(await store.get(sha256("a"))).toBeUndefined();
    await store.close();
    const again = await openFileStore(path);
    expect(again.size).toBe(0);
    await again.put(call("a", "better"));
    await again.close();
    const third = await openFileStore(path);
    expect((await third.get(sha256("a")))?.reply.text).toBe("better");
    await third.close();
    expect((await readFile(path, "utf8")).split("\n").length).toBe(4);
  });

  it("finds what another process wrote meanwhile", async () => {
    const one = await openFileStore(path);
    const two = await openFileStore(path);
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? one : two).put(call(`${i}`, "x".repeat(i * 50)))),
    );
    for (let i = 0; i < 200; i++) {
      expect((await one.get(sha256(`${i}`)))?.reply.text.length).toBe(i * 50);
      expect((await two.get(sha256(`${i}`)))?.reply.text.length).toBe(i * 50);
    }
    expect([one.problems, two.problems]).toEqual([[], []]);
    await one.close();
    await two.close();
  });

  it("does not glue its line to what another process left when it was killed", async () => {
    const store = await openFileStore(path);
    await store.put(call("a"));
    await appendFile(path, '{"key":"0123');
    await store.put(call("b"));
    expect((await store.get(sha256("b")))?.reply.text).toBe('{"of":"b"}');
    expect(store.problems).toMatchObject([{ count: 1 }]);
    await store.close();
  });

  it("reads lines that are longer than its buffer", async () => {
    const store = await openFileStore(path);
    await store.put(call("long", "y".repeat(1_000_000)));
    await store.put(call("a"));
    await store.close();
    const again = await openFileStore(path);
    expect((await again.get(sha256("long")))?.reply.text.length).toBe(1_000_000);
    expect(again.size).toBe(2);
    await again.close();
  });

  it("says of no call that it is kept before it is on the disk, and shares one flush among many", async () => {
    const steps: string[] = [];
    let flush: (() => void) | undefined;
    const real = await openToAppend(path);
    const store = await openFileStore(path, {
      openFile: async () => ({
        ...real,
        append: (text) => {
          steps.push("write");
          real.append(text);
        },
        sync: () =>
          new Promise((done) => {
            steps.push("sync");
            flush = done;
          }),
      }),
    });
    const first = store.put(call("0")).then(() => steps.push("kept 0"));
    const others = [1, 2, 3].map((i) => store.put(call(`${i}`)).then(() => steps.push(`kept ${i}`)));
    const until = async (what: string, times: number) => {
      while (steps.filter((step) => step === what).length < times) await new Promise(setImmediate);
    };
    await until("sync", 1);
    flush?.();
    await first;
    await until("sync", 2);
    flush?.();
    await Promise.all(others);
    // Written at once; the first waits for its own flush, the others share the next.
    expect(steps).toEqual([
      "write",
      "sync",
      "write",
      "write",
      "write",
      "sync",
      "kept 0",
      "kept 1",
      "kept 2",
      "kept 3",
    ]);
    await store.close();
  });

  it("says so when the disk is full", async () => {
    const store = await openFileStore(path, {
      openFile: async (name) => ({
        ...(await openToAppend(name)),
        append: () => {
          throw new Error("ENOSPC: no space left on device");
        },
      }),
    });
    await expect(store.put(call("a"))).rejects.toMatchObject({ problem: { code: "call-store" } });
    await expect(store.put(call("b"))).rejects.toMatchObject({ problem: { code: "call-store" } });
    // What was paid for is used, and the end says how much of it nobody will find again.
    expect(await store.get(sha256("a"))).toEqual(call("a"));
    expect(store.unsaved).toMatchObject({ code: "call-store", reason: "unsaved", fields: { count: 2 } });
    await expect(store.close()).rejects.toThrow("2 replies are only in memory");
  });

  it("says of scores of pairs that they count, and nothing of money", async () => {
    const store = await openFileStore(path, {
      of: "scores",
      openFile: async (name) => ({
        ...(await openToAppend(name)),
        append: () => {
          throw new Error("ENOSPC: no space left on device");
        },
      }),
    });
    await expect(store.put(call("a"))).rejects.toThrow("could not write the journal of pair scores");
    expect(store.unsaved).toMatchObject({
      reason: "unsaved-scores",
      what: "one score is only in memory: could not write the journal of pair scores (ENOSPC: no space left on device)",
      why: "it counts in these results, but the next run would score this pair again",
    });
    await expect(store.close()).rejects.toThrow("one score is only in memory");
  });

  it("writes at its end what the disk had no room for before", async () => {
    let full = true;
    const store = await openFileStore(path, {
      openFile: async (name) => {
        const real = await openToAppend(name);
        return {
          ...real,
          append(text) {
            if (full) throw new Error("ENOSPC: no space left on device");
            real.append(text);
          },
        };
      },
    });
    await expect(store.put(call("a"))).rejects.toThrow("ENOSPC");
    full = false;
    await store.close();
    expect(store.unsaved).toBeUndefined();
    const again = await openFileStore(path);
    expect(await again.get(sha256("a"))).toEqual(call("a"));
    await again.close();
  });
});
