import { describe, expect, test } from "vitest";
import { dialects, evaluate, type Result, type RunInput } from "../index.ts";
import {
  collectRelstrings,
  printTrecEval,
  type TrecEvalFlags,
  trecEvalOptions,
  trecEvalText,
} from "./trec-eval.ts";

const gold = { q10: { a: 2, b: 0 }, q9: { a: 1, c: 1 }, q2: { d: 1 } };
const run: RunInput = { q9: { x: 3, a: 2, c: 1 }, q10: { a: 9, z: 8, b: 7 }, q77: { a: 1 } };
const whole: RunInput = { ...run, q2: { x: 2, d: 1 } };

const resultOf = (flags: TrecEvalFlags, of: RunInput = whole): Result => {
  const { as, metrics, options } = trecEvalOptions(flags);
  return evaluate({ as, metrics, options, gold, run: of, name: "bm25" });
};
const print = (flags: Partial<TrecEvalFlags>, of: RunInput = whole): string => {
  const all = { as: "trec_eval", ...flags } as const;
  return printTrecEval(resultOf(all, of), all, "tag");
};
const mapped = (lists: Readonly<Record<string, readonly string[]>>): RunInput =>
  Object.fromEntries(Object.entries(lists).map(([query, [id]]) => [query, { [id!]: 1 }]));
const metricsOf = (...m: string[]) => trecEvalOptions({ as: "trec_eval", m }).metrics;

