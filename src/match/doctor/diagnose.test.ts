import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseIdRule } from "../ids/parse.ts";
import { diagnose } from "./diagnose.ts";
import { docProposals } from "./proposals.ts";
import { quickCheck } from "./quick-check.ts";
import type { DoctorInput } from "./types.ts";
import { diagnosisText } from "./words.ts";

const byQuery = <T>(n: number, make: (i: number) => T, name = (i: number) => `q${i}`): Map<string, T> =>
  new Map(Array.from({ length: n }, (_, i) => [name(i), make(i)]));

const forty: DoctorInput = {
  gold: byQuery(40, (i) => [`doc-${i + 17}`]),
  runs: [
    {
      name: "bm25",
      run: byQuery(40, (i) => [`doc-${i + 500}::chunk-0`, ...(i < 38 ? [`doc-${i + 17}::chunk-3`] : [])]),
    },
  ],
};

it("says what is wrong with the ids, and what would mend it", () => {
  const diagnosis = diagnose(forty);
  expect(diagnosis.runs[0]).toMatchObject({
    overlap: { gold: 40, found: 0, anywhere: 0 },
    proposals: [{ flag: "--ids chunk-suffix", found: 38, total: 40, merged: { gold: 0, hits: 0 } }],
  });
  const text = diagnosisText(diagnosis);
  expect(text).toContain(
    [
      "  0 of 40 gold ids appear in the results.",
      "  Gold looks like `doc-17`; results look like `doc-17::chunk-3`.",
      "  With --ids chunk-suffix 38 of 40 match.",
    ].join("\n"),
  );
  expect(text).not.toContain("retrieved by no run");
});

it("is plain data", () => {
  const diagnosis = diagnose(forty);
  expect(JSON.parse(JSON.stringify(diagnosis))).toEqual(diagnosis);
});

it("has nothing to say where all is well", () => {
  const gold = byQuery(5, (i) => [`d${i}`]);
  const diagnosis = diagnose({ gold, runs: [{ name: "r", run: gold }] });
  expect(diagnosis.runs[0]).toMatchObject({
    overlap: { gold: 5, found: 5, anywhere: 5 },
    proposals: [],
    queryProposals: [],
    duplicates: { count: 0 },
    unjudged: { hits: 5, unjudged: 0 },
  });
  expect(diagnosisText(diagnosis)).toBe(
    [
      "gold: 5 queries, 5 relevant documents; ids are `d{number}` (such as `d0`, 100 %)",
      "",
      "r: 5 queries, 5 hits; ids are `d{number}` (such as `d0`, 100 %)",
      "  5 of 5 gold ids appear in the results of their query.",
    ].join("\n"),
  );
});

it("counts what else is odd", () => {
  const diagnosis = diagnose({
    gold: new Map([
      ["q1", ["a", "b"]],
      ["q2", ["c"]],
      ["q3", []],
      ["q4", ["d"]],
    ]),
    judged: new Map([["q1", ["a", "b", "x"]]]),
    runs: [
      {
        name: "one",
        run: new Map<string, (string | null)[]>([
          ["q1", ["a", "a", "x", "u", null]],
          ["q2", []],
          ["q9", ["z"]],
          ["q3", ["b"]],
        ]),
      },
      { name: "two", run: new Map([["q2", ["c"]]]) },
    ],
    k: 2,
    corpus: new Set(["a", "c", "x", "u", "z"]),
  });
  expect(diagnosis.gold.empty).toEqual({ count: 1, samples: ["q3"] });
  expect(diagnosis.gold.notInCorpus).toMatchObject({ count: 2, samples: ["b", "d"] });
  expect(diagnosis.neverRetrieved).toEqual({ count: 2, samples: ["q1: b", "q4: d"] });
  expect(diagnosis.runs[0]).toMatchObject({
    queries: 4,
    queriesInBoth: 3,
    hits: 7,
    missing: { count: 1, samples: ["q4"] },
    unknown: { count: 1, samples: ["q9"] },
    emptyRankings: { count: 1, samples: ["q2"] },
    duplicates: { count: 1, queries: 1, samples: ["q1: a"] },
    withoutId: 1,
    // Of the first two documents of each list: a and x, which were judged, and b for q3, which was not.
    unjudged: { hits: 3, unjudged: 1 },
    overlap: { gold: 3, found: 1, anywhere: 2 },
    notInCorpus: { count: 1, samples: ["b"] },
  });
  const text = diagnosisText(diagnosis);
  for (const line of [
    "1 query has no relevant document: `q3`",
    "2 relevant documents are not in the corpus, so nothing could retrieve them: `b`, `d`",
    "1 query of the gold is not in the run: `q4`",
    "1 query of the run is not in the gold: `q9`",
    "1 query has no hit: `q2`",
    "1 hit is repeated, in 1 query: `q1: a`",
    "1 hit has no id",
    "33 % of the first 2 hits are unjudged (1 of 3); they count as not relevant",
    "2 of 4 relevant documents were retrieved by no run: `q1: b`, `q4: d`",
  ])
    expect(text).toContain(line);
});

