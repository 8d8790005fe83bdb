/** The real libraries that run inside this process: what the adapter gives is what the client gives. */
import { create, insertMultiple, search } from "@orama/orama";
import MiniSearch from "minisearch";
import sqlite from "node-sqlite3-wasm";
import { expect, expectTypeOf, test } from "vitest";
import type { Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import { fromMiniSearch, fromOrama, fromSqlite } from "../../src/retrievers/index.ts";
import { documents, questions } from "./_harbour.ts";

const K = 10;
const asked = async (retriever: Retriever, { id, query }: (typeof questions)[number]) =>
  readAnswer(
    id,
    await retriever.retrieve(query, { k: K, queryId: id, signal: new AbortController().signal }),
  );

test("MiniSearch", async () => {
  const index = new MiniSearch({ fields: ["title", "text"], storeFields: ["text"] });
  index.addAll(documents);
  const retriever = fromMiniSearch({ index, search: { boost: { title: 2 } } });
  expectTypeOf(fromMiniSearch).toBeCallableWith({ index });
  let hits = 0;
  for (const question of questions) {
    const direct = index.search(question.query, { boost: { title: 2 } }).slice(0, K);
    const answer = await asked(retriever, question);
    expect(answer.hits).toEqual(direct.map(({ id, score, text }) => ({ id, score, text })));
    hits += direct.length;
  }
  expect(hits).toBe(960);
});

test("texts can be left out, and then are not stored", async () => {
  const index = new MiniSearch({ fields: ["text"], storeFields: ["text"] });
  index.addAll(documents);
  const [question] = questions;
  const [withText] = (await asked(fromMiniSearch({ index }), question!)).hits;
  const [without] = (await asked(fromMiniSearch({ index, text: () => undefined }), question!)).hits;
  expect(Object.keys(withText!)).toEqual(["id", "score", "text"]);
  expect(without).toEqual({ id: withText!.id, score: withText!.score });
});

test("Orama", async () => {
  const db = create({ schema: { id: "string", title: "string", text: "string" } as const });
  await insertMultiple(
    db,
    documents.map(({ id, title, text }) => ({ id, title, text })),
  );
  expectTypeOf(fromOrama).toBeCallableWith({ db, search });
  const retriever = fromOrama({ db, search });
  let hits = 0;
  for (const question of questions) {
    const direct = await search(db, { term: question.query, limit: K });
    const answer = await asked(retriever, question);
    expect(answer.hits).toEqual(
      direct.hits.map(({ id, score, document }) => ({ id, score, text: document.text })),
    );
    hits += direct.hits.length;
  }
  expect(hits).toBe(960);
});

test("SQLite FTS5 (node-sqlite3-wasm)", async () => {
  const db = new sqlite.Database(":memory:");
  try {
    db.run(`create virtual table "the ""docs""" using fts5(id unindexed, title, text, tokenize = 'porter')`);
    for (const { id, title, text } of documents)
      db.run(`insert into "the ""docs""" values (?, ?, ?)`, [id, title, text]);
    const retriever = fromSqlite({ db, table: 'the "docs"' });
    const sql = `select id, text, -bm25("the ""docs""") as score from "the ""docs""" where "the ""docs""" match ? order by rank limit ?`;
    const own = fromSqlite({ db, sql, match: (query) => `text : "${query.split(" ")[0]}"` });
    let hits = 0;
    for (const question of questions) {
      const words = [...new Set(question.query.match(/[\p{L}\p{N}]+/gu))].map((word) => `"${word}"`);
      const direct = db.all(sql, [words.join(" OR "), K]);
      expect((await asked(retriever, question)).hits).toEqual(direct);
      const first = db.all(sql, [`text : "${question.query.split(" ")[0]}"`, K]);
      expect((await asked(own, question)).hits).toEqual(first);
      hits += direct.length;
    }
    expect(hits).toBe(960);
    // What FTS5 would take for syntax, or for nothing at all.
    for (const query of ['"', "ferry AND (", "col:x -y ^z*", "???", ""])
      expect((await asked(retriever, { id: "q", query })).hits.length).toBeLessThanOrEqual(K);
    expect(() => db.all(sql, ["ferry AND (", K])).toThrow();
    const wrong = fromSqlite({ db, table: "no such table" });
    await expect(asked(wrong, questions[0]!)).rejects.toThrow("no such table");
    const nameless = fromSqlite({ db, table: 'the "docs"', id: "key" });
    await expect(asked(nameless, questions[0]!)).rejects.toThrow(
      /no id at key; its fields are rowid, id, title, text, score/,
    );
  } finally {
    db.close();
  }
});
