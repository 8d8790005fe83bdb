import { expect, test } from "vitest";
import { compare } from "../../evaluate/compare/compare.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { verdictSentence } from "../compare/sentences.ts";
import type { Report } from "../model.ts";
import type { View } from "../view/model.ts";
import { scoreText } from "./charts/numbers.ts";
import { queriesIn } from "./embedded.ts";
import { htmlReport } from "./html.ts";

const gold = { q1: { d1: 2, d2: 1, d3: 0 }, q2: ["d4"], q3: ["d5", "d6"], q4: [] };
const a = { q1: ["d1", "d9", "d2"], q2: ["d7", "d4"], q3: ["d5"], q4: ["d1"] };
const b = { q1: ["d9", "d8"], q2: ["d4"], q3: ["d6", "d5"] };
const of = (name: string, run: typeof a | typeof b) =>
  evaluate({ gold, run, name, metrics: ["ndcg@10", "recall@2"] });
const results = [of("first", a), of("second", b)];
const report: Report = { runs: results.map((result) => ({ result })) };

const pageOf = (given: Report, options = {}): string => [...htmlReport(given, options)].join("");
const dataIn = (page: string, id: string): string =>
  new RegExp(`id="${id}">([^<]*)</script>`).exec(page)![1]!;
const textOf = (page: string): string =>
  page.slice(page.indexOf("<body>"), page.indexOf("<script")).replace(/<[^>]+>/g, "");

test("numbers are those of the results and of the comparison", () => {
  const text = textOf(pageOf(report));
  for (const result of results)
    for (const { mean } of result.summary()) expect(text).toContain(scoreText(mean));
  const [verdict] = compare(results).pairs[0]!.verdicts;
  expect(text).toContain(verdictSentence(verdict!, 0.95, 2).split(". ")[0]!);
});

test("the same report gives the same bytes", () => {
  expect(
    pageOf(report) === pageOf({ runs: [of("first", a), of("second", b)].map((result) => ({ result })) }),
  ).toBe(true);
});

test("ten hits of a list, or as many as are asked for", async () => {
  const long = Array.from({ length: 40 }, (_, i) => `x${i}`);
  const runs = [{ result: evaluate({ gold: { q: ["x3"] }, run: { q: long }, metrics: ["rr"] }) }];
  const hits = async (options: object): Promise<number | undefined> => {
    const page = pageOf({ runs }, options);
    const view = JSON.parse(dataIn(page, "goldie-view")) as View;
    return (await queriesIn(dataIn(page, "goldie-queries"), view)(0))?.lists[0]?.hits.length;
  };
  expect(await hits({})).toBe(10);
  expect(await hits({ hits: 25 })).toBe(25);
});

test("of very many lists, only the headline metric has its computation, and the page says so", async () => {
  const details = async (queries: number) => {
    const ids = Array.from({ length: queries }, (_, i) => `q${i}`);
    const every = <T>(value: T) => Object.fromEntries(ids.map((query) => [query, value]));
    const result = evaluate({ gold: every(["a"]), run: every(["x", "a"]), metrics: ["rr", "recall@5"] });
    const page = pageOf({ runs: [{ result }] });
    const view = JSON.parse(dataIn(page, "goldie-view")) as View;
    const query = await queriesIn(dataIn(page, "goldie-queries"), view)(0);
    return {
      derived: query!.scores[0]!.map(({ derivation }) => derivation !== undefined),
      said: view.notes.filter((note) => note.startsWith("To keep this file small")),
    };
  };
  expect(await details(20)).toEqual({ derived: [true, true], said: [] });
  expect(await details(4001)).toEqual({
    derived: [true, false],
    said: ["To keep this file small, it shows how scores were computed for rr only."],
  });
});

test("a failed retriever is a failed query, not a 0", () => {
  const failed = evaluate({
    gold,
    run: { ...a, q1: new Error("time-out after 30 s") },
    name: "failed",
    metrics: ["rr"],
  });
  const text = textOf(pageOf({ runs: [{ result: failed }] }));
  expect(text).toContain("1 failed");
});