describe("what is printed", () => {
  test("the measures of the tool's table, all rows last", () => {
    expect(print({ m: ["P.5", "runid", "recip_rank", "num_ret", "gm_map"], q: true })).toBe(
      [
        "num_ret               \tq10\t3\n",
        "recip_rank            \tq10\t1.0000\n",
        "P_5                   \tq10\t0.2000\n",
        "num_ret               \tq2\t2\n",
        "recip_rank            \tq2\t0.5000\n",
        "P_5                   \tq2\t0.2000\n",
        "num_ret               \tq9\t3\n",
        "recip_rank            \tq9\t0.5000\n",
        "P_5                   \tq9\t0.4000\n",
        "runid                 \tall\ttag\n",
        "num_ret               \tall\t8\n",
        "gm_map                \tall\t0.6632\n",
        "recip_rank            \tall\t0.6667\n",
        "P_5                   \tall\t0.2667\n",
      ].join(""),
    );
  });

  test("many rows come in pieces", () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`q${i}`, ["a"]]));
    const scored = evaluate({ as: "trec_eval", metrics: ["map"], gold: many, run: mapped(many), name: "x" });
    const flags = { as: "trec_eval", m: ["map"], q: true } as const;
    const pieces = [...trecEvalText(flags).pieces!([scored], { perQuery: true })];
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
    expect(pieces.join("")).toBe(printTrecEval(scored, flags));
    expect(pieces.join("").split("\n")).toHaveLength(5002);
  });

  test("what the tool refuses is refused before the first piece is asked for", () => {
    const flags = { as: "trec_eval", m: ["map"] } as const;
    expect(() => trecEvalText(flags).pieces!([resultOf(flags, run)], { perQuery: false })).toThrow(
      "missing from the run",
    );
  });

  test("of several runs, each has its own rows, tag and relstrings", () => {
    const flags = { as: "trec_eval", m: ["runid", "relstring.2"] } as const;
    const result = evaluate({ as: "trec_eval", metrics: ["num_ret"], gold: { q: ["a"] }, run: { q: ["a"] } });
    const runs = ["one", "two"].map((tag, i) => ({ result, tag, relstrings: new Map([["q", `${i}-`]]) }));
    expect(trecEvalText(flags).write({ runs }, { perQuery: true })).toBe(
      [
        "relstring_2           \tq\t'0-'",
        "runid                 \tall\tone",
        "relstring_2           \tq\t'1-'",
        "runid                 \tall\ttwo",
        "",
      ].join("\n"),
    );
  });

  test("-n leaves the summary out, and without -q nothing is left", () => {
    expect(print({ m: ["map"], q: true, n: true })).toBe(
      "map                   \tq10\t1.0000\nmap                   \tq2\t0.5000\nmap                   \tq9\t0.5833\n",
    );
    expect(print({ m: ["map"], n: true })).toBe("");
  });

  test("exact halves go to even, and long names push their column", () => {
    const flags = {
      as: "trec_eval",
      m: ["P.32", "num_nonrel_judged_ret", "utility.1,-0.00001,0,0"],
    } as const;
    expect(printTrecEval(resultOf({ ...flags }, { q9: { a: 1 }, q10: { a: 1 }, q2: { d: 1 } }), flags)).toBe(
      [
        "P_32                  \tall\t0.0312\n",
        "utility_1,-0.00001,0,0\tall\t1.0000\n",
        "num_nonrel_judged_ret \tall\t0\n",
      ].join(""),
    );
  });

  test("relstring: ten hits, or as many as asked for, under the tool's name", () => {
    const lines = (text: string) => text.split("\n").filter((line) => line.includes("'"));
    expect(lines(print({ m: ["all_trec"], q: true }))).toEqual([
      "relstring             \tq10\t'2-0'",
      "relstring             \tq2\t'-1'",
      "relstring             \tq9\t'-11'",
    ]);
    expect(print({ m: ["relstring.2"], q: true })).toBe(
      "relstring_2           \tq10\t'2-'\nrelstring_2           \tq2\t'-1'\nrelstring_2           \tq9\t'-1'\n",
    );
  });

  test("relstrings may be given: longer ones are cut, a query without one has none", () => {
    const flags = { as: "trec_eval", m: ["relstring.2", "relstring.3"], q: true } as const;
    expect(trecEvalOptions(flags).relstring).toBe(3);
    expect(trecEvalOptions({ ...flags, q: false }).relstring).toBeUndefined();
    const result = resultOf(flags);
    expect(collectRelstrings(result, 3).get("q10")).toBe("2-0");
    const given = new Map([["q10", "2-0"]]);
    expect(printTrecEval(result, flags, "tag", given).split("\n").slice(0, 4)).toEqual([
      "relstring_2           \tq10\t'2-'",
      "relstring_3           \tq10\t'2-0'",
      "relstring_2           \tq2\t''",
      "relstring_3           \tq2\t''",
    ]);
  });

  test("-c: 10.0 has rows of the queries that the run lacks, 9.0.8 has none; both count them", () => {
    const flags = { m: ["map", "num_q"], q: true, c: true };
    const of10 = print(flags, run);
    expect(of10).toMatch(/^map {19}\tq2\t0\.0000$/m);
    const of9 = print({ ...flags, as: "trec_eval9" }, run);
    expect(of9).not.toContain("\tq2\t");
    for (const text of [of10, of9]) expect(text).toContain("num_q                 \tall\t3\n");
  });

  test("-l, -M and -J reach the numbers; nothing judged is -nan, six wide", () => {
    expect(print({ m: ["num_rel"], l: 2 })).toContain("\tall\t1\n");
    expect(print({ m: ["num_ret"], M: "2" })).toContain("\tall\t6\n");
    expect(print({ m: ["num_ret"], J: true })).toContain("\tall\t5\n");
    const nothing = { q9: { x: 1 }, q10: { a: 1 }, q2: { d: 1 } };
    expect(print({ m: ["iprec_at_recall.0"], J: true, q: true }, nothing)).toBe(
      [
        "iprec_at_recall_0.00  \tq10\t1.0000\n",
        "iprec_at_recall_0.00  \tq2\t1.0000\n",
        "iprec_at_recall_0.00  \tq9\t  -nan\n",
        "iprec_at_recall_0.00  \tall\t  -nan\n",
      ].join(""),
    );
  });

  test("what the tool cannot have is said in words", () => {
    const flags = { as: "trec_eval", m: ["map"], q: true } as const;
    const mixed = evaluate({
      as: "trec_eval",
      metrics: ["map"],
      gold: { q1: { a: 1 }, q2: [["a"]], q3: ["a"] },
      run: { q1: ["a"], q2: ["a"], q3: new Error("no answer") },
    });
    expect(printTrecEval(mixed, flags).split("\n").slice(0, 3)).toEqual([
      "map                   \tq1\t1.0000",
      "map                   \tq2\tskipped",
      "map                   \tq3\tfailed",
    ]);
  });

  test("where the tool refuses, so do we, and say which queries are missing", () => {
    const problem = (flags: Partial<TrecEvalFlags>, of: RunInput) => {
      try {
        return print(flags, of);
      } catch (error) {
        return (error as { problem?: object }).problem;
      }
    };
    expect(problem({ m: ["map"] }, run)).toEqual({
      code: "missing-query",
      what: "1 of 3 judged queries is missing from the run: q2",
      why: "without -c, trec_eval 10.0 rejects a run that lacks judged queries",
      fix: "pass -c to count them as empty lists, or --as trec_eval9 to skip them",
      reason: "refused",
      fields: { dialect: "trec_eval", count: 1, queries: 3, names: ["q2"] },
      at: { side: "run" },
    });
    expect(problem({ m: ["map"], as: "trec_eval9" }, run)).toBe("map                   \tall\t0.7917\n");
    expect(problem({ m: ["map"], as: "trec_eval9" }, { q77: { a: 1 } })).toMatchObject({
      what: "the run has none of the judged queries",
    });
  });
});