it("a line break in a name makes no line of its own", () => {
  const text = diagnosisText(
    diagnose({
      gold: new Map([["q\n1", ["a\r\nb"]]]),
      runs: [{ name: "x\n  With --ids lower 9 of 9 match.", run: new Map([["q\n1", ["c\u2028d"]]]) }],
    }),
  );
  expect(text).not.toMatch(/^ *(With|b|1|d)\b/m);
  expect(text).toContain("x   With --ids lower 9 of 9 match.: 1 query, 1 hit");
});

describe("scores", () => {
  const scored = (scores: readonly number[]) =>
    diagnose({
      gold: new Map([["q1", ["a"]]]),
      runs: [
        {
          name: "r",
          run: new Map([["q1", scores.map((_, i) => `d${i}`)]]),
          scores: new Map([["q1", scores]]),
        },
      ],
    });
  it("fall: nothing is said", () => {
    expect(scored([3, 2, 1]).runs[0]).toMatchObject({
      ties: { hits: 3, tied: 0, flat: 0 },
      disorder: { count: 0 },
    });
    expect(diagnosisText(scored([3, 2, 1]))).not.toContain("score");
  });
  it("are equal", () => {
    expect(scored([2, 2, 1]).runs[0]!.ties).toEqual({ hits: 3, tied: 2, flat: 0 });
    expect(diagnosisText(scored([1, 1]))).toContain(
      "100 % of the hits share their score with a neighbour; in 1 query all scores are equal",
    );
  });
  it("rise from first to last: distances", () => {
    expect(scored([0.1, 0.1, 0.4]).runs[0]!.disorder).toEqual({ count: 1, samples: ["q1"], all: 1 });
    expect(diagnosisText(scored([0.1, 0.4]))).toContain("they look like distances");
  });
  it("go up and down", () => {
    expect(scored([3, 1, 2]).runs[0]!.disorder).toEqual({ count: 1, samples: ["q1"], all: 0 });
    expect(diagnosisText(scored([3, 1, 2]))).toContain(
      "scores rise down the list in 1 query: `q1`; the order",
    );
  });
});

describe("query ids", () => {
  it("of a single query are given, not likened", () => {
    const one = (query: string) => new Map([[query, ["d"]]]);
    const diagnosis = diagnose({ gold: one("one"), runs: [{ name: "r", run: one("two") }] });
    expect(diagnosisText(diagnosis)).toContain(
      "The only gold query is not in the run. Its id is `one`; queries of the run look like `two`.",
    );
  });

  it("are mended first, so that documents can be compared", () => {
    const diagnosis = diagnose({
      gold: byQuery(
        30,
        (i) => [`d${i}`],
        (i) => `${i + 1}`,
      ),
      runs: [
        {
          name: "r",
          run: byQuery(
            30,
            (i) => [`D${i}`],
            (i) => String(i + 1).padStart(3, "0"),
          ),
        },
      ],
    });
    expect(diagnosis.runs[0]).toMatchObject({
      queriesInBoth: 0,
      queryProposals: [{ flag: "--query-ids number", found: 30, total: 30 }],
      overlap: { gold: 30, found: 0 },
      proposals: [{ flag: "--ids lower", found: 30 }],
    });
    const text = diagnosisText(diagnosis);
    expect(text).toContain(
      "None of the 30 gold queries is in the run. Gold queries look like `1`; queries of the run look like `001`.",
    );
    expect(text).toContain("With --query-ids number 30 of 30 match.");
  });

  it("that count by place are not taken for names: Cranfield", () => {
    const places = byQuery(
      225,
      (i) => [`d${i}`],
      (i) => `${i + 1}`,
    );
    // Ids with gaps, up to 365.
    const ids = byQuery(
      225,
      (i) => [`d${i}`],
      (i) => String(Math.floor((i * 364) / 224) + 1).padStart(3, "0"),
    );
    expect(diagnose({ gold: places, runs: [{ name: "r", run: ids }] }).runs[0]!.numbering).toEqual({
      side: "gold",
      queries: 225,
      other: 365,
    });
    const other = diagnose({ gold: ids, runs: [{ name: "r", run: places }] });
    expect(other.runs[0]!.numbering).toEqual({ side: "run", queries: 225, other: 365 });
    expect(diagnosisText(other)).toContain("Careful: the run counts its queries from 1 to 225");
    expect(diagnose({ gold: places, runs: [{ name: "r", run: places }] }).runs[0]!.numbering).toBeUndefined();
  });
});

