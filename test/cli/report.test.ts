/** `goldie report`, and `-o report.html` on the commands that score: what is in the page is what the command found out. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { QUERIES_ID, VIEW_ID } from "../../src/reports/html/embedded.ts";
import type { QueryView, View } from "../../src/reports/view/model.ts";
import { testEffects } from "./_effects.ts";

const harbour = fileURLToPath(new URL("../../examples/harbour", import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function run(...argv: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), "goldie-report-"));
  folders.push(cwd);
  cpSync(harbour, cwd, { recursive: true });
  return runIn(cwd, ...argv);
}

async function runIn(cwd: string, ...argv: string[]) {
  const effects = testEffects({ cwd, env: {} });
  const code = await main(argv, effects);
  return { code, cwd, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

/** What is embedded in a page. */
function pageIn(cwd: string, name: string): { html: string; view: View; queries: readonly QueryView[] } {
  const html = readFileSync(join(cwd, name), "utf8");
  const data = (id: string): string => new RegExp(`id="${id}">([^<]*)</script>`).exec(html)![1]!;
  return {
    html,
    view: JSON.parse(data(VIEW_ID)) as View,
    queries: data(QUERIES_ID)
      .split("\n")
      .flatMap((line) =>
        line === "" ? [] : JSON.parse(String(inflateRawSync(Buffer.from(line, "base64")))),
      ),
  };
}

test("two runs with texts: means as eval prints them, the sentence of compare, lists with snippets", async () => {
  const { code, cwd, stdout, stderr } = await run(
    ...["report", "gold.jsonl", "overlap.jsonl", "prefix.jsonl", "--corpus", "corpus.jsonl"],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^wrote report\.html: 2 runs, 96 queries, [\d.]+ [kM]B\n$/);
  const { view, queries, html } = pageIn(cwd, "report.html");
  expect(html.length).toBeLessThan(2_000_000);
  const evaluated = JSON.parse(
    (await runIn(cwd, "eval", "gold.jsonl", "overlap.jsonl", "prefix.jsonl", "--json")).stdout,
  );
  for (const [r, { summary }] of evaluated.runs.entries())
    for (const [m, { name }] of view.metrics.entries())
      expect(view.runs[r]!.means[m]!.mean, name).toBe(summary[name].mean);
  const compared = (await runIn(cwd, "compare", "gold.jsonl", "overlap.jsonl", "prefix.jsonl")).stdout;
  expect(compared.replaceAll(/\s+/g, " ")).toContain(view.pairs[0]!.sentences[0]!.slice(0, 60));
  expect(queries).toHaveLength(96);
  expect(queries.some(({ lists }) => lists[0]?.hits.some(({ snippet }) => snippet !== undefined))).toBe(true);
});

test("the same inputs give the same bytes", async () => {
  const { cwd } = await run("report", "gold.jsonl", "overlap.jsonl", "-o", "a.html");
  await runIn(cwd, "report", "gold.jsonl", "overlap.jsonl", "-o", "b.html");
  expect(readFileSync(join(cwd, "a.html"))).toEqual(readFileSync(join(cwd, "b.html")));
});

test("--baseline puts a run first, and must name one", async () => {
  const { cwd } = await run("report", "gold.jsonl", "overlap.jsonl", "prefix.jsonl", "--baseline", "prefix");
  expect(pageIn(cwd, "report.html").view.runs.map(({ name }) => name)).toEqual(["prefix", "overlap"]);
  const wrong = await runIn(cwd, "report", "gold.jsonl", "overlap.jsonl", "--baseline", "nobody");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("--baseline nobody is none of the runs");
});

test("--hits and --title", async () => {
  const { cwd } = await run(
    "report",
    "gold.jsonl",
    "overlap.jsonl",
    "--hits",
    "3",
    "--title",
    "A <b>title</b>",
  );
  const { view, queries, html } = pageIn(cwd, "report.html");
  expect(view.title).toBe("A <b>title</b>");
  expect(html).not.toContain("<b>title");
  expect(Math.max(...queries.map(({ lists }) => lists[0]?.hits.length ?? 0))).toBe(3);
});

test("problems on the page are worded as in the terminal", async () => {
  const { cwd } = await run("report", "gold.jsonl", "overlap.jsonl");
  writeFileSync(
    join(cwd, "first.jsonl"),
    readFileSync(join(cwd, "overlap.jsonl"), "utf8").split("\n").slice(0, 40).join("\n"),
  );
  await runIn(cwd, "report", "gold.jsonl", "first.jsonl", "-o", "page.html");
  const { problems } = pageIn(cwd, "page.html").view;
  expect(problems.map(({ fix }) => fix)).toContainEqual(expect.stringContaining("--missing leave-out"));
});

