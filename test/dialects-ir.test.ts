/** Names, options and averages of the tools around trec_eval. */
import { describe, expect, it } from "vitest";
import { evaluate, GoldieError } from "../src/index.ts";

const gold = { q1: { grades: { a: 2, b: 1, c: 0 } }, q2: { grades: { d: 1 } } };
const run = {
  q1: [
    { id: "x", score: 3 },
    { id: "a", score: 2 },
    { id: "b", score: 1 },
  ],
  q2: [{ id: "d", score: 1 }],
};
const names = (as: string, metrics: string | string[]) => evaluate({ as, metrics, gold, run }).metrics;
const mean = (as: string, metric: string, options: string[] = [], lists: object = run) => {
  const { mean, because } = evaluate({ as, metrics: [metric], options, gold, run: lists as typeof run }).mean(
    metric,
  );
  return mean ?? because;
};

describe("names", () => {
  it.each([
    ["ndcg_cut.10,20", ["ndcg_cut_10", "ndcg_cut_20"]],
    ["P_5", ["P_5"]],
    ["P.5,10", ["P_5", "P_10"]],
    ["iprec_at_recall_0.10", ["iprec_at_recall_0.10"]],
    ["iprec_at_recall.0.1,0.5", ["iprec_at_recall_0.10", "iprec_at_recall_0.50"]],
    ["iprec_at_recall.0.1,0.555", ["iprec_at_recall_0.10", "iprec_at_recall_0.555"]],
    ["Rprec_mult_0.40", ["Rprec_mult_0.40"]],
    ["ndcg.1=3,2=9", ["ndcg_1=3,2=9"]],
    ["set_F.0.5", ["set_F_0.5"]],
    ["utility.2,-1,0,0", ["utility_2,-1,0,0"]],
    ["11pt_avg.0.25,0.5", ["11pt_avg_0.25,0.5"]],
    ["rbp.p=0.8", ["rbp_p=0.8"]],
    ["success_1", ["success_1"]],
    ["map,11pt_avg,P.5,10,ndcg", ["map", "11pt_avg", "P_5", "P_10", "ndcg"]],
  ])("trec_eval's %s", (asked, printed) => {
    expect(names("trec_eval", asked)).toEqual(printed);
  });

  it("trec_eval's named sets; official is the default", () => {
    expect(names("trec_eval", "official")).toEqual(evaluate({ as: "trec_eval", gold, run }).metrics);
    expect(names("trec_eval", "official")).toHaveLength(29);
    // Its output also has runid and relstring, which are not numbers.
    expect(names("trec_eval", "all_trec")).toHaveLength(98);
    expect(names("trec_eval9", "all_trec")).toHaveLength(93);
    expect(names("trec_eval", "set")).toEqual(
      "num_q num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall set_map set_F".split(" "),
    );
  });

  it("ranx's spellings", () => {
    const asked = ["ndcg_burges@10", "precision@5-l2", "rbp.95", "rbp.95-l2", "mrr", "r-precision"];
    expect(names("ranx", asked)).toEqual(asked);
    // ranx needs the persistence; without the prefix, rbp is Goldie's.
    expect(() => evaluate({ metrics: "ranx:rbp", gold, run })).toThrow(GoldieError);
  });

  it("beside others, with the tool's name before them", () => {
    const metrics = ["trec_eval:P.5,10", "ranx:rbp.95", "sklearn:ndcg_score(k=5,ignore_ties=True)"];
    expect(evaluate({ metrics, gold, run }).metrics).toEqual([
      "trec_eval:P_5",
      "trec_eval:P_10",
      "ranx:rbp.95",
      "sklearn:ndcg_score(k=5,ignore_ties=True)",
    ]);
  });
});

describe("options", () => {
  it("-l and -M take a number", () => {
    expect(mean("trec_eval", "num_rel")).toBe(3);
    expect(mean("trec_eval", "num_rel", ["-l 2"])).toBe(1);
    expect(mean("trec_eval", "num_ret")).toBe(4);
    expect(mean("trec_eval", "num_ret", ["-M 2"])).toBe(3);
    expect(mean("pytrec_eval", "num_rel", ["relevance_level=2"])).toBe(1);
    for (const option of ["-l", "-l x", "-l {rel}", "-M 0", "-M 1.5"])
      expect(() => mean("trec_eval", "map", [option]), option).toThrow(GoldieError);
  });

  it("with -c the sum of num_rel forgets the level, its rows do not", () => {
    const options = ["-c", "-l 2"];
    const result = evaluate({ as: "trec_eval", metrics: ["num_rel"], options, gold, run });
    expect(result.mean("num_rel").mean).toBe(3);
    expect(result.score("q1", "num_rel")).toEqual({ status: "scored", value: 1 });
  });

  it("-J leaves out what nobody judged", () => {
    expect(mean("trec_eval", "recip_rank")).toBe(0.75);
    expect(mean("trec_eval", "recip_rank", ["-J"])).toBe(1);
  });
});

describe("a judged query that the run lacks", () => {
  const half = { q1: run.q1 };
  const of = (as: string, ...options: string[]) =>
    ["recip_rank", "num_q", "num_rel", "gm_map"].map((metric) => mean(as, metric, options, half));

  it("trec_eval 10.0 refuses; the rows are what they are", () => {
    expect(of("trec_eval")).toEqual(["tool-raises", "tool-raises", "tool-raises", "tool-raises"]);
    const result = evaluate({ as: "trec_eval", metrics: "recip_rank", gold, run: half });
    expect(result.score("q1", "recip_rank")).toEqual({ status: "scored", value: 0.5 });
    expect(result.score("q2", "recip_rank")).toEqual({ status: "skipped", missing: ["ranking"] });
  });

  it("with -c it is an empty list", () => {
    const gm = expect.closeTo(Math.exp((Math.log(7 / 12) + Math.log(1e-5)) / 2), 12) as number;
    expect(of("trec_eval", "-c")).toEqual([0.25, 2, 3, gm]);
    expect(of("trec_eval9", "-c")).toEqual([0.25, 2, 3, gm]);
  });

  it("before 10.0, and in pytrec_eval, it is left out; BEIR divides its own measures by all", () => {
    const gm = expect.closeTo(7 / 12, 12) as number;
    expect(of("trec_eval9")).toEqual([0.5, 1, 2, gm]);
    expect(of("pytrec_eval")).toEqual([0.5, 1, 2, gm]);
    expect([mean("beir", "P@1", [], half), mean("beir", "MRR@10", [], half)]).toEqual([0, 0.25]);
    expect(mean("msmarco", "MRR@10", [], half)).toBe(0.25);
    expect(mean("ranx", "mrr", [], half)).toBe(0.25);
  });
});