it("finds the rule that joins gold and corpus", () => {
  const diagnosis = diagnose({
    gold: byQuery(20, (i) => [`DOC-${i}`]),
    runs: [],
    corpus: new Map(Array.from({ length: 100 }, (_, i) => [`doc-${i}`, ""])),
  });
  expect(diagnosis.gold.notInCorpus).toMatchObject({
    count: 20,
    proposals: [{ flag: "--ids lower", found: 20 }],
  });
});

it("speaks of texts where hits are texts", () => {
  const diagnosis = diagnose({
    gold: byQuery(5, (i) => [`d${i}`]),
    runs: [{ name: "r", run: byQuery(5, (i) => [`The desert number ${i} is very large.`]) }],
  });
  expect(diagnosisText(diagnosis)).toContain("The results look like texts, not ids");
});

it("of nothing, nothing", () => {
  const diagnosis = diagnose({ gold: new Map(), runs: [{ name: "r", run: new Map() }] });
  expect(diagnosis.runs[0]).toMatchObject({ overlap: { gold: 0, found: 0, anywhere: 0 }, proposals: [] });
  expect(diagnosisText(diagnosis)).toBe("gold: 0 queries, 0 relevant documents\n\nr: 0 queries, 0 hits");
});

describe("quickCheck", () => {
  const cases = (gold: (i: number) => string, hit: (i: number) => string) =>
    Array.from({ length: 20 }, (_, i) => ({ gold: [gold(i)], hits: [`other${i}`, hit(i)] }));

  it("has the verified rule in its fix", () => {
    expect(
      quickCheck(
        cases(
          (i) => `doc-${i}`,
          (i) => `doc-${i}::chunk-3`,
        ),
      ),
    ).toEqual({
      code: "nothing-matches",
      what: "0 of 20 gold ids appear in the results. Gold looks like `doc-0`; results look like `doc-0::chunk-3`",
      why: "scores near zero usually mean that gold and run write their ids differently",
      fix: 'with --ids chunk-suffix 20 of 20 match (in code: match: { ids: "chunk-suffix", on: "both" })',
      reason: "ids",
      fields: {
        gold: 20,
        found: 0,
        anywhere: 0,
        looks: ["doc-0", "doc-0::chunk-3"],
        proposal: {
          ids: "chunk-suffix",
          on: "both",
          byDoc: false,
          flag: "--ids chunk-suffix",
          found: 20,
          total: 20,
        },
      },
    });
  });
  it("says how much it looked at", () => {
    expect(
      quickCheck(
        cases(
          (i) => `a${i}`,
          (i) => `A${i}`,
        ),
        { queries: 5000 },
      )!.what,
    ).toContain("(checked 20 of 5,000 queries)");
  });
  it("has no rule where none helps", () => {
    expect(
      quickCheck(
        cases(
          (i) => `a${i}`,
          (i) => `zz${i * 77}`,
        ),
      ),
    ).toMatchObject({
      code: "nothing-matches",
      fix: expect.stringContaining("goldie doctor"),
    });
  });
  it("low overlap: only with a rule that finds much more", () => {
    expect(
      quickCheck(
        cases(
          (i) => (i < 2 ? `a${i}` : `A${i}`),
          (i) => `a${i}`,
        ),
      ),
    ).toMatchObject({
      code: "low-overlap",
      what: expect.stringContaining("2 of 20 gold ids appear in the results of their query"),
      fix: expect.stringContaining("with --ids lower 20 of 20 match"),
    });
    expect(
      quickCheck(
        cases(
          (i) => (i < 2 ? `a${i}` : `b${i}`),
          (i) => `a${i}`,
        ),
      ),
    ).toBeUndefined();
  });
  it("is silent where enough is found, and where there is nothing to find", () => {
    expect(
      quickCheck(
        cases(
          (i) => `a${i}`,
          (i) => `a${i}`,
        ),
      ),
    ).toBeUndefined();
    expect(quickCheck([])).toBeUndefined();
    expect(quickCheck([{ gold: [], hits: ["a"] }])).toBeUndefined();
    expect(quickCheck([{ gold: ["a"], hits: [] }])).toBeUndefined();
  });
  it("knows that the run names its documents", () => {
    const given = cases(
      (i) => `d${i}`,
      (i) => `x${i * 31}`,
    );
    const parents = given.map(({ gold }, i) => ({ gold, hits: [`d${i}`] }));
    expect(quickCheck(given, { parents })!.fix).toBe('with --unit doc 20 of 20 match (in code: unit: "doc")');
  });
});

