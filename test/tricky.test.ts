/** The 25 faulty pairs of the shared data: what trec_eval does with them, what Goldie does, and why. */
import { describe, expect, test } from "vitest";
import { type Asked, answer, type File } from "./_answers.ts";
import { textOf, there } from "./parity/_trec-files.ts";

const FOLDER = "tricky-behaviour/";
const known = there(`${FOLDER}trec_eval-behaviour.txt`);

const TEXTBOOK: Asked = { metrics: ["ap", "rr", "ndcg@10"] };
const TREC: Asked = { metrics: ["map", "recip_rank", "ndcg_cut_10"] };
const SAME = "0.7917 0.7500 0.8100";

interface Row {
  /** map, reciprocal rank and nDCG@10 of the textbook's rules, and what is said of the files. */
  readonly goldie: string;
  /** What Goldie does as trec_eval 9 and 10, where the tool does something else. */
  readonly as?: string;
  readonly why: string;
}
const PAIRS: Readonly<Record<string, Row>> = {
  "q + r": { goldie: SAME, why: "nothing is wrong" },
  "q.crlf + r": { goldie: SAME, why: "the end of a line is the end of a line" },
  "q + r.crlf": { goldie: SAME, why: "the end of a line is the end of a line" },
  "q.bom + r": {
    goldie: SAME,
    as: SAME,
    why: "the mark is no part of the first id; the tool makes a query of its own of it, or refuses",
  },
  "q + r.bom": { goldie: SAME, as: SAME, why: "the tool loses the first hit, and the score goes up" },
  "q + r.dup": {
    goldie: "0.6250 0.7500 0.6199 duplicate-hit:3",
    why: "counted once, and said; as the tool, refused as it refuses",
  },
  "q.dup + r": {
    goldie: `${SAME} duplicate-judgement:5`,
    why: "two grades of one document: the first counts, and the line is named; as the tool, refused",
  },
  "q.dupsame + r": {
    goldie: `${SAME} duplicate-judgement:5`,
    why: "said twice is harmless, but it may hide a mistake; as the tool, refused",
  },
  "q + r.nan": {
    goldie: "refuses bad-score:1",
    as: "refuses bad-score:1",
    why: "nan has no place in an order; the tool puts it first or last, as it happens",
  },
  "q + r.inf": {
    goldie: "refuses bad-score:1",
    as: "refuses bad-score:1",
    why: "an infinite score is a fault upstream; two of them would have no order",
  },
  "q + r.abc": {
    goldie: "refuses bad-score:1",
    as: "refuses bad-score:1",
    why: "text is no score; the tool reads it as 0",
  },
  "q + r.7col": {
    goldie: `${SAME} extra-columns:1`,
    why: "a tag with a blank: the first six columns are all there",
  },
  "q + r.5col": {
    goldie: "refuses bad-columns:1 bad-columns:2 bad-columns:3 bad-columns:4",
    why: "which column is missing cannot be known",
  },
  "q + r.lead": { goldie: SAME, why: "blanks before the first column" },
  "q + r.blank": { goldie: SAME, why: "an empty line holds nothing" },
  "q + r.nonl": { goldie: SAME, why: "the last line needs no end" },
  "q.float + r": {
    goldie: "0.7917 0.7500 0.7841 fractional-grade:1",
    why: "0.5 is above 0 and counts by half; as the tool, it is cut to 0, and the Problem says so",
  },
  "q.neg + r": {
    goldie: "0.3333 0.3333 0.5000",
    why: "query 2 has no relevant document: the textbook leaves it out, the tool counts 0",
  },
  "q.miss + r": { goldie: "0.5833 0.5000 0.6199 unknown-query", why: "nobody judged query 2" },
  "q + r.miss": {
    goldie: "0.2917 0.2500 0.3100 missing-query",
    why: "a run that lacks a query found nothing for it; version 9 leaves it out, version 10 refuses",
  },
  "q + r.empty": { goldie: "refuses empty-file", why: "an empty file is no run" },
  "q + r.tie": {
    goldie: "0.9167 1.0000 0.9751",
    why: "equal scores by id, descending, whatever the ranks say",
  },
  "q + r.tab": { goldie: SAME, why: "tabs separate as blanks do" },
  "q + r.order": { goldie: SAME, why: "queries in any order" },
  "q + r.miss -c": { goldie: "0.2917 0.2500 0.3100 missing-query", why: "with -c all tools count it as 0" },
};

/** "q + r -c | version | rc=0 | num_q=2 map=0.7917 …" → what the tool did. */
function toolsOf(text: string): Map<string, Record<string, string>> {
  const table = new Map<string, Record<string, string>>();
  for (const line of text.trim().split("\n")) {
    const [pair, tool, code, printed] = line.split("|").map((part) => part.trim()) as [
      string,
      string,
      string,
      string,
    ];
    const numbers = [...printed.matchAll(/(?:map|recip_rank|ndcg_cut_10)=([\d.]+)/g)].map((m) => m[1]);
    table.set(pair, { ...table.get(pair), [tool]: code === "rc=0" ? numbers.join(" ") : "refuses" });
  }
  return table;
}

describe.skipIf(!known)("trec_eval's pairs (need ../shared/data/tricky-behaviour)", () => {
  const tools = known
    ? toolsOf(textOf(`${FOLDER}trec_eval-behaviour.txt`))
    : new Map<string, Record<string, string>>();
  const file = (name: string): File => ({ name, text: textOf(`${FOLDER}inputs/${name}`) });

  test("all 25 are in the table", () => {
    expect(Object.keys(PAIRS)).toEqual([...tools.keys()]);
    expect(tools.size).toBe(25);
  });

  describe.each(Object.entries(PAIRS))("%s", (pair, { goldie, as }) => {
    const [, gold, run, flag] = /^(\S+) \+ (\S+?)(?: (-c))?$/.exec(pair)!;
    const ask = (asked: Asked) => answer(file(gold!), file(run!), asked);

    test("Goldie", async () => {
      expect(await ask(TEXTBOOK)).toBe(goldie);
    });

    test.each([
      ["trec_eval9", "trec_eval_904"],
      ["trec_eval", "trec_eval"],
    ])("as %s", async (dialect, tool) => {
      const got = await ask({ ...TREC, as: dialect, ...(flag && { options: [flag] }) });
      const theirs = tools.get(pair)![tool]!;
      if (as !== undefined) {
        expect(got).toBe(as);
        // A difference that is none any more has to leave the table.
        expect(got.startsWith(theirs)).toBe(false);
      } else if (theirs === "refuses") expect(got).toMatch(/^(refuses|tool-raises tool-raises tool-raises)/);
      else expect(got.slice(0, theirs.length)).toBe(theirs);
    });
  });
});