describe("what -m asks for", () => {
  const refusal = (...m: string[]): string => {
    try {
      return String(metricsOf(...m));
    } catch (error) {
      return String((error as Error).message);
    }
  };

  test("nothing is the official set; sets are the tool's", () => {
    expect(trecEvalOptions({ as: "trec_eval" }).metrics).toHaveLength(29);
    expect(metricsOf("official")).toEqual(trecEvalOptions({ as: "trec_eval" }).metrics);
    // It prints 99 and 94 lines; the first is the runid.
    expect(metricsOf("all_trec")).toHaveLength(98);
    expect(trecEvalOptions({ as: "trec_eval9", m: ["all_trec"] }).metrics).toHaveLength(93);
    expect(metricsOf("set")).toEqual([
      "num_q",
      "num_ret",
      "num_rel",
      "num_rel_ret",
      "utility",
      "set_P",
      "set_relative_P",
      "set_recall",
      "set_map",
      "set_F",
    ]);
  });

  test("every measure of both dialects has its place", () => {
    for (const as of ["trec_eval", "trec_eval9"] as const) {
      const { metrics } = dialects.find(({ id }) => id === as)!;
      const names = Object.values(metrics)
        .flat()
        .map(({ name }) =>
          name
            .replace("{k}", "7")
            .replace(/\{(at|times)\.2\}/, "0.50")
            .replace("{weights}", "1,2,3,4")
            .replace("{points}", "0.2,0.4")
            .replace("{gain}", "1=3,2=9")
            .replace(/\{(beta|p)\}/, "0.5"),
        );
      // Cut-offs take the place of the defaults, so that each measure is asked for by itself.
      for (const name of new Set(names))
        expect(trecEvalOptions({ as, m: [name] }).metrics, name).toEqual([name]);
    }
  });

  test("parameters take the place of the defaults, wherever the measure was asked for", () => {
    expect(metricsOf("P.10,5")).toEqual(["P_5", "P_10"]);
    expect(metricsOf("all_trec", "P.7").filter((name) => name.startsWith("P_"))).toEqual(["P_7"]);
    expect(metricsOf("P", "P.7")).toEqual(["P_7"]);
    // Of two -m of one measure the tool forgets the second; we do not.
    expect(metricsOf("P.7", "P.5,7")).toEqual(["P_5", "P_7"]);
  });

  test("values are read as the tool reads them, and shown as it shows them", () => {
    expect(metricsOf("ndcg_cut.10,20,23.4")).toEqual(["ndcg_cut_10", "ndcg_cut_20", "ndcg_cut_23"]);
    expect(metricsOf("iprec_at_recall..5,.10")).toEqual(["iprec_at_recall_0.10", "iprec_at_recall_0.50"]);
    expect(metricsOf("rbp.p=0.8", "set_F.2", "ndcg.2=9,1=3")).toEqual([
      "ndcg_2=9,1=3",
      "set_F_2",
      "rbp_p=0.8",
    ]);
    // More decimals than the name shows.
    const flags = { as: "trec_eval", m: ["iprec_at_recall.0.555"] } as const;
    expect(trecEvalOptions(flags).metrics).toEqual(["iprec_at_recall_0.555"]);
    expect(printTrecEval(resultOf(flags), flags)).toMatch(/^iprec_at_recall_0\.56 {2}\tall\t/);
  });

  test("our own names and several at once are taken too, below the tool's", () => {
    expect(metricsOf("ndcg@10,P_5", "recall@1,2", "map")).toEqual([
      "map",
      "P_5",
      "ndcg@10",
      "recall@1",
      "recall@2",
    ]);
    expect(
      print({ m: ["rr@1", "map"] })
        .split("\n")
        .map((line) => line.split("\t")[0]!.trim()),
    ).toEqual(["map", "rr@1", ""]);
  });

  test("only rows and tags: something is computed, and not printed", () => {
    expect(metricsOf("runid")).toEqual(["num_ret"]);
    expect(print({ m: ["runid"], q: true })).toBe("runid                 \tall\ttag\n");
  });

  test.each([
    ["ndgc", /has no measure "ndgc"\n {2}fix {2}did you mean ndcg/],
    ["ndcg_cut_x", /has no measure/],
    ["all_qrels", /has no measure/],
    ["all_prefs", /^all_prefs needs preferences/],
    ["map_avgjg", /^map_avgjg needs preferences/],
    ["map.5", /^map takes no parameters/],
    ["all_trec.5", /^all_trec takes no parameters/],
    ["P.", /^P\. has no parameters/],
    ["P.0", /^P: "0" is not a cut-off/],
    ["P.5,5.2", /^P\.5,5\.2 lists a value twice/],
    ["P.five", /^P: "five" is not a cut-off/],
    ["iprec_at_recall.half", /is not a number/],
    ["utility.1,-b,0,0", /^utility: "-b" is not a number/],
    ["ndcg.1", /^ndcg: "1" is not a pair/],
    ["ndcg.1=x", /is not a pair/],
    ["", /has no measure ""/],
    ["nosuch@5", /nosuch/],
  ])("%s is refused", (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  test("what came with 10.0 is not in 9.0.8", () => {
    expect(() => trecEvalOptions({ as: "trec_eval9", m: ["rbp"] })).toThrow(/new in trec_eval 10\.0/);
  });

  test("flags become options; numbers must be whole", () => {
    expect(trecEvalOptions({ as: "trec_eval", m: ["map"], c: true, J: true, l: "2", M: 100 })).toEqual({
      as: "trec_eval",
      metrics: ["map"],
      options: ["-c", "-l 2", "-M 100", "-J"],
    });
    for (const l of ["two", "1.5", "", Number.NaN])
      expect(() => trecEvalOptions({ as: "trec_eval", l })).toThrow(/^-l takes a whole number/);
    expect(() => trecEvalOptions({ as: "trec_eval", M: "0" })).toThrow(
      '-M takes a whole number of 1 or more, not "0"',
    );
  });
});