it("the quick check counts documents where chunks of one become one id", () => {
  const hits = ["doc-17::chunk-3", "doc-17::chunk-4"];
  expect(quickCheck([{ gold: ["doc-17"], hits }])!.fix).toBe(
    'with --ids chunk-suffix --unit doc 1 of 1 match; 1 hit becomes equal to another hit in its list, and such hits count as one document (in code: match: { ids: "chunk-suffix", on: "both" }, unit: "doc")',
  );
  expect(quickCheck([{ gold: ["doc-17"], hits: hits.slice(1) }])!.fix).not.toContain("unit");
});

it("compares what was compared: ids of hits, where their documents are what matches", () => {
  const text = diagnosisText(
    diagnose({
      gold: new Map([["q1", ["gdpr"]]]),
      runs: [{ name: "r", run: new Map([["q1", ["c1"]]]), docs: new Map([["q1", ["gdpr"]]]) }],
    }),
  );
  expect(text).toContain("Gold looks like `gdpr`; results look like `c1`.");
  expect(text).toContain("With --unit doc 1 of 1 match.");
});

describe("rules that would find a part and call it the whole", () => {
  it("are not proposed: an id that looks like a list", () => {
    const gold = ["d1, d2", "d3;d4", "d5|d6"];
    const hits = ["d1", "d3", "d5"];
    const cases = gold.map((id, i) => ({ gold: [id], hits: [hits[i]!] }));
    expect(docProposals(cases)).toEqual([]);
    expect(quickCheck(cases)!.fields).not.toHaveProperty("proposal");
  });
  it("of which gold ids become one are not proposed by the quick check", () => {
    const cases = [{ gold: ["a::1", "a::2"], hits: ["a", "b"] }];
    for (const { merged } of docProposals(cases)) expect(merged.gold).toBeGreaterThan(0);
    expect(quickCheck(cases)!.fields).not.toHaveProperty("proposal");
  });
  it("a number behind a bar is no list", () => {
    const cases = Array.from({ length: 20 }, (_, i) => ({ gold: [`doc-${i}`], hits: [`doc-${i}|3`] }));
    expect(docProposals(cases)[0]).toMatchObject({ found: 20, merged: { gold: 0, hits: 0 } });
  });
});

it("a rule that is proposed keeps ids apart, or says what it merges", () => {
  const part = fc.constantFrom("a", "b", "doc", "7", "12", "A", "x.md");
  const separator = fc.constantFrom("", "-", "::", ", ", ";", "|", "/", "#", " ");
  const id = fc
    .array(fc.tuple(part, separator), { minLength: 1, maxLength: 4 })
    .map((all) => all.flat().join(""));
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.record({ gold: ids, hits: ids }), { minLength: 1, maxLength: 8 }), (cases) => {
      const problem = quickCheck(cases);
      const proposal = problem?.fields?.["proposal"] as
        | { ids?: string; on: string; merged?: number }
        | undefined;
      if (proposal?.ids === undefined) return;
      const write = parseIdRule(proposal.ids);
      const gold = new Set(cases.flatMap((one) => one.gold));
      if (proposal.on === "both") expect(new Set([...gold].map(write)).size).toBe(gold.size);
      const given = cases.filter((one) => one.gold.length > 0 && one.hits.length > 0);
      const merged = given.reduce((sum, { hits }) => sum + hits.length - new Set(hits.map(write)).size, 0);
      expect(proposal.merged ?? 0).toBe(merged);
      if (merged > 0) expect(problem!.fix).toMatch(/equal to another hit/);
    }),
    { numRuns: 400 },
  );
});
