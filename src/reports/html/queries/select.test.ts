import { describe, expect, it } from "vitest";
import type { CellState, MetricView, View } from "../../view/model.ts";
import { initialState, type PageState } from "../state.ts";
import { columnsOf } from "./columns.ts";
import { shownRuns } from "./pair.ts";
import { defaultSort, differenceAt, selectQueries, sortOf, statusChoices, tagChoices } from "./select.ts";

const recall: MetricView = { name: "recall@5", direction: "higher", yesNo: false, range: [0, 1], k: 5 };
const effort: MetricView = { name: "effort", direction: "lower", yesNo: false };
const failed: CellState = { status: "failed", words: "no answer within 30 s" };
const undefinedState: CellState = { status: "undefined", words: "no relevant document" };

/** Six queries: worse, better, the same, failed in b, undefined in both, flipped. */
function viewOf(scores: readonly (readonly (number | null)[])[], more: Partial<View["queries"]> = {}): View {
  const places = scores[0]!.map((_, at) => at);
  return {
    schema: 1,
    goldie: "0",
    title: "t",
    runs: scores.map((_, run) => ({ name: `run ${run}`, means: [] })),
    metrics: [recall, effort],
    queries: {
      ids: places.map((at) => `q${at + 1}`),
      words: places.map(
        (at) => ["Tide tables", "Low WATER", "low tide", null, "harbour", "lighthouse"][at] ?? null,
      ),
      tags: { lang: places.map((at) => ["de", "en", "de", null, "en", "fr"][at] ?? null) },
      scores: scores.map((column) => [column, column]),
      states: scores.map((column) => {
        const cells = Object.fromEntries(
          column.flatMap((score, at) => (score === null ? [[at, at === 3 ? failed : undefinedState]] : [])),
        );
        return [cells, cells];
      }),
      firstRelevant: scores.map(() => places.map(() => 1)),
      leaks: [],
      ...more,
    },
    pairs: [],
    slices: [],
    notes: [],
    problems: [],
    rules: [],
  };
}

const A = [1, 0.2, 0.5, 0.9, null, 0.4];
const B = [0.5, 0.8, 0.5, null, null, 0];
const two = viewOf([A, B]);
const one = viewOf([A]);

const ids = (view: View, state: Partial<PageState> = {}): string =>
  selectQueries(view, { ...initialState, ...state })
    .map((at) => view.queries.ids[at])
    .join(" ");

it("a query with other gold in one of the runs has no difference, and got neither better nor worse", () => {
  const edited = viewOf([A, B], {
    goldVersions: [
      [0, 0, 0, 0, 0, 0],
      [1, 1, 0, 0, 0, 0],
    ],
  });
  expect(ids(two, { status: "worse" })).toBe("q1 q6");
  expect(ids(two, { status: "better" })).toBe("q2");
  expect(ids(edited, { status: "worse" })).toBe("q6");
  expect(ids(edited, { status: "better" })).toBe("");
  expect(ids(edited)).toBe("q6 q3 q1 q2 q4 q5");
});

describe("the order of queries", () => {
  it("is the largest drop first, and those without a difference last", () => {
    expect(ids(two)).toBe("q1 q6 q3 q2 q4 q5");
  });

  it("is the worst first for one run", () => {
    expect(ids(one)).toBe("q2 q6 q3 q4 q1 q5");
  });

  it("turns round for a metric of which less is better", () => {
    expect(ids(two, { metric: "effort" })).toBe("q2 q3 q6 q1 q4 q5");
    expect(defaultSort(two, { metric: "effort" })).toEqual({ by: "diff", descending: true });
  });

  it.each([
    ["diff", false, "q1 q6 q3 q2 q4 q5"],
    ["diff", true, "q2 q3 q6 q1 q4 q5"],
    ["score.0", false, "q2 q6 q3 q4 q1 q5"],
    ["score.0", true, "q1 q4 q3 q6 q2 q5"],
    ["score.1", true, "q2 q1 q3 q6 q4 q5"],
    ["id", true, "q6 q5 q4 q3 q2 q1"],
    ["question", false, "q5 q6 q3 q2 q1 q4"],
    ["question", true, "q1 q2 q3 q6 q5 q4"],
    ["tags", false, "q1 q3 q2 q5 q6 q4"],
  ] as const)("by %s, descending %s: what has no value is last either way", (by, descending, order) => {
    expect(ids(two, { sort: { by, descending } })).toBe(order);
  });

  it("sorts ids by their numbers", () => {
    const view = viewOf([Array.from({ length: 11 }, () => 1)]);
    expect(ids(view, { sort: { by: "id", descending: false } })).toMatch(/^q1 q2 q3 .* q10 q11$/);
  });

  it("puts queries that found nothing behind every rank, and unknown ones last", () => {
    const view = viewOf([[1, 1, 1, 1]], { firstRelevant: [[3, 0, null, 12]] });
    expect(ids(view, { sort: { by: "first", descending: false } })).toBe("q1 q4 q2 q3");
    expect(ids(view, { sort: { by: "first", descending: true } })).toBe("q2 q4 q1 q3");
  });

  it("ignores a column that the page lacks", () => {
    expect(sortOf(one, { ...initialState, sort: { by: "diff", descending: false } }).by).toBe("score.0");
    expect(sortOf(two, { ...initialState, sort: { by: "score.7", descending: true } }).by).toBe("diff");
  });

  it("compares the two chosen runs", () => {
    const three = viewOf([A, B, A.map((score) => (score === null ? null : 1))]);
    expect(shownRuns(three, { pair: [2, 0] })).toEqual([2, 0]);
    expect(differenceAt(three, [2, 0], 0, 1)).toBeCloseTo(-0.8);
    expect(ids(three, { pair: [2, 0] })).toBe("q2 q6 q3 q4 q1 q5");
    expect(shownRuns(three, { pair: [0, 9] })).toEqual([0, 1]);
    expect(shownRuns(one, { pair: [0, 1] })).toEqual([0]);
  });
});

