/** The layout of each report on one small example. What all of them keep to is in test/contracts/reports.test.ts. */
import { describe, expect, test } from "vitest";
import {
  evaluate,
  type Problem,
  type Result,
  type RunInput,
  readResult,
  readResults,
  VERSION,
} from "../index.ts";
import { csv } from "./csv.ts";
import { json } from "./json.ts";
import { jsonl } from "./jsonl.ts";
import { markdown } from "./markdown.ts";
import { table } from "./table.ts";
import { trec } from "./trec.ts";
import { tsv } from "./tsv.ts";

const gold = {
  q1: { relevant: ["a"], tags: { lang: "de" } },
  q2: { relevant: ["a", "b"], tags: { lang: "de" } },
  'q"3, |': { relevant: [], tags: { lang: "en" } },
};
const run = { q1: ["a"], q2: ["x", "a"], 'q"3, |': ["a"] };
const resultOf = (name: string, given: RunInput, more: object = {}): Result =>
  evaluate({ gold, run: given, name, metrics: ["rr", "recall@5"], ...more });
const bm25 = resultOf("bm25", run);
const dense = resultOf("dense", { ...run, q1: ["x", "a"], q9: ["a"] });
const summary = { perQuery: false };
const rows = { perQuery: true };
/** Of 1 and 0.5: t alone would say -2.43 to 3.93. */
const ENDS = "0,1";
const INTERVAL = `"interval":[${ENDS}]`;
const COUNTS = '"counts":{"scored":2,"undefined":1,"skipped":0,"failed":0,"missing":0,"unknown":0}';

describe("json", () => {
  test("of one run it is toJSON()", () => {
    expect(JSON.parse(json.write([bm25], rows))).toEqual(JSON.parse(JSON.stringify(bm25)));
    const { queries: _, tags: _tags, gold: _gold, ...rest } = bm25.toJSON().runs[0]!;
    expect(JSON.parse(json.write([bm25], summary)).runs).toEqual([JSON.parse(JSON.stringify(rest))]);
  });

  test("an entry per run; rules of its own only where they differ", () => {
    const other = resultOf("other", run, { ties: "id-asc" });
    const { rules, runs } = JSON.parse(json.write([bm25, dense, other], summary));
    expect(runs.map(({ name }: { name: string }) => name)).toEqual(["bm25", "dense", "other"]);
    expect(runs.map((one: { rules?: { ties: string } }) => one.rules?.ties)).toEqual([
      undefined,
      undefined,
      "id-asc",
    ]);
    expect(rules.ties).toBe("id-desc");
  });

  test("slices by tag and value", () => {
    const { runs } = JSON.parse(json.write([bm25], { perQuery: false, by: "lang" }));
    expect(Object.keys(runs[0].slices.lang)).toEqual(["de", "en"]);
    expect(runs[0].slices.lang.en.rr).toMatchObject({ mean: null, because: "no-relevant" });
  });

  test("what a terminal would obey is escaped, and read back as it was", () => {
    const id = "a\u009b\u2028\u202eb";
    const text = json.write([evaluate({ gold: { [id]: ["a"] }, run: {}, metrics: ["rr"] })], rows);
    expect(text).toContain('"a\\u009b\\u2028\\u202eb"');
    expect(Object.keys(JSON.parse(text).runs[0].queries)).toEqual([id]);
  });

  test("a stored result keeps the version that scored it, and is read back with it", () => {
    const stored = (goldie: string) => readResult({ ...JSON.parse(JSON.stringify(bm25)), goldie });
    const read = (text: string) => readResults(JSON.parse(text)).map(({ version }) => version);
    for (const options of [rows, summary]) {
      expect(read(json.write([stored("0.0.7"), bm25], options))).toEqual(["0.0.7", VERSION]);
      expect(read(json.write([bm25, stored("0.0.7")], options))).toEqual([VERSION, "0.0.7"]);
      expect(JSON.parse(json.write([stored("0.0.7")], options)).goldie).toBe("0.0.7");
    }
    expect(jsonl.write([stored("0.0.7")], summary)).toContain('"goldie":"0.0.7"');
  });

  test("Problems with files are reported once, beside the runs", () => {
    const problem = (code: string, query?: string): Problem => ({
      code,
      what: "x",
      fix: "y",
      at: { file: "corpus.jsonl", ...(query === undefined ? {} : { query }) },
    });
    const failing = resultOf("failing", { ...run, q1: new Error("no answer") });
    const all = [problem("duplicate-document"), problem("retriever-failed", "q1")];
    const { problems } = JSON.parse(
      json.write(
        { runs: [{ result: failing }], problems: [...all, problem("retriever-failed", "q2")] },
        rows,
      ),
    );
    expect(problems).toEqual([all[0], problem("retriever-failed", "q2")]);
    expect(JSON.parse(json.write({ runs: [{ result: failing }], problems: [] }, rows))).not.toHaveProperty(
      "problems",
    );
  });

  test("no result at all is an empty list", () => {
    expect(JSON.parse(json.write([], rows))).toMatchObject({ rules: {}, runs: [] });
  });
});