test("another extension is refused", async () => {
  const { code, stderr } = await run("report", "gold.jsonl", "overlap.jsonl", "-o", "report.pdf");
  expect(code).toBe(2);
  expect(stderr).toContain("goldie report writes HTML");
});

test("eval -o report.html: the lists are in it, and what was missed", async () => {
  const { code, cwd, stdout } = await run("eval", "gold.jsonl", "overlap.jsonl", "-o", "page.html");
  expect(code).toBe(0);
  const { view, queries } = pageIn(cwd, "page.html");
  expect(view.runs[0]!.missed!.wanted).toBeGreaterThan(0);
  expect(queries[0]!.lists[0]!.hits.length).toBeGreaterThan(0);
  // The table is the same with and without it, but for what a page needs more of.
  expect(stdout).toContain("recall@5");
});

test("eval of TREC files -o report.html", async () => {
  const { cwd } = await run("convert", "overlap.jsonl", "overlap.trec", "--from", "jsonl");
  const { code } = await runIn(cwd, "eval", "gold.jsonl", "overlap.trec", "-o", "page.html");
  expect(code).toBe(0);
  expect(pageIn(cwd, "page.html").queries[0]!.lists[0]!.hits.length).toBeGreaterThan(0);
});

test("compare -o report.html has the comparison that was printed", async () => {
  const { cwd, code } = await run(
    ...["compare", "gold.jsonl", "overlap.jsonl", "prefix.jsonl", "-m", "ndcg@10,hit@5", "-o", "change.html"],
  );
  expect(code).toBe(0);
  const { view } = pageIn(cwd, "change.html");
  expect(view.metrics.map(({ name }) => name)).toEqual(["ndcg@10", "hit@5"]);
  expect(view.pairs[0]!.verdicts[0]!.call).toBe("worse");
});

test("results without lists: the page says so, and has their scores", async () => {
  const { cwd } = await run("eval", "gold.jsonl", "overlap.jsonl", "-o", "scores.json", "--per-query");
  const { code } = await runIn(cwd, "report", "scores.json");
  expect(code).toBe(0);
  const { view, queries } = pageIn(cwd, "report.html");
  expect(view.recall).toBeUndefined();
  expect(queries.every(({ lists }) => lists[0] === null)).toBe(true);
  expect(view.queries.scores[0]![0]!.some((score) => score !== null)).toBe(true);
});

test("gate -o report.html has the outcome of each rule, beside the baseline", async () => {
  const { cwd } = await run("bless", "gold.jsonl", "overlap.jsonl");
  const { code } = await runIn(
    cwd,
    "gate",
    "gold.jsonl",
    "prefix.jsonl",
    "--not-worse",
    "ndcg@10",
    "-o",
    "gate.html",
  );
  expect(code).toBe(1);
  const { view } = pageIn(cwd, "gate.html");
  expect(view.gate!.outcome).toBe("fail");
  expect(view.runs.map(({ name }) => name)).toEqual(["overlap", "prefix"]);
});

test("judge -o report.html has questions, answers and the judged claims with their evidence", async () => {
  const { code, cwd } = await run("judge", "cases.jsonl", "-o", "judged.html");
  expect(code).toBe(0);
  const { view, queries, html } = pageIn(cwd, "judged.html");
  expect(view.judging!.by).toEqual(["lexical@2"]);
  // The built-in judge makes no calls.
  expect(view.judging).not.toHaveProperty("cost");
  expect(view.queries.words[0]).toBe("How many minutes does the ferry to Hennay take in fair weather?");
  expect(html).toContain("How many minutes does the ferry to Hennay take in fair weather?");
  const first = queries.find(({ id }) => id === "q01");
  expect(first).toMatchObject({
    question: view.queries.words[0],
    answer: "The ferry to Hennay takes 35 minutes in fair weather.",
  });
  const judged = first!.judged[0]!;
  expect(judged.answered).toMatch(/^The crossing to Hennay takes 35 minutes/);
  expect(judged.chunks[0]!.id).toBe("p001");
  expect(judged.reference![0]!.support[0]!.evidence[0]).toMatch(/35 minutes in fair weather/);
  const recall = view.metrics.findIndex(({ name }) => name === "context-recall");
  expect(first!.scores[0]![recall]!.derivation!.words).toBe("context-recall = supported claims / claims");
});