describe("filters", () => {
  it.each([
    ["worse", "q1 q6"],
    ["better", "q2"],
    ["flipped", "q6"],
    ["failed", "q4"],
    ["unscored", "q4 q5"],
    ["leaks", ""],
  ] as const)("status %s", (status, found) => {
    expect(ids(two, { status })).toBe(found);
  });

  it("swaps worse and better where less is better", () => {
    expect(ids(two, { status: "worse", metric: "effort" })).toBe("q2");
  });

  it("does not call rounding a change", () => {
    expect(ids(viewOf([[0.1 + 0.2], [0.3]]), { status: "better" })).toBe("");
    expect(ids(viewOf([[0.1 + 0.2], [0.3]]), { status: "worse" })).toBe("");
  });

  it("missed: no run has anything relevant above the cut-off", () => {
    const view = viewOf([A, B], {
      firstRelevant: [
        [0, 6, 0, null, null, 5],
        [0, 12, 1, 0, null, 0],
      ],
    });
    expect(ids(view, { status: "missed" })).toBe("q1 q2 q4");
  });

  it("leaks: in any run", () => {
    const view = viewOf([A, B], {
      leaks: [
        [0, 0, 0, 0, 0, 0],
        [0, 2, 0, 0, 0, 1],
      ],
    });
    expect(ids(view, { status: "leaks" })).toBe("q6 q2");
    expect(ids(view, { sort: { by: "leaks", descending: true } })).toMatch(/^q2 q6/);
    expect(statusChoices(view, {}).map(({ status }) => status)).toContain("leaks");
    expect(statusChoices(two, {}).map(({ status }) => status)).not.toContain("leaks");
  });

  it("offers nothing about differences for one run", () => {
    expect(statusChoices(one, {}).map(({ status }) => status)).toEqual([
      "all",
      "missed",
      "failed",
      "unscored",
    ]);
    expect(ids(one, { status: "worse" })).toBe("");
  });

  it("tags: exact values, several at once; unknown tags are ignored", () => {
    expect(ids(two, { tags: { lang: "de" } })).toBe("q1 q3");
    expect(ids(two, { tags: { lang: "d" } })).toBe("");
    expect(ids(two, { tags: { nothing: "x", constructor: "y" } })).toBe("q1 q6 q3 q2 q4 q5");
    expect(tagChoices(two)).toEqual([{ tag: "lang", values: ["de", "en", "fr"] }]);
  });

  it("offers no filter for tags with more than 50 values", () => {
    const column = Array.from({ length: 51 }, (_, at) => `v${at}`);
    const view = viewOf([column.map(() => 1)], {
      tags: { many: column, few: column.map((_, at) => `${at % 2}`) },
    });
    expect(tagChoices(view).map(({ tag }) => tag)).toEqual(["few"]);
  });

  it("search: all words, in id or question, whatever their case", () => {
    expect(ids(two, { search: "low" })).toBe("q3 q2");
    expect(ids(two, { search: " LOW  water " })).toBe("q2");
    expect(ids(two, { search: "q4" })).toBe("q4");
    expect(ids(two, { search: "q4 low" })).toBe("");
    expect(ids(two, { search: "(.*" })).toBe("");
  });

  it("all at once", () => {
    expect(ids(two, { search: "tide", tags: { lang: "de" }, status: "worse" })).toBe("q1");
  });
});

describe("columns", () => {
  const heads = (view: View) => columnsOf(view, shownRuns(view, {})).map(({ sort }) => sort);

  it("are those that the page has something for", () => {
    expect(heads(two)).toEqual(["id", "question", "tags", "score.0", "score.1", "diff", "first"]);
    expect(heads(viewOf([A], { words: [], tags: {}, firstRelevant: [A.map(() => null)] }))).toEqual([
      "id",
      "score.0",
    ]);
    expect(heads(viewOf([A], { leaks: [A.map((_, at) => at)] }))).toContain("leaks");
  });

  it("leave out runs that are not compared where there are many", () => {
    expect(heads(viewOf([A, B, A, B])).filter((sort) => sort.startsWith("score"))).toHaveLength(4);
    expect(heads(viewOf([A, B, A, B, A])).filter((sort) => sort.startsWith("score"))).toEqual([
      "score.0",
      "score.1",
    ]);
  });
});
