import { describe, expect, it } from "vitest";
import { parseIdRule } from "../ids/parse.ts";
import type { IdCase } from "./count.ts";
import { docProposals, setProposals } from "./proposals.ts";

/** 40 queries with one gold id each; 38 of them are in their lists twice, among 20 other documents. */
const cases = (gold: (i: number) => string, hit: (i: number, chunk: number) => string): IdCase[] =>
  Array.from({ length: 40 }, (_, i) => ({
    gold: [gold(i)],
    hits: [
      ...new Set([
        ...Array.from({ length: 20 }, (_, j) => hit(1000 + i * 37 + j * 13, j % 5)),
        ...(i < 38 ? [hit(i, 3), hit(i, 4)] : []),
      ]),
    ],
  }));

const EDITS: readonly [
  kind: string,
  gold: (i: number) => string,
  hit: (i: number, chunk: number) => string,
  flag: string,
][] = [
  ["chunks of documents", (i) => `doc-${i}`, (i, j) => `doc-${i}::chunk-${j}`, "--ids chunk-suffix"],
  [
    "LiveRAG chunks",
    (i) => `<urn:uuid:${i}-ab>`,
    (i, j) => `doc-<urn:uuid:${i}-ab>::chunk-${j}`,
    "--ids urn-uuid",
  ],
  ["chunks with a bare number", (i) => `doc-${i}`, (i, j) => `doc-${i}-${j}`, "--ids 'hits:s/-\\d+$//'"],
  ["a prefix of hits", (i) => `${i}`, (i) => `doc-${i}`, "--ids 's/^doc-//'"],
  ["a prefix of gold", (i) => `doc-${i}`, (i) => `${i}`, "--ids 's/^doc-//'"],
  ["a prefix each", (i) => `gold:${i}x`, (i) => `hits:${i}x`, "--ids 's/^gold://+s/^hits://'"],
  ["a suffix", (i) => `d${i}`, (i) => `d${i}@prod`, "--ids 's/@prod$//'"],
  ["both affixes", (i) => `a${i}b`, (i, j) => `kb:a${i}b~${j}`, "--ids 's/^kb://+s/~\\d+$//'"],
  ["case", (i) => `DOC-${i}`, (i) => `doc-${i}`, "--ids lower"],
  ["case and chunks", (i) => `DOC-${i}`, (i, j) => `doc-${i}::chunk-${j}`, "--ids chunk-suffix+lower"],
  ["zero padding", (i) => `d${i}`.padStart(1), (i) => `d${String(i).padStart(6, "0")}`, "--ids zeros"],
  ["number against text", (i) => `${i}`, (i) => `${i}.0`, "--ids number"],
  ["numbers of other lengths", (i) => String(i).padStart(5, "0"), (i) => `${i}`, "--ids number"],
  ["addresses", (i) => `http://x.org/a${i}`, (i) => `https://www.x.org/a${i}/?s=1`, "--ids url"],
  [
    "addresses that differ by their query",
    (i) => `http://x.org/w?v=a${i}`,
    (i) => `https://www.x.org/w?v=a${i}`,
    "--ids url-with-query",
  ],
  [
    "address against path",
    (i) => `docs/a${i}.html`,
    (i) => `https://www.x.org/docs/a${i}.html`,
    "--ids url-path",
  ],
  ["slashes", (i) => `docs/a${i}`, (i) => `.\\docs\\a${i}`, "--ids path"],
  ["folders", (i) => `a${i}.md`, (i) => `/data/f${i % 3}/a${i}.md`, "--ids basename"],
  ["extensions", (i) => `a${i}.md`, (i) => `a${i}`, "--ids no-extension"],
  ["# against ::", (i) => `a${i}#${i % 7}`, (i) => `a${i}::${i % 7}`, "--ids 's/#/::/g'"],
  ["<::> against ::", (i) => `a${i}<::>${i % 7}`, (i) => `a${i}::${i % 7}`, "--ids 's/<::>/::/g'"],
  ["two separators", (i) => `a/b${i}#${i % 7}`, (i) => `a_b${i}::${i % 7}`, "--ids 's/\\//_/g+s/#/::/g'"],
  ["a separator that is not there", (i) => `doc-${i}`, (i) => `doc${i}`, "--ids s/-//g"],
  ["brackets", (i) => `<x:${i}>`, (i) => `x:${i}`, "--ids unwrap"],
  ["percent-encoding", (i) => `a b ${i}`, (i) => `a%20b%20${i}`, "--ids percent"],
  ["decomposed letters", (i) => `é${i}`, (i) => `e\u0301${i}`, "--ids nfc"],
  [
    "titles behind a slash",
    (i) => `wiki:T${i}`,
    (i, j) => `wiki:T${i}/${["intro", "use", "end", "law", "art"][j]}`,
    "--ids 's/\\/.*//'",
  ],
  [
    "three things at once",
    (i) => `A${i}b`,
    (i, j) => `doc/a${i}B#${j}`,
    "--ids 'lower+s/^doc\\///i+s/#\\d+$//i'",
  ],
];