test("jsonl: a line per query, slice and run", () => {
  const lines = jsonl.write([bm25], { perQuery: true, by: "lang" }).trimEnd().split("\n");
  expect(lines.slice(0, 4)).toEqual([
    '{"kind":"query","run":"bm25","query":"q1","scores":{"rr":1,"recall@5":1}}',
    '{"kind":"query","run":"bm25","query":"q2","scores":{"rr":0.5,"recall@5":0.5}}',
    '{"kind":"query","run":"bm25","query":"q\\"3, |","scores":{"rr":{"status":"undefined","because":"no-relevant"},"recall@5":{"status":"undefined","because":"no-relevant"}}}',
    `{"kind":"slice","run":"bm25","tag":"lang","value":"de","summary":{"rr":{"mean":0.75,${COUNTS.replace('"undefined":1', '"undefined":0')},${INTERVAL}},"recall@5":{"mean":0.75,${COUNTS.replace('"undefined":1', '"undefined":0')},${INTERVAL}}}}`,
  ]);
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual([
    "query",
    "query",
    "query",
    "slice",
    "slice",
    "run",
  ]);
  expect(lines.at(-1)).toContain(`"summary":{"rr":{"mean":0.75,${COUNTS},${INTERVAL}}`);
  expect(jsonl.write([bm25, dense], summary).trimEnd().split("\n")).toHaveLength(2);
});

describe("csv and tsv", () => {
  test("means: a row per run and metric, and per slice; the same columns whatever was asked for", () => {
    expect(csv.write([bm25], { perQuery: false, by: "lang" }).split("\r\n")).toEqual([
      "run,tag,value,metric,mean,because,queries,scored,undefined,skipped,failed,missing,unknown,low,high,diff,diff_low,diff_high,diff_p,diff_call",
      `bm25,,,rr,0.75,,3,2,1,0,0,0,0,${ENDS},,,,,`,
      `bm25,,,recall@5,0.75,,3,2,1,0,0,0,0,${ENDS},,,,,`,
      `bm25,lang,de,rr,0.75,,2,2,0,0,0,0,0,${ENDS},,,,,`,
      `bm25,lang,de,recall@5,0.75,,2,2,0,0,0,0,0,${ENDS},,,,,`,
      "bm25,lang,en,rr,,no-relevant,1,0,1,0,0,0,0,,,,,,,",
      "bm25,lang,en,recall@5,,no-relevant,1,0,1,0,0,0,0,,,,,,,",
      "",
    ]);
  });

  test("scores: a row per run and query; a blank cell is explained", () => {
    expect(csv.write([bm25], rows)).toBe(
      [
        "run,query,rr,recall@5,states\r\n",
        "bm25,q1,1,1,\r\n",
        "bm25,q2,0.5,0.5,\r\n",
        'bm25,"q""3, |",,,rr: undefined no-relevant; recall@5: undefined no-relevant\r\n',
      ].join(""),
    );
    expect(tsv.write([bm25], rows).split("\n")[3]).toBe(
      'bm25\t"q""3, |"\t\t\trr: undefined no-relevant; recall@5: undefined no-relevant',
    );
  });

  test("slices: with scores of single queries, the tag is a column", () => {
    expect(csv.write([bm25], { perQuery: true, by: "lang" }).split("\r\n").slice(0, 2)).toEqual([
      "run,query,lang,rr,recall@5,states",
      "bm25,q1,de,1,1,",
    ]);
    const clash = evaluate({
      gold: [
        { id: "q1", relevant: ["a"], tags: { query: "long" } },
        { id: "q2", relevant: ["a"] },
      ],
      run: { q1: ["a"], q2: ["a"] },
      metrics: ["rr"],
      name: "n",
    });
    expect(csv.write([clash], { perQuery: true, by: "query" })).toBe(
      "run,query,tag query,rr,states\r\nn,q1,long,1,\r\nn,q2,,1,\r\n",
    );
  });

  test("a metric that one of the runs lacks is blank there", () => {
    const other = resultOf("other", run, { metrics: ["hit@1"] });
    const lines = tsv.write([bm25, other], rows).split("\n");
    expect(lines[0]).toBe("run\tquery\trr\trecall@5\thit@1\tstates");
    expect(lines[1]).toBe("bm25\tq1\t1\t1\t\thit@1: not computed");
    expect(lines[4]).toBe("other\tq1\t\t\t1\trr: not computed; recall@5: not computed");
  });
});

