/** Everything that comes from files is hostile: a report shows it as text, and nothing of it runs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { main } from "../../src/cli/main.ts";
import type { JudgementRecord } from "../../src/core/judgement-record.ts";
import { testEffects } from "../cli/_effects.ts";
import { describeInBrowser, expectNoTrouble } from "./_browser.ts";

/** What each payload would do. */
const RAN = "globalThis.ran=1";
const PAYLOADS: Readonly<Record<string, string>> = {
  "end of script": `</script><script>${RAN}</script>`,
  "image with a handler": `<img src=x onerror="${RAN}">`,
  "end of style, title and textarea": `</style></title></textarea><script>${RAN}</script>`,
  "javascript address": `javascript:${RAN}`,
  "end of attribute": `"'><svg onload=${RAN}><a href="javascript:${RAN}">`,
  "line separators": `\u2028${RAN}\u2029//`,
  "end of CDATA": `]]><script>${RAN}</script>`,
  "open comment": `<!--<script>${RAN}//`,
  "template string": `\${${RAN}}\`{{constructor.constructor('${RAN}')()}}`,
  "data address": `<iframe src="data:text/html,<script>parent.ran=1</script>"><base href="https://example.invalid/">`,
  "request elsewhere": `<link rel=stylesheet href="https://example.invalid/a.css"><img src="https://example.invalid/b.png">`,
  "very long": `<b>${"long".repeat(5000)}</b>`,
  "right-to-left override": `\u202e<script>${RAN}</script>\u2066`,
};
const NAMES = Object.keys(PAYLOADS);
const payloads = Object.values(PAYLOADS);
const ALL = payloads.filter((one) => one.length < 1000).join(" ");

