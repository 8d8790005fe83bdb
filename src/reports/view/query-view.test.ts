import { describe, expect, test } from "vitest";
import { missWords } from "../../core/missed.ts";
import { type EvaluateOptions, evaluate } from "../../evaluate/evaluate.ts";
import { readResult } from "../../evaluate/score/read-result.ts";
import type { Report, RunReport, TextSource } from "../model.ts";
import type { DerivationView, QueryView } from "./model.ts";
import { type QueryViewOptions, queryViewOf } from "./query-view.ts";
import { viewOf } from "./view.ts";

const scored = (options: Partial<EvaluateOptions> & Pick<EvaluateOptions, "gold" | "run">): RunReport => ({
  result: evaluate({ metrics: ["recall@2", "ndcg@10", "rr"], ...options }),
});
const viewAt = (report: Report, query: string, options?: QueryViewOptions): QueryView => {
  const view = viewOf(report, { curves: false });
  return queryViewOf(report, view, view.queries.ids.indexOf(query), options);
};
const texts = (documents: Record<string, string>, words: Record<string, string> = {}): TextSource => ({
  query: (id) => words[id],
  hits: () => [],
  document: (id) => (Object.hasOwn(documents, id) ? documents[id] : undefined),
  title: (id) => (Object.hasOwn(documents, id) ? `About ${id}` : undefined),
});
const long = Array.from({ length: 40 }, (_, i) => `n${i}`);

describe("gold", () => {
  test("ranks beyond the hits that are shown, and why something was missed", () => {
    const run = scored({
      gold: { q: { deep: 2, top: 1, gone: 1, no: 0 } },
      run: { q: ["top", ...long, "deep"] },
    });
    const { gold, lists } = viewAt({ runs: [run] }, "q");
    expect(lists[0]).toMatchObject({ length: 42, unjudged: 9 });
    expect(lists[0]!.hits).toHaveLength(10);
    expect(gold.map(({ ids, kind, grade, places }) => [ids[0], kind, grade, places[0]])).toEqual([
      ["deep", "document", 2, { rank: 42, hit: "deep", missed: "below k (rank 42)" }],
      ["top", "document", 1, { rank: 1, hit: "top" }],
      ["gone", "document", 1, { missed: "never retrieved" }],
    ]);
  });

  test("groups are one thing each, found by any of their documents", () => {
    const gold = { q: { groups: [["a", "b"], ["c"]] } };
    const runs = [scored({ gold, run: { q: ["x", "b"] } }), scored({ gold, run: { q: ["c", "a"] } })];
    expect(
      viewAt({ runs }, "q").gold.map(({ ids, kind, places }) => [ids, kind, places.map(({ rank }) => rank)]),
    ).toEqual([
      [["a", "b"], "group", [2, 2]],
      [["c"], "group", [undefined, 1]],
    ]);
  });

  test("what a corpus or a live retriever says of a miss comes before what a list can tell", () => {
    const run = scored({ gold: { q: ["a"] }, run: { q: ["x"] } });
    const why = {
      item: ["a"],
      reason: "lost-in-stage",
      by: "reranked",
      before: { stage: "bm25", rank: 3 },
    } as const;
    const missed = { ...run.result.missed(), queries: new Map([["q", [why]]]) };
    const { places } = viewAt({ runs: [{ ...run, missed }] }, "q").gold[0]!;
    expect(places[0]!.missed).toBe(missWords(why));
  });

  test("titles and the beginning of texts", () => {
    const run = {
      ...scored({ gold: { q: ["a"] }, run: { q: ["a"] } }),
      texts: texts({ a: "word ".repeat(100) }),
    };
    const [item] = viewAt({ runs: [run] }, "q", { snippet: 22 }).gold;
    expect(item).toMatchObject({ title: "About a", text: "word word word word" });
    expect(viewAt({ runs: [run] }, "q", { snippet: 0 }).gold[0]!.text).toBeUndefined();
  });

  test("an unanswerable query, its answer, tags and forbidden documents", () => {
    const gold = {
      q: { answerable: false, answer: "None.", tags: { lang: "de" }, forbidden: ["secret", "other"] },
    };
    const runs = [scored({ gold, run: { q: [...long, "secret"] } }), scored({ gold, run: { q: ["x"] } })];
    expect(viewAt({ runs }, "q")).toMatchObject({
      unanswerable: true,
      answer: "None.",
      tags: { lang: "de" },
      gold: [],
      forbidden: [
        { id: "secret", ranks: [41, null] },
        { id: "other", ranks: [null, null] },
      ],
    });
  });
});