test("eval of a judged metric -o report.html has the claims; what is printed does not change", async () => {
  const words = ["eval", "gold.jsonl", "overlap.jsonl", "--corpus", "corpus.jsonl"];
  words.push("-m", "recall@5,context-recall");
  const { code, cwd, stdout } = await run(...words, "-o", "page.html");
  const { view, queries } = pageIn(cwd, "page.html");
  expect(view.metrics.map(({ name }) => name)).toEqual(["recall@5", "context-recall"]);
  const judged = queries.find((query) => query.judged[0]?.reference !== undefined)!;
  expect(judged.lists[0]!.hits.length).toBeGreaterThan(0);
  expect(judged.judged[0]!.reference!.length).toBeGreaterThan(0);
  const plain = await runIn(cwd, ...words);
  expect({ code: plain.code, judged: judgedPart(plain.stdout) }).toEqual({
    code,
    judged: judgedPart(stdout),
  });
});

const judgedPart = (stdout: string): string => stdout.slice(stdout.indexOf("judged: "));

describe("stored runs", { timeout: 60_000 }, () => {
  const means = ({ view }: { readonly view: View }) =>
    view.runs.map((one) => one.means.map(({ mean }) => mean));
  const hits = ({ queries }: { readonly queries: readonly QueryView[] }) =>
    queries.reduce((sum, { lists }) => sum + (lists[0]?.hits.length ?? 0), 0);

  test("keep the scores that were printed: lists are shown as long as the gold is the same", async () => {
    const { cwd, code } = await run(
      ...["run", "gold.jsonl", "--bm25", "corpus.jsonl", "-m", "recall@5,rr", "--quiet"],
    );
    expect(code).toBe(0);
    const before = await runIn(cwd, "report", "last", "-o", "before.html");
    expect([before.code, before.stderr]).toEqual([0, ""]);
    expect(hits(pageIn(cwd, "before.html"))).toBeGreaterThan(100);
    await runIn(cwd, "report", "last", "-m", "rr", "-o", "rr.html");
    const rr = pageIn(cwd, "rr.html");
    expect([rr.view.metrics.map(({ name }) => name), hits(rr) > 100]).toEqual([["rr"], true]);

    const gold = join(cwd, "gold.jsonl");
    const rows = readFileSync(gold, "utf8").trimEnd().split("\n");
    writeFileSync(gold, rows.map((row) => row.replace(/"p0\d\d"/, '"gone"')).join("\n"));
    const after = await runIn(cwd, "report", "last", "-o", "after.html");
    expect(after.code).toBe(0);
    expect(after.stderr.replaceAll(/\s+/g, " ")).toContain(
      "is shown with its stored scores, without ranked lists: gold.jsonl has changed",
    );
    const page = pageIn(cwd, "after.html");
    expect(means(page)).toEqual(means(pageIn(cwd, "before.html")));
    expect(hits(page)).toBe(0);
    expect(page.view.notes.join()).toContain("gold.jsonl has changed since");

    // A page beside it does not change what a command compares.
    const plain = await runIn(cwd, "compare", "a=last", "b=last");
    const paged = await runIn(cwd, "compare", "a=last", "b=last", "-o", "compared.html");
    expect(paged).toEqual(plain);
    expect(means(pageIn(cwd, "compared.html"))[0]).toEqual(means(page)[0]);
    // Asked for by the gold of now, they are scored again.
    await runIn(
      cwd,
      "report",
      "gold.jsonl",
      "last",
      "-m",
      "recall@5,rr",
      "-o",
      "now.html",
      "--allow-no-overlap",
    );
    expect(means(pageIn(cwd, "now.html"))).not.toEqual(means(page));
  });

  test("count what was missed as eval does: an empty list is no list that lacks it", async () => {
    const { cwd } = await run("doctor", "gold.jsonl", "overlap.jsonl");
    const code = `export default { gold: "gold.jsonl", metrics: ["recall@5"], retrievers: {
  main: (_, { queryId }) => (queryId === "q01" ? [] : ["p002", "p003"]),
} };\n`;
    writeFileSync(join(cwd, "goldie.config.mjs"), code);
    await runIn(cwd, "run", "--quiet");
    await runIn(cwd, "eval", "gold.jsonl", "last", "-m", "recall@5", "-o", "eval.html");
    const missed = (name: string) => pageIn(cwd, name).view.runs[0]!.missed;
    expect(missed("eval.html")!.reasons).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: "empty", count: 1 })]),
    );
    await runIn(cwd, "report", "last", "-o", "report.html");
    expect(missed("report.html")).toEqual(missed("eval.html"));
    await runIn(cwd, "report", "gold.jsonl", "last", "-m", "recall@5", "-o", "again.html");
    expect(missed("again.html")).toEqual(missed("eval.html"));
  });
});
