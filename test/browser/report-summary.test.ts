/** The summary of a report in real Chromium, opened as a file. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { writePage } from "../../src/reports/html/write-page.ts";
import { axeFindings, describeInBrowser, expectNoTrouble, scrollsSideways } from "./_browser.ts";
import {
  everything,
  hostile,
  type MadeView,
  madeView,
  noQueries,
  oneQuery,
  oneRun,
  threeRuns,
  twoRuns,
} from "./_views.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The address of a file with this view. */
const addresses = new Map<MadeView, string>();
function addressOf(made: MadeView): string {
  let address = addresses.get(made);
  if (address === undefined) {
    const path = join(folder, `${addresses.size}.html`);
    writeFileSync(path, [...writePage(made.view, (place) => made.queries[place]!)].join(""));
    address = pathToFileURL(path).href;
    addresses.set(made, address);
  }
  return address;
}

const sevenRuns = madeView({ runs: ["a", "b", "c", "d", "e", "f", "g"], queries: 40 });
const longNames = madeView({
  runs: ["a-name-without-any-place-to-break-".repeat(6), "ein_sehr_langer_name_2026_11_17_".repeat(6)],
  queries: 30,
  metrics: ["ndcg(gain=exp,discount=log2,ideal=retrieved)@1000", "recall@5"],
});
const views: readonly (readonly [string, MadeView])[] = [
  ["one run", oneRun],
  ["two runs", twoRuns],
  ["three runs", threeRuns],
  ["seven runs", sevenRuns],
  ["everything", everything],
  ["one query", oneQuery],
  ["no queries", noQueries],
  ["hostile texts", hostile],
  ["long names", longNames],
];

/** Texts of charts that lie on another text of the same chart. */
const OVERLAPS = `[...document.querySelectorAll("svg[role=img]")].flatMap((svg) => {
  const texts = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
  return texts.flatMap((one, i) => texts.slice(i + 1).filter(({ box }) => {
    const wide = Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left);
    const high = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top);
    return wide > 1 && high > 4;
  }).map(({ text }) => svg.getAttribute("aria-label").slice(0, 40) + ": " + one.text + " / " + text));
})`;

describeInBrowser("the summary", (open) => {
  for (const [name, made] of views)
    for (const width of [1280, 390])
      test(`${name} at ${width} px`, async () => {
        const { page, trouble } = await open({
          viewport: { width, height: 900 },
          colorScheme: width === 390 ? "dark" : "light",
        });
        await page.goto(addressOf(made));
        expect(await page.locator("h1").count()).toBe(1);
        expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
        expect(await page.evaluate(OVERLAPS), "texts on one another").toEqual([]);
        expect(await axeFindings(page)).toEqual([]);
        expect(await page.evaluate("window.hacked")).toBeUndefined();
        expectNoTrouble(trouble);
      });

  for (const [name, made] of views)
    test(`${name} without script`, async () => {
      const { page, trouble } = await open({ javaScriptEnabled: false });
      await page.goto(addressOf(made));
      expect(await page.locator("h1").isVisible()).toBe(true);
      expect(await page.locator(".card").count()).toBe(made.view.metrics.length);
      expect(await page.locator(".first-queries tbody tr").count()).toBe(Math.min(20, made.queries.length));
      expectNoTrouble(trouble);
    });

  test("ids stay in the table at 390 px where there are no questions", async () => {
    const bare = { ...twoRuns, view: { ...twoRuns.view, queries: { ...twoRuns.view.queries, words: [] } } };
    const { page } = await open({ viewport: { width: 390, height: 900 } });
    await page.goto(addressOf(bare));
    expect(await page.locator("tr.query .col-id").first().isVisible()).toBe(true);
  });

  test("texts on one another are found", async () => {
    const { page } = await open();
    await page.setContent(
      '<svg role="img" aria-label="x" width="200"><text y="20">one</text><text x="4" y="22">two</text></svg>',
    );
    expect(await page.evaluate(OVERLAPS)).toEqual(["x: one / two"]);
  });

  test("light and dark follow the reader, or the choice", async () => {
    const ground = "getComputedStyle(document.body).backgroundColor";
    for (const [colorScheme, colour, other] of [
      ["light", "rgb(255, 255, 255)", "rgb(21, 24, 27)"],
      ["dark", "rgb(21, 24, 27)", "rgb(255, 255, 255)"],
    ] as const) {
      const { page } = await open({ colorScheme });
      await page.goto(addressOf(twoRuns));
      expect(await page.evaluate(ground)).toBe(colour);
      await page.evaluate(
        `document.documentElement.dataset.theme = "${colorScheme === "light" ? "dark" : "light"}"`,
      );
      expect(await page.evaluate(ground)).toBe(other);
    }
  });

  test("prints on white paper, without controls", async () => {
    const { page, trouble } = await open({ colorScheme: "dark" });
    await page.goto(addressOf(everything));
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe(
      "rgb(27, 31, 36)",
    );
    const paper = await page.pdf({ format: "A4" });
    expect(paper.subarray(0, 5).toString()).toBe("%PDF-");
    expectNoTrouble(trouble);
  });

  test("makes no request, not even for an icon", async () => {
    const { page, trouble } = await open();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(addressOf(twoRuns));
    expect(requests).toEqual([addressOf(twoRuns)]);
    expectNoTrouble(trouble);
  });

  test("the script shows the same summary as the markup", async () => {
    const text = "document.querySelector('.summary').innerText";
    const { page } = await open();
    await page.goto(addressOf(everything));
    const { page: still } = await open({ javaScriptEnabled: false });
    await still.goto(addressOf(everything));
    expect(await page.evaluate(text)).toBe(await still.locator(".summary").innerText());
  });

  test("another metric changes the verdict and the figures", async () => {
    const { page } = await open();
    await page.goto(`${addressOf(twoRuns)}#m=ndcg@10`);
    expect(await page.locator("h1").innerText()).toContain("ndcg@10 −0.111");
    expect(await page.locator(".summary").innerText()).toContain(
      "ndcg@10 of each query, in order of difference",
    );
  });

  test("a column of the figure opens its query", async () => {
    const small = madeView({ runs: ["overlap", "prefix"], queries: 20 });
    const { page, trouble } = await open();
    await page.goto(addressOf(small));
    await page.locator(".bars .opens").first().click();
    expect(page.url()).toMatch(/#q=q\d+/);
    expectNoTrouble(trouble);
  });
});