describe("every edit is found, verified and told", () => {
  it.each(EDITS)("%s", (_, gold, hit, flag) => {
    const [best] = docProposals(cases(gold, hit));
    expect(best).toMatchObject({ flag, total: 40, found: 38 });
    expect(best!.says).toContain(`With ${flag} 38 of 40 match`);
    // The example is one that the rule really brings together.
    const write = parseIdRule(best!.ids!);
    const [a, b] = best!.example!;
    expect(best!.on === "both" ? write(a) : a).toBe(write(b));
  });
});

describe("no cure where there is no illness, or another one", () => {
  it.each<[string, (i: number) => string, (i: number) => string]>([
    ["unrelated ids", (i) => `gold${i}x`, (i) => `hits${i * 7919}-y`],
    [
      "unrelated words",
      (i) => `${["apple", "pear", "plum"][i % 3]}${i}`,
      (i) => `${["red", "blue"][i % 2]}_${i * 31}`,
    ],
    ["hashes", (i) => `${(i * 2654435761) % 4294967296}`, (i) => `h${((i + 7) * 40503) % 65536}z`],
  ])("%s", (_, gold, hit) => {
    expect(docProposals(cases(gold, hit))).toEqual([]);
  });

  it("ids that match already", () => {
    const same = (i: number) => `doc-${i}`;
    expect(docProposals(cases(same, same))).toEqual([]);
  });

  it("chunks that match already are not blurred into documents", () => {
    // Half of the gold chunks are retrieved, of the others another chunk of the document.
    const given: IdCase[] = Array.from({ length: 40 }, (_, i) => ({
      gold: [`doc-${i}#1`],
      hits: [`doc-${i}#${i % 2}`, `doc-${i + 100}#1`],
    }));
    expect(docProposals(given)).toEqual([]);
  });

  it("one more of many that would meet under a rule is a coincidence; all that are left are none", () => {
    const halfFound = (odd: (i: number) => string): IdCase[] =>
      Array.from({ length: 20 }, (_, i) => ({
        gold: [`Turkey${i}`],
        hits: [i % 2 === 0 ? `Turkey${i}` : odd(i), `other${i}`],
      }));
    expect(docProposals(halfFound((i) => (i === 1 ? "turkey1" : `x${i}`)))).toEqual([]);
    const [best] = docProposals(halfFound((i) => `turkey${i}`));
    expect(best).toMatchObject({ flag: "--ids lower", found: 20, example: ["Turkey1", "turkey1"] });
  });

  it("texts in the place of ids", () => {
    const text = (i: number) => `${"The desert is very large. ".repeat(20)}${i}`;
    expect(docProposals(cases(text, (i) => text(i).toUpperCase()))).toEqual([]);
  });

  it("numbers that meet by chance", () => {
    // Row numbers against row numbers: under the rule a list of 100 out of 1000 holds one in ten.
    const given: IdCase[] = Array.from({ length: 60 }, (_, i) => ({
      gold: [`${(i * 389) % 1000}`],
      hits: Array.from({ length: 100 }, (_, j) => `row_${(i * 617 + j * j * 7 + j * 13) % 1000}`),
    }));
    expect(docProposals(given)).toEqual([]);
  });
});