describe("lists", () => {
  test("grades, titles, scores, snippets with marks, and times", () => {
    const run: RunReport = {
      ...scored({
        gold: { q: { a: 2, b: 0 } },
        run: {
          q: [{ id: "b", score: 0.123456789 }, { id: "c", text: "own words of the ferry" }, { id: "a" }],
        },
      }),
      texts: texts({ a: "The ferry sails.", b: "A crane." }, { q: "When does the ferry sail?" }),
      timings: new Map([["q", 12.5]]),
    };
    const view = viewAt({ runs: [run] }, "q");
    expect(view.question).toBe("When does the ferry sail?");
    expect(view.lists[0]).toEqual({
      hits: [
        {
          rank: 1,
          id: "b",
          title: "About b",
          snippet: { text: "A crane.", cut: [false, false], marks: [] },
          score: 0.1234568,
          grade: 0,
          state: "not-relevant",
        },
        {
          rank: 2,
          id: "c",
          snippet: { text: "own words of the ferry", cut: [false, false], marks: [[17, 22, "word"]] },
          state: "unjudged",
        },
        {
          rank: 3,
          id: "a",
          title: "About a",
          snippet: {
            text: "The ferry sails.",
            cut: [false, false],
            marks: [
              [4, 9, "word"],
              [10, 15, "word"],
            ],
          },
          grade: 2,
          state: "relevant",
        },
      ],
      length: 3,
      unjudged: 1,
      ms: 12.5,
    });
  });

  test("as many hits as were asked for", () => {
    const runs = [scored({ gold: { q: ["a"] }, run: { q: long } })];
    expect(viewAt({ runs }, "q", { hits: 3 }).lists[0]!.hits.map(({ id }) => id)).toEqual(["n0", "n1", "n2"]);
  });

  test("repeated hits have no rank, and forbidden ones are marked", () => {
    const runs = [
      scored({ gold: { q: { relevant: ["a"], forbidden: ["z"] } }, run: { q: ["x", "x", "z", "a"] } }),
    ];
    expect(viewAt({ runs }, "q").lists[0]!.hits.map(({ rank, state }) => [rank, state])).toEqual([
      [1, "unjudged"],
      [0, "repeated"],
      [2, "forbidden"],
      [3, "relevant"],
    ]);
  });

  test("passages that another rule does not look for are not marked", () => {
    const spans = scored({
      gold: { q: { passages: ["three times"] } },
      run: { q: [{ id: "c", text: "It rings three times a day" }] },
      match: { spans: "overlap" },
    });
    const { gold, lists } = viewAt({ runs: [spans] }, "q");
    expect(gold).toEqual([]);
    expect(lists[0]!.hits[0]!.snippet!.marks.filter(([, , kind]) => kind === "gold")).toEqual([]);
  });

  test("hits are the same where the rules match them, however a run writes them", () => {
    const rules = { gold: { q: ["a"] }, match: { ids: "no-extension", on: "hits" } } as const;
    const runs = ["a", "a.md"].map((id) => scored({ ...rules, run: { q: [id] } }));
    const { lists } = viewAt({ runs }, "q");
    expect(lists.map((list) => list!.hits.map(({ id, same }) => [id, same]))).toEqual([
      [["a", undefined]],
      [["a.md", "a"]],
    ]);
  });

  test("passages and spans of the gold are marked where they stand", () => {
    const passages = scored({
      gold: { q: { passages: ["three times"] } },
      run: { q: [{ id: "1", text: "It sounds Three  times." }] },
      match: { text: "normalised" },
      metrics: ["group-recall@5"],
    });
    const view = viewAt({ runs: [passages] }, "q");
    expect(view.gold[0]).toMatchObject({
      ids: ["three times"],
      kind: "passage",
      places: [{ rank: 1, hit: "1" }],
    });
    const { text, marks } = view.lists[0]!.hits[0]!.snippet!;
    expect(marks.map(([from, to, kind]) => [text.slice(from, to), kind])).toEqual([["Three  times", "gold"]]);

    const spans = scored({
      gold: { q: { spans: [{ doc: "d", start: 12, end: 18 }] } },
      run: { q: [{ id: "c", doc: "d", start: 10, end: 30, text: "a siren sounds there" }] },
      match: { spans: "overlap" },
      metrics: ["group-recall@5"],
    });
    const other = viewAt({ runs: [spans] }, "q");
    expect(other.gold[0]).toMatchObject({ kind: "span", places: [{ rank: 1, hit: "c" }] });
    expect(other.lists[0]!.hits[0]!.snippet!.marks).toEqual([[2, 8, "gold"]]);
  });

  test("a run that lacks the query has no list, one that failed says so", () => {
    const gold = { q: ["a"] };
    const runs = [
      scored({ gold, run: { q: ["a"] }, name: "a" }),
      scored({ gold, run: {}, name: "b" }),
      scored({ gold, run: { q: new Error("timeout after 3 s") }, name: "c" }),
    ];
    const { lists, scores, gold: items } = viewAt({ runs }, "q");
    expect(lists.map((list) => list?.length)).toEqual([1, undefined, 0]);
    expect(lists[1]).toBeNull();
    expect(lists[2]!.failed).toContain("timeout after 3 s");
    expect(scores[2]![0]).toMatchObject({ value: null, state: { status: "failed" } });
    expect(items[0]!.places).toEqual([
      { rank: 1, hit: "a" },
      { missed: "never retrieved" },
      { missed: "the query failed" },
    ]);
  });

  test("scores that were read: no lists, no gold, no derivations, but scores", () => {
    const { result } = scored({ gold: { q: ["a"] }, run: { q: ["x", "a"] } });
    const read = readResult(JSON.parse(JSON.stringify(result)));
    const view = viewAt({ runs: [{ result: read }] }, "q");
    expect(view).toMatchObject({ gold: [], lists: [null], judged: [null] });
    expect(view.scores[0]).toEqual([{ value: 1 }, { value: expect.closeTo(0.63093, 5) }, { value: 0.5 }]);
  });

  test("a query that only another run has", () => {
    const runs = [
      scored({ gold: { q: ["a"] }, run: { q: ["a"] } }),
      scored({ gold: { r: ["b"] }, run: { r: ["b"] } }),
    ];
    const { lists, scores, gold } = viewAt({ runs }, "r");
    expect(lists.map((list) => list === null)).toEqual([true, false]);
    expect(scores[0]![0]!.state!.words).toBe("the query is not in this result");
    expect(gold[0]!.places).toEqual([{}, { rank: 1, hit: "b" }]);
  });
});

