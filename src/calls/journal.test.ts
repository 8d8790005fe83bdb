import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openToAppend } from "../files/append-file.ts";
import { contentKey } from "./canonical-json.ts";
import { createMemoryJournal, type JournalOptions, openJournal } from "./journal.ts";

/** Lists of a search service: the journal keeps whatever has a key. */
interface Answer {
  readonly key: string;
  readonly hits: readonly string[];
}
const options: JournalOptions<Answer> = {
  calls: "searches",
  read: (value) =>
    Array.isArray((value as Partial<Answer> | undefined)?.hits) ? (value as Answer) : undefined,
  unsaved: ({ calls, count }, at) => ({
    code: "unsaved",
    what: `${count} ${calls} are lost`,
    fix: "search again",
    at,
  }),
};
const answer = (query: string, ...hits: string[]): Answer => ({ key: contentKey({ query }), hits });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-journal-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("what one run was answered, the next one finds", async () => {
  const path = join(folder, "answers.jsonl");
  const first = await openJournal(path, options);
  await first.put(answer("piers", "d1", "d2"));
  await first.put(answer("cranes", "d3"));
  await first.drop(answer("cranes").key, "changed");
  await first.close();
  const second = await openJournal(path, options);
  expect(await second.get(answer("piers").key)).toEqual(answer("piers", "d1", "d2"));
  expect(await second.get(answer("cranes").key)).toBeUndefined();
  await second.close();
  expect((await readFile(path, "utf8")).split("\n")).toHaveLength(4);
});

test("its Problems say whose journal it is", async () => {
  const path = join(folder, "answers.jsonl");
  const journal = await openJournal<Answer>(path, { ...options, read: () => undefined });
  await journal.put(answer("piers", "d1"));
  expect(await journal.get(answer("piers").key)).toBeUndefined();
  expect(journal.problems).toMatchObject([
    { code: "call-store-line", fields: { calls: "searches", lines: 1 }, count: 1, at: { file: path } },
  ]);
  await journal.close();
  // A folder cannot be appended to.
  await expect(openJournal(folder, options)).rejects.toMatchObject({
    problem: { code: "call-store", fields: { calls: "searches" }, at: { file: folder } },
  });
});

test("what the disk does not take is said in the words of whoever asks", async () => {
  const path = join(folder, "answers.jsonl");
  const full = async (name: string) => ({
    ...(await openToAppend(name)),
    append: () => {
      throw new Error("no space");
    },
  });
  const journal = await openJournal(path, { ...options, openFile: full });
  await expect(journal.put(answer("piers", "d1"))).rejects.toMatchObject({ problem: { code: "call-store" } });
  expect(journal.unsaved).toMatchObject({ what: "1 searches are lost", at: { file: path } });
  await expect(journal.close()).rejects.toMatchObject({ problem: { code: "unsaved" } });
});

test("in memory it keeps nothing beyond the run", async () => {
  const journal = createMemoryJournal<Answer>();
  await journal.put(answer("piers", "d1"));
  expect([journal.size, await journal.get(answer("piers").key)]).toEqual([1, answer("piers", "d1")]);
  expect(createMemoryJournal<Answer>().size).toBe(0);
});
