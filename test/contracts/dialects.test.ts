import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nameTable, parseMetric } from "../../src/core/metric-grammar.ts";
import { fillName, placesIn } from "../../src/evaluate/plan/names.ts";
import type { Dialect, DialectMetric, Difference, Score, Summary } from "../../src/index.ts";
import { dialects, evaluate, evaluateOne, GoldieError } from "../../src/index.ts";
import { metrics } from "../../src/metrics/index.ts";

const names = nameTable(metrics);
const others = dialects.filter((d) => d.id !== "textbook");
const all = (d: Dialect) => Object.values(d.metrics).flat();

/** The names that stand for one entry of a set: one per default value; none where a parameter has no default or must be given. */
function namesOf(m: DialectMetric, name = m.name): string[] {
  const values: Readonly<Record<string, readonly number[] | undefined>> = { ...m.vary, k: m.k };
  const places = placesIn(name);
  if (m.requires !== undefined || places.some((place) => values[place] === undefined)) return [];
  if (places.length === 0) return (m.k ?? [undefined]).map(() => name);
  return places.reduce<string[]>(
    (all, place) =>
      all.flatMap((one) =>
        values[place]!.map((x) => one.replace(/\{(\w+)(\.\d)?\}/, (p) => fillName(p, { [place]: x }))),
      ),
    [name],
  );
}
/** One name of it, whatever its parameters are. */
function anyName(m: DialectMetric): string {
  const { params } = parseMetric(m.is, names).metric;
  const filled = m.name.replace(/\{(\w+)(\.\d)?\}/g, (_, place: string) => {
    const spec = params[place];
    if (spec?.kind === "gain") return "1=3,2=9";
    if (spec?.kind === "list") return spec.default.join(",");
    return spec?.kind === "number" ? "0.50" : "3";
  });
  if (m.requires === undefined) return filled;
  const args = m.requires.map((name) => {
    const takes = m.takes![name]!;
    return `${name}=${typeof takes === "string" ? "2" : Object.keys(takes)[0]}`;
  });
  return filled.replace(/(?=@)|$/, `(${args.join()})`);
}

/** A value as a Difference states it. */
const stated = (x: Score | Summary) => {
  if ("status" in x) return x.status === "scored" ? x.value : x.status === "undefined" ? x.because : x.status;
  return x.mean ?? x.because;
};

function valueIn(metric: string, d: Difference, as?: Dialect) {
  const asked = {
    metrics: metric,
    ...(as === undefined ? {} : { as: as.id, ...(d.options === undefined ? {} : { options: d.options }) }),
  };
  const { gold, hits, judgement } = d.case;
  if (d.mean !== true) {
    const scores = Object.values(
      evaluateOne({
        ...asked,
        gold,
        hits: [...hits] as string[],
        ...(judgement === undefined ? {} : { judgement }),
      }),
    );
    expect(scores).toHaveLength(1);
    return stated(scores[0]!);
  }
  const result = evaluate({
    ...asked,
    gold: { q: gold },
    run: { q: [...hits] as string[] },
    ...(judgement === undefined ? {} : { judgements: { q: judgement } }),
  });
  return stated(result.mean(result.metrics[0]!));
}

it("every file in src/dialects is in its index", () => {
  const files = readdirSync(new URL("../../src/dialects/", import.meta.url))
    .filter(
      (name) =>
        name.endsWith(".ts") && !name.startsWith("_") && name !== "index.ts" && !name.endsWith(".test.ts"),
    )
    .map((name) => name.slice(0, -".ts".length));
  expect(dialects.map((d) => d.id.replaceAll("_", "-")).sort()).toEqual(files.sort());
});