it("a rule that merges gold ids comes after one that does not", () => {
  const given = cases(
    (i) => `http://x.org/w?v=a${i}`,
    (i) => `https://www.x.org/w?v=a${i}`,
  );
  expect(docProposals(given)[0]).toMatchObject({ flag: "--ids url-with-query", merged: { gold: 0 } });
});

it("a rule that merges gold ids says so", () => {
  const [best] = docProposals(
    cases(
      (i) => (i < 2 ? ["Doc-99", "doc-99"][i]! : `Doc-${i}`),
      (i) => (i < 2 ? "DOC-99" : `DOC-${i}`),
    ),
  );
  expect(best).toMatchObject({ flag: "--ids lower", merged: { gold: 1 } });
  expect(best!.says).toContain("Careful: 1 gold id becomes equal to another gold id.");
});

it("hits that become one document are reported", () => {
  const [best] = docProposals(
    cases(
      (i) => `doc-${i}`,
      (i, j) => `doc-${i}::chunk-${j}`,
    ),
  );
  expect(best!.merged).toEqual({ gold: 0, hits: 38 });
  expect(best!.says).toContain("38 hits become equal to another hit in their list; with --unit doc");
});

it("the document that the run names comes before a guess", () => {
  const given = cases(
    (i) => `doc-${i}`,
    (i, j) => `doc-${i}::chunk-${j}`,
  );
  const parents = given.map(({ gold, hits }) => ({
    gold,
    hits: [...new Set(hits.map((id) => id.split("::")[0]!))],
  }));
  expect(docProposals(given, parents).map(({ flag }) => flag)).toEqual(["--unit doc", "--ids chunk-suffix"]);
  expect(docProposals(given, parents)[0]).toMatchObject({ unit: "doc", found: 38 });
});

it("query ids: padding", () => {
  const gold = Array.from({ length: 225 }, (_, i) => String(i + 1));
  const run = gold.map((id) => id.padStart(3, "0"));
  expect(setProposals(gold, run, "--query-ids")[0]).toMatchObject({
    flag: "--query-ids number",
    found: 225,
    total: 225,
  });
  expect(setProposals(gold, gold, "--query-ids")).toEqual([]);
  expect(setProposals(gold, gold.slice(0, 100), "--query-ids")).toEqual([]);
});

it("a shell reads the flag as it stands", () => {
  const given: IdCase[] = Array.from({ length: 5 }, (_, i) => ({ gold: [`a${i}`], hits: [`it's:a${i}`] }));
  expect(docProposals(given)[0]!.flag).toBe(`--ids 's/^it'\\''s://'`);
});

describe("where most ids match under one rule, a second one is tried on the rest", () => {
  const mixed = (gold: (i: number) => string, hit: (i: number) => string): IdCase[] =>
    Array.from({ length: 40 }, (_, i) => ({
      gold: [gold(i)],
      hits: [...Array.from({ length: 20 }, (__, j) => hit(1000 + i * 37 + j * 13)), hit(i)],
    }));

  it("a few of the hits are chunks besides", () => {
    const given = mixed(
      (i) => `DOC-${i}`,
      (i) => (i % 6 === 5 ? `doc-${i}::chunk-3` : `doc-${i}`),
    );
    const [best] = docProposals(given);
    expect(best).toMatchObject({ found: 40, total: 40, merged: { gold: 0, hits: 0 } });
    expect(best!.flag).toBe("--ids lower+chunk-suffix");
  });

  it("most match as they are, and a few differ in two ways", () => {
    const given = mixed(
      (i) => `doc-${i}`,
      (i) => (i % 6 === 5 ? `DOC-${i}::chunk-3` : `doc-${i}`),
    );
    const [best] = docProposals(given);
    expect(best).toMatchObject({ found: 40, total: 40, merged: { gold: 0, hits: 0 } });
  });
});
