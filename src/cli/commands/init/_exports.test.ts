import { describe, expect, test } from "vitest";
import { candidatesIn } from "./_exports.ts";

/** How the likeliest of them is called. */
const called = (text: string): string | undefined =>
  candidatesIn(text)
    .sort((a, b) => b.rank - a.rank)
    .map(({ call }) => call("query", "k"))[0];

describe("functions that search", () => {
  test.each([
    ["export function search(query: string, k: number) {", "search(query, k)"],
    ["export async function search(q, limit = 10) {", "search(query, k)"],
    [
      "export async function search<T extends object>(q: string, topK = 5): Promise<T[]> {",
      "search(query, k)",
    ],
    ["export const search = async (query: string) => {", "search(query)"],
    ["export const searchDocs: Search = async (text: string, n = 3) => {", "searchDocs(query, k)"],
    [
      "export const vectorSearch = async function (q: string, { limit }: { limit: number }) {",
      "vectorSearch(query, { limit: k })",
    ],
    [
      "export function retrieve(query: string, opts: { k?: number; filter?: string } = {}) {",
      "retrieve(query, { k })",
    ],
    ["export function retrieve(query: string, db: Database) {", "retrieve(query)"],
    [
      "export async function query(\n  question: string,\n  callback: (a: string, b: number) => void,\n) {",
      "query(query)",
    ],
  ])("%s", (text, call) => {
    expect(called(text)).toBe(call);
  });

  test.each([
    "function search(query: string) {",
    "export function search(request: Request) {",
    "export function search({ query }: { query: string }) {",
    "export function search() {",
    "export function render(query: string) {",
    "export const searching = 3;",
    `export function search(${"(".repeat(5000)}`,
  ])("nothing in %s", (text) => {
    expect(candidatesIn(text)).toEqual([]);
  });

  test("search comes before query, and a retriever of LangChain before both", () => {
    const two = "export const query = (q: string) => [];\nexport const search = (q: string) => [];\n";
    expect(called(two)).toBe("search(query)");
    const [first] = candidatesIn(`${two}export const retriever = store.asRetriever();`).sort(
      (a, b) => b.rank - a.rank,
    );
    expect(first).toMatchObject({
      name: "retriever",
      adapter: { name: "fromLangChain", option: "retriever" },
    });
  });
});