describe.each(others.map((d) => [d.id, d] as const))("%s", (_, d) => {
  it("is data: it survives JSON", () => {
    expect(JSON.parse(JSON.stringify(d))).toStrictEqual(d);
  });

  it("says what it is", () => {
    for (const field of ["id", "tool", "version", "cite", "about"] as const)
      expect(d[field].trim(), field).not.toBe("");
    expect(d.differs.length).toBeGreaterThan(0);
    for (const option of Object.values(d.options ?? {})) expect(option.about.trim()).not.toBe("");
  });

  it("is made of metrics that exist", () => {
    for (const m of all(d)) {
      const { metric } = parseMetric(m.is, names);
      if (m.k !== undefined) expect(metric.at, `${m.name} has cut-offs, ${m.is} has none`).toBeDefined();
      for (const { then } of [...(m.guard ?? []), ...(d.guard ?? [])])
        if ("is" in then) parseMetric(then.is, names);
    }
  });

  it("resolves each of its names, alone and in its set, in rows and in the summary", () => {
    const data = { as: d.id, gold: { q: { relevant: ["a"] } }, run: { q: ["a"] } };
    for (const [set, members] of Object.entries(d.metrics)) {
      const result = evaluate({ ...data, metrics: set });
      expect(result.metrics).toEqual(members.flatMap((m) => namesOf(m)));
      const shown = members
        .filter((m) => m.in !== "rows")
        .flatMap((m) => (namesOf(m).length === 0 ? [] : namesOf(m, m.summary)));
      expect(result.summary().map((s) => s.metric)).toEqual(shown);
      for (const name of shown) expect(result.mean(name).metric).toBe(name);
      const rows = members.filter((m) => m.in !== "summary").length;
      expect(Object.keys(result.toJSON().runs[0]!.queries["q"]!).length > 0).toBe(rows > 0);
    }
    for (const m of all(d)) {
      const one = evaluate({ ...data, metrics: [anyName(m)] });
      expect(one.metrics).toHaveLength(1);
      expect(one.score("q", anyName(m)).status, anyName(m)).not.toBe("failed");
    }
  });

  it.each(d.differs.map((one) => [one.says, one] as const))("differs: %s", (_says, one) => {
    expect(valueIn(one.metric, one, d)).toBe(one.value);
    expect(valueIn(one.textbook, one)).toBe(one.textbookValue);
    expect(one.value).not.toBe(one.textbookValue);
  });

  it("names the nearest metric for one it does not have", () => {
    const { name, k } = all(d)[0]!;
    const known = k === undefined ? name : name.replace("@{k}", "");
    const wrong = `${known.slice(0, -1)}_${known.slice(-1)}`;
    for (const asked of [{ as: d.id, metrics: wrong }, { metrics: `${d.id}:${wrong}` }]) {
      const ask = () => evaluate({ ...asked, gold: { q: ["a"] }, run: { q: ["a"] } });
      expect(ask).toThrow(GoldieError);
      expect(ask).toThrow(known);
      expect(ask).toThrow(wrong);
    }
  });

  it("takes each of its options, and no other", () => {
    const ask = (option: string) => () =>
      evaluate({ as: d.id, options: [option], gold: { q: ["a"] }, run: { q: ["a"] } });
    for (const option of Object.keys(d.options ?? {}))
      expect(ask(option.replace(/\{\w+\}/, "2"))).not.toThrow();
    expect(ask("no-such-option")).toThrow(/no option "no-such-option"/);
  });
});

