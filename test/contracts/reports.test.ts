/** What every report keeps to. Each rule is also tried on a report that is broken on purpose. */
import { readdirSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { jsonText } from "../../src/core/json-text.ts";
import type { JudgementRecord } from "../../src/core/judgement-record.ts";
import {
  countReasons,
  evaluate,
  type GoldFacets,
  type Missed,
  type RankingInput,
  type Result,
} from "../../src/index.ts";
import { type Report, type ReportWriter, reports } from "../../src/reports/index.ts";

/** Query ids that are unlikely but possible. */
const HOSTILE = [
  "</script><script>alert(1)</script>",
  "a|b|c",
  "\u001b[31mred\u001b[0m",
  "\u009b31m",
  "line\nbreak\r\n\tand tab",
  'comma, "quote"',
  "__proto__",
  "*bold* _it_ [x](y) `code`",
  "\u202eturned",
  "zero\u200bwidth\u2060\ufeff",
  "\u061c\u007f\u0085\u2066",
];

/** Numbers of queries chosen so that every count is different. */
const KINDS = { scored: 23, undefined: 29, skipped: 31, failed: 37, missing: 17 } as const;
const UNKNOWN = 41;
const METRICS = ["rr", "recall@5"];
/** Names of queries and tags that give nothing away. */
const label = (kind: string): string => `kind-${Object.keys(KINDS).indexOf(kind)}`;

function resultOf(name: string, hit: string): Result {
  const gold = new Map<string, GoldFacets>();
  const run = new Map<string, RankingInput>();
  const add = (kind: string, n: number, facets: GoldFacets, hits?: RankingInput) => {
    for (let i = 0; i < n; i++) {
      const query = `${label(kind)} ${i}${i < HOSTILE.length ? ` ${HOSTILE[i]}` : ""}`;
      gold.set(query, { ...facets, tags: { kind: label(kind), "a|tag": HOSTILE[i % HOSTILE.length]! } });
      if (hits !== undefined) run.set(query, hits);
    }
  };
  add("scored", KINDS.scored - KINDS.missing, { relevant: ["a"] }, ["x", hit]);
  add("missing", KINDS.missing, { relevant: ["a"] });
  add("undefined", KINDS.undefined, { relevant: [] }, ["a"]);
  add("skipped", KINDS.skipped, { groups: [["a"]] }, ["a"]);
  add("failed", KINDS.failed, { relevant: ["a"] }, new Error(`no answer: ${HOSTILE[0]}`));
  for (let i = 0; i < UNKNOWN; i++) run.set(`stranger ${i}`, ["a"]);
  return evaluate({ gold, run, name, metrics: METRICS });
}

const one = resultOf("one <b>|run</b>", "a");
const other = resultOf("other\u001b[2J", "b");

const bad = HOSTILE.join(" ");
const by = { name: bad, version: bad };
const record: JudgementRecord = {
  format: "goldie-judgement@1",
  id: bad,
  question: bad,
  chunks: [{ text: bad, statements: [] }],
  claims: [{ id: "c1", text: bad, support: [] }],
  judge: by,
  flags: [{ code: "odd", what: bad }],
  repeated: { runs: 2, cells: 20, flipped: 3 },
};
const known = {
  status: "known",
  value: 0.71,
  low: 0.61,
  high: 0.81,
  judge: 0.5,
  weight: 1,
  labelled: 7,
  judged: 9,
} as const;
const countless = countReasons([]);
const missing: Missed = { item: [bad], reason: "crowded-out", rank: 14, hit: bad, by: bad };
/** A report with every field set, with malicious texts. */
const full: Report = {
  runs: [one, other].map((result) => ({
    result,
    format: "jsonl",
    tag: bad,
    matched: { text: "normalised", at: 0.8 },
    missed: {
      run: bad,
      k: 5,
      wanted: 3,
      counts: { ...countless, "crowded-out": 1 },
      queries: new Map([[bad, [missing]]]),
    },
    judged: { records: [record], limits: ["it reads words, not minds"], sides: ["reference", "response"] },
    corrected: { confidence: 0.95, metrics: new Map([["context-recall", known]]) },
  })),
  judging: { by: [by], limits: ["it reads words, not minds"], cost: { calls: 3, money: 0.25 }, store: bad },
  notes: ["a note"],
};
const everything = { perQuery: true, by: "kind", missed: true, remarks: true } as const;

/** Rules by name: what a report does wrong. `except`: why one need not keep to it. */
const RULES: Readonly<
  Record<string, { wrong(report: ReportWriter): string[]; except?: Readonly<Record<string, string>> }>
> = {
  "all four states are shown, with values that are the scores": {
    wrong(report) {
      const text = report.write([one], { perQuery: true });
      const times = (word: RegExp): number => text.match(word)?.length ?? 0;
      const states = (["undefined", "skipped", "failed"] as const).filter(
        (state) => times(new RegExp(`\\b${state}\\b`, "g")) < METRICS.length * KINDS[state],
      );
      // The right hit of those that were found is the second.
      const found = KINDS.scored - KINDS.missing;
      return [...states, ...(times(/\b0\.50*\b/g) < found ? ["scored"] : [])];
    },
  },
  "a state is never a number: what differs between two results differs in the text": {
    wrong(report) {
      const gold = { q1: ["a"], q2: [] as string[] };
      const run = { q1: ["a"], q2: ["a"] };
      const write = (result: Result) => report.write([result], { perQuery: true });
      const undefinedScore = write(evaluate({ gold, run, metrics: ["rr"] }));
      const zero = write(evaluate({ gold: { ...gold, q2: ["b"] }, run, metrics: ["rr"] }));
      const failed = write(
        evaluate({ gold: { ...gold, q2: ["b"] }, run: { ...run, q2: new Error("x") }, metrics: ["rr"] }),
      );
      return new Set([undefinedScore, zero, failed]).size === 3 ? [] : ["two of them look the same"];
    },
  },
  "a mean comes with its counts": {
    wrong(report) {
      const text = report.write([one], { perQuery: false });
      return [...Object.values(KINDS), UNKNOWN].flatMap((n) =>
        new RegExp(`(?<![\\d.])${n}(?![\\d.])`).test(text) ? [] : [`${n} is not there`],
      );
    },
    except: { trec: "the layout has a name, a query and a value, and no place for more" },
  },
  "no character commands a terminal or hides": {
    wrong(report) {
      return [true, false].flatMap((perQuery) => {
        const text = report.write([one, other], { perQuery, by: "a|tag" });
        const found = /(?![\t\r\n])[\p{Cc}\p{Cf}]/u.exec(
          text + report.write(full, { ...everything, perQuery }),
        );
        return found === null ? [] : [JSON.stringify(found[0])];
      });
    },
    except: {
      csv: "programs read it, and an id must stay what it is",
      tsv: "programs read it, and an id must stay what it is",
    },
  },
  "two ids stay two": {
    wrong(report) {
      const ids = [
        "q\u0001",
        "q\u0002",
        "q\u001b[0m",
        "q\t",
        "q\n",
        "q\u200b",
        "q\u200d",
        "q\u202e",
        "q\u009b",
      ];
      const all = Object.fromEntries(ids.map((id) => [id, ["a"]]));
      const text = report.write([evaluate({ gold: all, run: all, metrics: ["rr"] })], { perQuery: true });
      return ids.filter((id) => !text.includes(id) && !text.includes(jsonText(id)));
    },
    except: {
      table: "a terminal would obey what stands in an id",
      markdown: "a line is a row",
      trec: "a line is a row",
    },
  },
  "an id does not break out of its place": {
    wrong(report) {
      const lines = (id: string) => {
        const result = evaluate({ gold: { [id]: ["a"] }, run: { [id]: ["a"] }, metrics: ["rr"], name: id });
        return report.write([result], { perQuery: true });
      };
      const plain = shapeOf(report.id, lines("q"));
      return HOSTILE.filter((id) => id !== "__proto__").flatMap((id) =>
        shapeOf(report.id, lines(id)) === plain ? [] : [JSON.stringify(id)],
      );
    },
  },
  "the same results give the same bytes, whenever": {
    wrong(report) {
      const write = (when: number, result: Result): string => {
        vi.useFakeTimers({ now: when });
        try {
          return report.write([result, other], { perQuery: true, by: "kind" });
        } finally {
          vi.useRealTimers();
        }
      };
      const first = write(0, one);
      return [
        ...(write(1e12, one) === first ? [] : ["another time, other bytes"]),
        ...(write(0, resultOf(one.name, "a")) === first
          ? []
          : ["another result of the same input, other bytes"]),
      ];
    },
  },
  "every run and every slice has its place": {
    wrong(report) {
      const text = report.write([one, other], { perQuery: false, by: "kind" });
      return [
        ...["one", "other"].filter((name) => !text.includes(name)),
        ...(report.id === "trec" ? [] : Object.keys(KINDS).filter((kind) => !text.includes(label(kind)))),
      ];
    },
  },
  "the text ends with one newline": {
    wrong: (report) =>
      [true, false].flatMap((perQuery) =>
        /[^\r\n]\r?\n$/.test(report.write([one], { perQuery })) ? [] : [`perQuery ${perQuery}`],
      ),
  },
  "results stand for a report of scores alone": {
    wrong(report) {
      const options = { perQuery: true, by: "kind", remarks: true };
      const scores = { runs: [{ result: one }, { result: other }] };
      const beside = { ...everything, perQuery: false };
      const same = report.write([one, other], options) === report.write(scores, options);
      return same && report.write(full, beside) !== report.write(scores, beside) ? [] : ["it is not so"];
    },
    except: { trec: "of several runs it has the scores alone" },
  },
  "corrected means are shown, each with its interval": {
    wrong(report) {
      const text = report.write({ runs: [full.runs[0]!] }, { perQuery: false });
      return ["0.71", "0.61", "0.81"].filter((number) => !text.includes(number));
    },
  },
  "a result without queries is written too": {
    wrong(report) {
      const empty = evaluate({ gold: {}, run: {}, metrics: ["rr"], name: "empty" });
      return report.write([empty], { perQuery: true }).includes("NaN") ? ["NaN"] : [];
    },
  },
};

/** How many rows and cells a text has, in the terms of its format. */
function shapeOf(id: string, text: string): string {
  if (id === "json") return String(Object.keys(JSON.parse(text).runs[0].queries).length);
  if (id === "jsonl")
    return text
      .trimEnd()
      .split("\n")
      .map((line) => Object.keys(JSON.parse(line)).join())
      .join();
  if (id === "csv" || id === "tsv")
    return rowsIn(text, id === "csv" ? "," : "\t")
      .map((row) => row.length)
      .join();
  const cells = (line: string): number =>
    id === "markdown" ? line.split(/(?<!\\)\|/).length : id === "trec" ? line.split("\t").length : 0;
  return text.split("\n").map(cells).join();
}

/** Rows of RFC 4180. */
function rowsIn(text: string, separator: string): string[][] {
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\r\n]*)(${separator}|\r?\n)`, "gy");
  const rows: string[][] = [[]];
  for (const [, value, end] of text.matchAll(cell)) {
    rows.at(-1)!.push(value!);
    if (end !== separator) rows.push([]);
  }
  return rows;
}

describe.each(reports.map((report) => [report.id, report] as const))("%s", (_, report) => {
  it.each(Object.entries(RULES).filter(([, { except }]) => except?.[report.id] === undefined))(
    "%s",
    (_, { wrong }) => {
      expect(wrong(report)).toEqual([]);
    },
  );

  it("says what it is", () => {
    expect(report.about).toMatch(/^[A-Z].*\.$/);
    expect(report.extensions.length).toBeGreaterThan(0);
  });
});

describe("the list", () => {
  /** Files that imitate another tool's output, or are not writers. */
  const OTHERS =
    /^(trec-eval|relstring|liverag|score-rows|autorag)|^(model|words|problems|judging-text|signed-text)\.ts/;

  it("has every report of the folder", () => {
    const files = readdirSync(new URL("../../src/reports/", import.meta.url))
      .filter(
        (name) => name.endsWith(".ts") && !/^_|\.test\.ts$|^index\.ts$/.test(name) && !OTHERS.test(name),
      )
      .map((name) => name.slice(0, -3));
    expect(reports.map(({ id }) => id).sort()).toEqual(files.sort());
  });

  it("an extension is that of one report", () => {
    const all = reports.flatMap(({ extensions }) => extensions);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("a broken report is noticed", () => {
  const broken: ReportWriter = {
    id: "broken",
    about: "",
    extensions: [],
    write: (given, { perQuery }) => {
      const { result } = "runs" in given ? given.runs[0]! : { result: given[0]! };
      return [
        `made in week ${Math.floor(Date.now() / 6e8)} of ${result.name}`,
        ...(perQuery
          ? result.queries.map((query) => {
              const score = result.score(query, "rr");
              return `${query.replace("\u0002", "\u0001")}\t${score.status === "scored" ? score.value : 0}`;
            })
          : [String(result.summary()[0]!.mean ?? Number.NaN)]),
        ...(result.queries.length === 0 ? ["NaN"] : []),
      ].join("\n");
    },
  };

  it.each(Object.entries(RULES))("by the rule: %s", (_, { wrong }) => {
    expect(wrong(broken)).not.toEqual([]);
  });
});