describe("derivations", () => {
  test("lines below lines, with the ids of the hits", () => {
    const { derivation } = viewAt(
      { runs: [scored({ gold: { q: ["a", "b"] }, run: { q: ["x", "a"] } })] },
      "q",
    ).scores[0]![0]!;
    expect(derivation).toEqual({
      words: "recall = relevant hits / relevant documents",
      value: 0.5,
      parts: [
        {
          words: "relevant hits (sum)",
          value: 1,
          parts: [{ words: "rank 2 (a): relevant", value: 1, parts: [] }],
        },
        { words: "relevant documents", value: 2, parts: [] },
      ],
    });
  });

  test.each([
    [undefined, ["recall@2", "ndcg@10", "rr", "ap", "group-recall@5", "bpref"]],
    ["trec_eval", ["map", "ndcg_cut_10", "recip_rank"]],
  ])("give the score, and nothing where there is none (as: %s)", (as, metrics) => {
    const gold = { q: { a: 2, b: 1, c: 0 }, r: { a: 0 } };
    const run = { q: { x: 4, b: 3, c: 2, a: 1 }, r: { a: 1 } };
    const runs = [scored({ gold, run, metrics, ...(as === undefined ? {} : { as }) })];
    let derived = 0;
    for (const query of ["q", "r"])
      for (const { value, state, derivation } of viewAt({ runs }, query).scores[0]!) {
        expect(value === null).toBe(state !== undefined);
        if (derivation === undefined || value === null) continue;
        derived++;
        expect(derivation.value).toBeCloseTo(value, 8);
      }
    expect(derived).toBeGreaterThan(2);
  });

  test("of very many lines the first are shown, and the sum of the rest", () => {
    const ids = Array.from({ length: 130 }, (_, i) => `d${i}`);
    const runs = [scored({ gold: { q: ids }, run: { q: ids }, metrics: ["recall@1000"] })];
    const { parts } = viewAt({ runs }, "q").scores[0]![0]!.derivation!.parts[0]!;
    expect(parts).toHaveLength(101);
    expect(parts.at(-1)).toEqual({ words: "and 30 more", value: 30, parts: [] });
  });

  test("of the first metric, or none", () => {
    const report = { runs: [scored({ gold: { q: ["a"] }, run: { q: ["a"] } })] };
    const derived = (derivations: "all" | "headline" | "none"): (DerivationView | undefined)[] =>
      viewAt(report, "q", { derivations }).scores[0]!.map(({ derivation }) => derivation);
    expect(derived("headline").map((one) => one !== undefined)).toEqual([true, false, false]);
    expect(derived("none").every((one) => one === undefined)).toBe(true);
    expect(derived("headline")[0]).toEqual(derived("all")[0]);
  });
});