describe("options", () => {
  const score = (
    as: string,
    metric: string,
    options: string[],
    one: Pick<Difference["case"], "gold" | "judgement">,
  ) =>
    stated(
      evaluateOne({
        as,
        metrics: metric,
        options,
        gold: one.gold,
        hits: ["a", "x"],
        ...(one.judgement === undefined ? {} : { judgement: one.judgement }),
      })[metric]!,
    );

  it("AutoRAG reads a plain list as one group, and groups as they are, unless told otherwise", () => {
    const list = { gold: { relevant: ["a", "b"] } };
    const groups = { gold: { groups: [["a", "b"], ["c"]] } };
    const recall = (options: string[], one: typeof list | typeof groups) =>
      score("autorag", "retrieval_recall", options, one);
    expect([recall([], list), recall(["and"], list), recall(["or"], list)]).toEqual([1, 0.5, 1]);
    expect([recall([], groups), recall(["and"], groups), recall(["or"], groups)]).toEqual([0.5, 1 / 3, 1]);
  });

  it("DeepEval json, schema and strict", () => {
    const one = { gold: {}, judgement: { claims: ["Yes", "no"] } };
    const recall = (as: string, ...options: string[]) => score(as, "contextual_recall", options, one);
    expect(["json", "schema", "strict"].map((option) => recall("deepeval", option))).toEqual([
      0.5,
      "tool-raises",
      0,
    ]);
    expect(["json", "schema", "strict"].map((option) => recall("deepeval2", option))).toEqual([0.5, 0.5, 0]);
    expect(recall("deepeval", "schema", "strict")).toBe("tool-raises");
    expect(recall("deepeval")).toBe(0.5);
  });

  it("DeepEval passes at 0.5, and in strict mode at 1", () => {
    const passed = (options: string[], claims: string[]) =>
      evaluate({
        as: "deepeval",
        options,
        metrics: "contextual_recall",
        gold: { q: {} },
        run: {},
        judgements: { q: { claims } },
      }).passed("q", "contextual_recall");
    expect([passed([], ["yes", "no"]), passed([], ["yes", "no", "no"])]).toEqual([true, false]);
    expect([passed(["strict"], ["yes", "no"]), passed(["strict"], ["yes"])]).toEqual([false, true]);
    expect(passed(["schema"], ["perhaps"])).toBeUndefined();
  });

  it("REMem's orchestrator has cut-offs of its own, and k replaces those of any set", () => {
    const metricsOf = (set: string, k?: number[]) =>
      evaluate({
        as: "remem",
        metrics: set,
        ...(k === undefined ? {} : { k }),
        gold: { q: ["a"] },
        run: { q: ["a"] },
      }).metrics;
    expect(metricsOf("orchestrator").slice(0, 8)).toEqual(
      [1, 3, 5, 10, 15, 20, 30, 50].map((k) => `Recall@${k}`),
    );
    expect(metricsOf("retrieval_recall")).toEqual([1, 5, 10, 20].map((k) => `Recall@${k}`));
    expect(metricsOf("retrieval_recall_locomo", [0, 2])).toEqual(["Recall@0", "Recall@2"]);
    expect(metricsOf("retrieval@3,7")).toEqual([
      "Recall@3",
      "Recall_all@3",
      "NDCG_any@3",
      "Recall@7",
      "Recall_all@7",
      "NDCG_any@7",
    ]);
  });
});

describe("torchmetrics' candidates", () => {
  const scores = (options: string[], gold: string[], hits: (string | { id: string; score: number })[]) =>
    Object.values(
      evaluateOne({
        as: "torchmetrics",
        options,
        metrics: ["map", "mrr", "r_precision", "hit_rate"],
        gold,
        hits: hits as string[],
      }),
    ).map(stated);

  it("are the hits, or the gold too, above or below 0", () => {
    const hits = [
      { id: "x", score: 0.9 },
      { id: "a", score: 0.4 },
    ];
    expect(scores([], ["a", "b"], hits)).toEqual([1 / 2, 1 / 2, 0, 1]);
    expect(scores(["retrieved"], ["a", "b"], hits)).toEqual([1 / 2, 1 / 2, 0, 1]);
    expect(scores(["pool"], ["a", "b"], hits)).toEqual([(1 / 2 + 2 / 3) / 2, 1 / 2, 1 / 2, 1]);
    expect(scores(["pool_negative"], ["a", "b"], hits)).toEqual([1 / 2, 1 / 2, 1 / 2, 1]);
  });

  it("in the pool, a list without scores is above the gold that was not retrieved", () => {
    expect(scores(["pool"], ["a", "b"], ["x", "a"])).toEqual([(1 / 2 + 2 / 3) / 2, 1 / 2, 1 / 2, 1]);
    expect(scores(["pool"], ["a"], [])).toEqual([1, 1, 1, 1]);
    expect(scores([], ["a"], [])).toEqual(new Array(4).fill("tool-raises"));
    expect(scores(["pool"], [], [])).toEqual(new Array(4).fill("tool-raises"));
  });

  it("count by empty_target_action where none of them is relevant; for fall-out, where all are", () => {
    const action = (name: string, metric: string, gold: string[], hits: string[]) => {
      const options = [`empty_target_action=${name}`];
      const result = evaluate({
        as: "torchmetrics",
        options,
        metrics: metric,
        gold: { q: gold, r: ["a"] },
        run: { q: hits, r: ["a", "x"] },
      });
      return result.mean(metric).mean;
    };
    expect(["neg", "pos", "skip"].map((name) => action(name, "mrr", ["a"], ["x"]))).toEqual([0.5, 1, 1]);
    expect(["neg", "pos", "skip"].map((name) => action(name, "fall_out@1", ["a"], ["a"]))).toEqual([
      0, 0.5, 0,
    ]);
    expect(
      ["neg", "skip"].map(
        (name) =>
          evaluate({
            as: "torchmetrics",
            options: [`empty_target_action=${name}`],
            metrics: "mrr",
            gold: { q: ["a"] },
            run: { q: ["x"] },
          }).mean("mrr").mean,
      ),
    ).toEqual([0, 0]);
  });
});

