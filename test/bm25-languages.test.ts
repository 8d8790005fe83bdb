/** Queries in other scripts find what they should. */
import { expect, it } from "vitest";
import type { Hit } from "../src/core/ranking.ts";
import { bm25 } from "../src/retrievers/bm25.ts";

const context = { k: 10, queryId: "q", signal: new AbortController().signal };
async function found(analyzer: string, texts: Record<string, string>, query: string) {
  const corpus = Object.entries(texts).map(([id, text]) => ({ id, text }));
  const hits = (await bm25({ corpus, analyzer }).retrieve(query, context)) as Hit[];
  return hits.map(({ id }) => id);
}

const japanese = { a: "東京大学の歴史", b: "京都の大きな寺", c: "ｶﾞｲﾄﾞﾌﾞｯｸ" };

it.each<[string, Record<string, string>, string, string[]]>([
  ["cjk", japanese, "大学", ["a"]],
  ["english", japanese, "大学", ["a"]],
  // One character: all texts that have it, though texts are indexed by pairs.
  ["cjk", japanese, "京", ["a", "b"]],
  ["unicode", japanese, "寺", ["b"]],
  ["cjk", japanese, "ガイド", ["c"]],
  ["unicode", japanese, "ガイド", ["c"]],
  ["cjk", { a: "서울대학교에서", b: "부산".normalize("NFD") }, "대학교", ["a"]],
  ["cjk", { a: "서울대학교에서", b: "부산".normalize("NFD") }, "부산", ["b"]],
  ["unicode", { a: "ภาษาไทยง่าย", b: "อังกฤษ" }, "ไทย", ["a"]],
  ["german", { a: "Die Häuser am Hafen", b: "Das Museum" }, "haus hafens", ["a"]],
  ["french", { a: "L'économie nationale", b: "La mer" }, "économiques nationaux", ["a"]],
  ["russian", { a: "Новые книги", b: "Старый дом" }, "книгу", ["a"]],
  ["finnish", { a: "Talossamme on sauna", b: "Kirja" }, "talo", ["a"]],
])("%s: %j, %s", async (analyzer, texts, query, wanted) => {
  expect((await found(analyzer, texts, query)).sort()).toEqual(wanted);
});

it("pairs count more than their characters: single ones are not added up", async () => {
  const texts = { a: "大学", b: "学大 大 学" };
  expect(await found("cjk", texts, "大学")).toEqual(["a"]);
});