const folder = mkdtempSync(join(tmpdir(), "goldie-attacks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, rows: readonly object[] | string): string => {
  const text = typeof rows === "string" ? rows : rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  writeFileSync(join(folder, name), text);
  return name;
};

async function goldie(...argv: string[]): Promise<void> {
  const effects = testEffects({ cwd: folder });
  expect(await main(argv, effects), effects.stderr.text).toBe(0);
}

const id = (of: string, at: number): string => `${of}${at} ${payloads[at]}`;

/** The payload in every field of a query, its gold, its hits and their documents. */
const gold = payloads.map((payload, i) => ({
  id: id("q", i),
  query: `question ${i} ${payload}`,
  relevant: [id("d", i), id("gone", i)],
  forbidden: [id("leak", i)],
  answer: `answer ${payload}`,
  tags: { [`tag ${payload}`]: `value ${payload}`, kind: payload },
}));
const hits = (i: number, order: readonly string[]) =>
  order.map((of) => ({ id: id(of, i), score: 1 / (order.indexOf(of) + 1) }));
const corpus = payloads.flatMap((payload, i) =>
  ["d", "leak", "other"].map((of) => ({
    id: id(of, i),
    title: `title ${payload}`,
    text: `text of question ${i} ${payload}`,
  })),
);

const recorded = (payload: string, i: number): JudgementRecord => ({
  format: "goldie-judgement@1",
  id: id("case", i),
  question: `question ${i} ${payload}`,
  reference: `reference ${payload}`,
  response: `response ${payload}`,
  tags: { kind: payload },
  chunks: [
    { id: id("chunk", i), text: `chunk ${payload}`, statements: [{ id: "1.1", text: `said ${payload}` }] },
  ],
  claims: [
    { id: "c1", text: `claim ${payload}`, support: [{ chunk: 0, level: "full", by: ["1.1"] }] },
    { id: "c2", text: `other ${payload}`, support: [] },
  ],
  responseClaims: [{ id: "r1", text: `reply ${payload}`, support: [], relevant: false }],
  judge: { name: `model ${payload}`, version: `1${payload}` },
  flags: [{ code: "made-up", what: `flag ${payload}` }],
});

const RECORD_TEXTS = ["reference", "response", "chunk", "said", "claim", "reply", "flag", "model"];

/** A file name can have no slash. */
const FILE = `<img src onerror="${RAN}">`;

/** The report of two runs, written once. */
let written: Promise<string> | undefined;
const attack = (): Promise<string> => {
  written ??= writeAttack();
  return written;
};

async function writeAttack(): Promise<string> {
  write("gold.jsonl", gold);
  write("corpus.jsonl", corpus);
  write(
    "a.jsonl",
    gold.map((row, i) => ({ id: row.id, hits: hits(i, ["other", "d", "leak"]) })),
  );
  // A query that the gold lacks, and a hit that comes twice: problems that quote ids.
  write(`${FILE}.jsonl`, [
    ...gold.map((row, i) => ({
      id: row.id,
      hits: [...hits(i, ["d", "other"]), { id: id("d", i), score: 0 }],
    })),
    { id: `unknown ${ALL}`, hits: [{ id: "x", score: 1 }] },
  ]);
  await goldie(
    ...["report", "gold.jsonl", "a.jsonl", `${FILE}.jsonl`],
    ...["--corpus", "corpus.jsonl", "--title", `Title ${ALL}`, "-o", "attack.html"],
  );
  return "attack.html";
}

/** Elements and attributes that only a payload could have made. */
const strange = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("*")].flatMap((element) => [
    ...(["iframe", "base", "object", "embed", "img", "form"].includes(element.localName) ||
      (element.localName === "link" && element.getAttribute("rel") !== "icon") ? [element.localName] : []),
    ...[...element.attributes].filter(({ name, value }) => name.startsWith("on") || name === "style" ||
      (["href", "src", "action"].includes(name) && !value.startsWith("#") && !value.startsWith("data:image/"))).map(({ name }) => element.localName + "[" + name + "]"),
  ])`) as Promise<string[]>;

const ran = (page: Page): Promise<unknown> => page.evaluate("globalThis.ran");
const scripts = (page: Page): Promise<number> => page.locator("script").count();

describeInBrowser("hostile texts in a report", (open) => {
  async function opened(file: string, hash = "") {
    const { page, trouble } = await open();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("dialog", () => trouble.errors.push("a dialog"));
    await page.goto(pathToFileURL(join(folder, file)).href + hash);
    await page.locator(".queries").waitFor();
    return { page, trouble, requests };
  }

  async function expectInert({ page, trouble, requests }: Awaited<ReturnType<typeof opened>>) {
    expect(await ran(page), "a payload ran").toBeUndefined();
    expect(await strange(page)).toEqual([]);
    // The data of the page, of its queries, and the script.
    expect(await scripts(page)).toBe(3);
    expectNoTrouble(trouble);
    expect(new Set(requests).size, "one request: the file itself").toBe(1);
  }

  const shows = async (page: Page, text: string, within = "#app"): Promise<void> =>
    expect(await page.locator(within).textContent()).toContain(text);

  it("ids, questions, answers, tags, titles, texts, names of runs and files, problems", async () => {
    const html = readFileSync(join(folder, await attack()), "utf8");
    const inScripts = html
      .split("<script")
      .slice(1)
      .map((part) => part.slice(0, part.indexOf("</script")));
    expect(inScripts).toHaveLength(3);
    expect(inScripts.filter((part) => /[\u2028\u2029]|<!--/.test(part))).toEqual([]);
    const page = await opened(await attack());
    expect(await page.page.title()).toContain("</script><script>");
    await shows(page.page, FILE);
    await shows(page.page, `document ${id("d", 0)}`, ".problems >> nth=0");
    await expectInert(page);
  });

  it("scores of a file whose run name, ids and tags are payloads", async () => {
    await attack();
    await goldie("eval", "gold.jsonl", "a.jsonl", "-o", "scores.json", "--per-query", "--quiet");
    const scores = JSON.parse(readFileSync(join(folder, "scores.json"), "utf8"));
    for (const run of scores.runs) run.name = `run ${ALL}`;
    write("scores.json", JSON.stringify(scores));
    await goldie("report", "scores.json", "-o", "scores.html", "--quiet");
    const page = await opened("scores.html");
    await shows(page.page, `run ${PAYLOADS["end of script"]}`);
    await expectInert(page);
  });

  it.each(NAMES.map((name, i) => [name, i] as const))("an opened query: %s", async (_, i) => {
    const query = gold[i]!;
    const page = await opened(await attack(), `#${new URLSearchParams({ q: query.id })}`);
    await page.page.locator(".question").waitFor();
    const texts = page.page.locator(".query-page");
    for (const text of [query.query, query.answer, id("d", i), id("leak", i), `value ${payloads[i]}`])
      expect(await texts.textContent(), text.slice(0, 60)).toContain(text);
    expect(await texts.textContent()).toContain(`title ${payloads[i]}`.slice(0, 100));
    await expectInert(page);
  });

  it("search, filters and the address with payloads", async () => {
    const hash = new URLSearchParams({ q: ALL, m: ALL, find: ALL, [`tag.${ALL}`]: ALL, status: ALL });
    const page = await opened(await attack(), `#${hash}`);
    await page.page.locator("input[type=search]").fill(PAYLOADS["end of attribute"]!);
    await expectInert(page);
  });

  it("judge records: claims, evidence, replies, flags and the names of judges", async () => {
    write("records.jsonl", payloads.map(recorded));
    await goldie("judge", "records.jsonl", "-o", "judged.html", "--quiet");
    const page = await opened("judged.html");
    for (const [i, payload] of payloads.entries()) {
      const hash = `#${new URLSearchParams({ q: id("case", i) })}`;
      await page.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.page
        .locator(".question")
        .filter({ hasText: `question ${i} ` })
        .waitFor();
      const text = await page.page.locator(".query-page").textContent();
      for (const of of RECORD_TEXTS) expect(text, `${of} ${i}`).toContain(`${of} ${payload}`);
    }
    await expectInert(page);
  });

  it("notes of stored runs and names of retrievers", async () => {
    await attack();
    write(
      "goldie.config.json",
      JSON.stringify({
        gold: "gold.jsonl",
        corpus: "corpus.jsonl",
        retrievers: { [`retriever ${FILE}`]: { type: "run", file: "a.jsonl" } },
      }),
    );
    await goldie("run", "--quiet", "--note", `note ${ALL}`);
    await goldie("report", "last", "-o", "stored.html", "--quiet");
    const page = await opened("stored.html");
    await shows(page.page, `retriever ${FILE}`);
    await expectInert(page);
  });

  it("the policy is in the page and blocks scripts, handlers, styles and requests that got in", async () => {
    const { page } = await opened(await attack());
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const blocked = await page.evaluate(`new Promise((done) => {
      const found = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        found.push(effectiveDirective);
        if (["script-src-elem", "script-src-attr", "style-src-elem", "img-src", "connect-src"].every((one) => found.includes(one))) done(found);
      });
      const script = document.createElement("script");
      script.textContent = ${JSON.stringify(RAN)};
      document.body.append(script);
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      document.body.append(style);
      document.body.insertAdjacentHTML("beforeend", '<img src="https://example.invalid/x.png" onerror="${RAN}">');
      fetch("https://example.invalid/").catch(() => {});
    })`);
    expect(blocked).toEqual(expect.arrayContaining(["script-src-elem", "script-src-attr"]));
    expect(await ran(page)).toBeUndefined();
    expect(await page.evaluate("getComputedStyle(document.body).display")).toBe("block");
  });

  it("these checks notice a page that does not escape", async () => {
    const html = readFileSync(join(folder, await attack()), "utf8");
    const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
    expect(html).toMatch(policy);
    write(
      "broken.html",
      html.replace(policy, "").replace("<body>", `<body>${PAYLOADS["image with a handler"]}`),
    );
    const { page } = await opened("broken.html");
    await page.waitForFunction("globalThis.ran === 1");
    expect(await strange(page)).toEqual(["img", "img[src]", "img[onerror]"]);
  });
});