test("markdown: tables, the best in bold, the difference to the first run", () => {
  expect(`\n${markdown.write([bm25, dense], { perQuery: true, by: "lang" })}`).toBe(`
| run | rr | recall@5 |
| --- | --: | --: |
| bm25 | **0.750** [0.000, 1.000] | 0.750 [0.000, 1.000] |
| dense | 0.500 (−0.250 ±3.177 \\~) | 0.750 [0.000, 1.000] (0.000) |

- In parentheses: difference to bm25.
- ± and \\[low, high\\]: 95 % confidence interval
- \\~ could be noise (Holm-corrected for 2 comparisons)

| of | queries | scored | undefined | unknown |
| --- | --: | --: | --: | --: |
| bm25: rr, recall@5 | 3 | 2 | 1 | 0 |
| dense: rr, recall@5 | 3 | 2 | 1 | 1 |

- undefined: no relevant documents in the gold
- unknown: in the run but not in the gold; ignored

| lang | run | queries | rr | recall@5 |
| --- | --- | --: | --: | --: |
| de | bm25 | 2 | 0.750 [0.000, 1.000] | 0.750 [0.000, 1.000] |
| de | dense | 2 | 0.500 | 0.750 [0.000, 1.000] |
| en | bm25 | 1 | – (0) | – (0) |
| en | dense | 1 | – (0) | – (0) |

- (n): only n of the queries have a score

### bm25

| query | rr | recall@5 |
| --- | --: | --: |
| q1 | 1.000 | 1.000 |
| q2 | 0.500 | 0.500 |
| q"3, \\| | undefined | undefined |

- undefined: no relevant documents in the gold

### dense

| query | rr | recall@5 |
| --- | --: | --: |
| q1 | 0.500 | 1.000 |
| q2 | 0.500 | 0.500 |
| q"3, \\| | undefined | undefined |

- undefined: no relevant documents in the gold
`);
});

describe("table", () => {
  test("differences beside the means, then slices, then single queries", () => {
    expect(`\n${table.write([bm25, dense], { perQuery: true, by: "lang" })}`).toBe(`
run                       rr             diff              recall@5   diff
bm25   0.750* [0.000, 1.000]                   0.750 [0.000, 1.000]
dense  0.500                  −0.250 ±3.177 ~  0.750 [0.000, 1.000]  0.000
* best in its column
diff: difference to bm25
± and [low, high]: 95 % confidence interval
~ could be noise (Holm-corrected for 2 comparisons)

queries  scored  undefined  unknown
      3       2          1        0  bm25: rr, recall@5
      3       2          1        1  dense: rr, recall@5
undefined:  no relevant documents in the gold
unknown:    in the run but not in the gold; ignored

lang  run    queries                    rr              recall@5
de    bm25         2  0.750 [0.000, 1.000]  0.750 [0.000, 1.000]
de    dense        2                 0.500  0.750 [0.000, 1.000]
en    bm25         1                 – (0)                 – (0)
en    dense        1                 – (0)                 – (0)
(n): only n of the queries have a score

bm25
query          rr   recall@5
q1          1.000      1.000
q2          0.500      0.500
q"3, |  undefined  undefined
undefined: no relevant documents in the gold

dense
query          rr   recall@5
q1          0.500      1.000
q2          0.500      0.500
q"3, |  undefined  undefined
undefined: no relevant documents in the gold
`);
  });

  test("one run has no difference, and its tables no column of runs", () => {
    const text = table.write([bm25], { perQuery: true, by: "lang" });
    expect(text).not.toContain("diff");
    expect(text).toContain("lang  queries                    rr              recall@5\n");
    expect(text).not.toMatch(/^bm25$/m);
  });

  test("with colour the best is bold, and everything else is where it was", () => {
    const plain = table.write([bm25, dense], summary);
    const coloured = table.write([bm25, dense], { perQuery: false, colour: true });
    expect(coloured).toContain("bm25   \u001b[1m0.750\u001b[22m");
    expect(coloured).toContain("bold: best in its column");
    expect(plain).not.toContain("\u001b");
    expect(coloured.split("\n")[2]).toBe(
      "dense  0.500                 −0.250 ±3.177 ~  0.750 [0.000, 1.000]  0.000",
    );
  });

  test("runs that were scored on unequally many queries are not compared", () => {
    const failed = resultOf("failed", { ...run, q1: new Error("no answer") });
    expect(table.write([bm25, failed], summary)).not.toContain("diff");
  });

  test("differences count towards the width", () => {
    const text = table.write([bm25, dense], { perQuery: false, width: 50 });
    expect(text.split("\n").filter((line) => line.startsWith("run"))).toEqual([
      "run                       rr             diff",
      "run                recall@5   diff",
    ]);
  });
});

test("trec: three columns of any metric, a word where there is no value", () => {
  expect(trec.write([bm25], rows)).toBe(
    [
      "rr                    \tq1\t1.0000\n",
      "recall@5              \tq1\t1.0000\n",
      "rr                    \tq2\t0.5000\n",
      "recall@5              \tq2\t0.5000\n",
      'rr                    \tq"3, |\tundefined\n',
      'recall@5              \tq"3, |\tundefined\n',
      "runid                 \tall\tbm25\n",
      "rr                    \tall\t0.7500\n",
      "recall@5              \tall\t0.7500\n",
    ].join(""),
  );
  const counts = resultOf("bm25", run, { as: "trec_eval", metrics: ["num_ret", "num_q"] });
  expect(trec.write([counts], rows).split("\n").slice(2)).toEqual([
    'num_ret               \tq"3, |\t1',
    "runid                 \tall\tbm25",
    "num_ret               \tall\t4",
    "num_q                 \tall\t3",
    "",
  ]);
});