it("MLflow has a mean, a variance and a 90th percentile of each metric", () => {
  const result = evaluate({
    as: "mlflow",
    k: 1,
    gold: { a: ["d"], b: ["d"], c: ["d"] },
    run: { a: ["d"], b: ["x"], c: ["x"] },
  });
  const shown = Object.fromEntries(result.summary().map(({ metric, mean }) => [metric, mean]));
  expect(shown["precision_at_1/mean"]).toBe(1 / 3);
  expect(shown["precision_at_1/variance"]).toBeCloseTo(2 / 9, 15);
  expect(shown["precision_at_1/p90"]).toBeCloseTo(0.8, 15);
  expect(Object.keys(result.toJSON().runs[0]!.queries["a"]!)).toEqual([
    "precision_at_1",
    "recall_at_1",
    "ndcg_at_1",
  ]);
});

it("Haystack's recalls take no notice of an empty content, in hits and gold; its other metrics do", () => {
  const values = (gold: string[], hits: string[]) =>
    Object.values(
      evaluateOne({ as: "haystack", metrics: ["recall_single_hit", "recall_multi_hit", "mrr"], gold, hits }),
    ).map(stated);
  expect(values(["", "a"], ["a"])).toEqual([1, 1, 1]);
  expect(values(["", "a"], ["", "a"])).toEqual([1, 1, 1]);
  expect(values([""], [""])).toEqual([0, 0, 1]);
});

describe("what every dialect has in common", () => {
  it("a gold that cannot tell is skipped, not taken for an empty one", () => {
    for (const d of others.filter((one) =>
      all(one).some((m) => m.is.startsWith("group-recall") || m.is.includes("recall")),
    ))
      for (const score of Object.values(evaluateOne({ as: d.id, gold: { answer: "42" }, hits: ["a"] })))
        expect(score.status, d.id).toBe("skipped");
  });

  it("grades above 0 are gold to a tool that knows no grades", () => {
    const ndcg = (as: string, metric: string) =>
      stated(
        evaluateOne({ as, metrics: metric, gold: { a: 3, b: 1, c: 0 }, hits: ["b", "a", "c"] })[metric]!,
      );
    expect([ndcg("liverag", "ndcg_10"), ndcg("autorag", "retrieval_ndcg")]).toEqual([1, 1]);
    expect(ndcg("ragprod", "ndcg_at_k")).toBeLessThan(1);
  });

  it("explains the scores that a formula made, and says the others as they are", () => {
    const result = evaluate({
      as: "liverag",
      gold: { q: ["a"], r: ["a"] },
      run: { q: ["a", "x"], r: ["a", "a"] },
    });
    expect(result.explain("q", "ndcg_10")).toHaveProperty("op");
    expect(result.explain("r", "ndcg_10")).toEqual({ status: "scored", value: 0 });
  });
});
