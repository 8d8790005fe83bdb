/** The table of queries and the opened query, in a real browser. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { writePage } from "../../src/reports/html/write-page.ts";
import type { QueryView } from "../../src/reports/view/model.ts";
import {
  axeFindings,
  describeInBrowser,
  expectNoTrouble,
  scrollsSideways,
  type Trouble,
} from "./_browser.ts";
import slowClient from "./_slow-client.tsx?bundle";
import {
  HOSTILE,
  hostile,
  type MadeView,
  madeView,
  many,
  noQueries,
  oneQuery,
  oneRun,
  threeRuns,
  twoRuns,
} from "./_views.ts";

/** Enough for every state of a query. */
const few = madeView({ runs: ["overlap", "prefix"], queries: 12 });

let folder: Promise<string> | undefined;
const files = new Map<MadeView, Promise<string>>();

/** The address of the report of a view, written once. */
async function addressOf(made: MadeView): Promise<string> {
  folder ??= mkdtemp(join(tmpdir(), "goldie-report-"));
  const path = join(await folder, `${files.size}.html`);
  if (!files.has(made))
    files.set(
      made,
      writeFile(path, [...writePage(made.view, (at) => made.queries[at]!)].join("")).then(
        () => pathToFileURL(path).href,
      ),
    );
  return files.get(made)!;
}

afterAll(async () => {
  if (folder !== undefined) await rm(await folder, { recursive: true });
});

const ids = (page: Page): Promise<string[]> => page.locator("tr.query .col-id").allTextContents();
const currentId = (page: Page): Promise<string | null> => page.locator("tr.current .col-id").textContent();
const focused = (page: Page): Promise<unknown> =>
  page.evaluate("document.activeElement.getAttribute('role') ?? document.activeElement.className");

/** The same view with some queries replaced. */
const withQuery = (made: MadeView, at: number, change: Partial<QueryView>): MadeView => ({
  view: made.view,
  queries: made.queries.map((query, place) => (place === at ? { ...query, ...change } : query)),
});

describeInBrowser("queries of a report", (open) => {
  async function report(made: MadeView, options: Parameters<typeof open>[0] = {}, hash = "") {
    const opened = await open(options);
    const requests: string[] = [];
    opened.page.on("request", (request) => requests.push(request.url()));
    const address = await addressOf(made);
    await opened.page.goto(address + hash);
    await opened.page.locator(".queries").waitFor();
    if (/[#&]q=q\d/.test(hash)) await opened.page.locator(".question").waitFor();
    return { ...opened, requests, address };
  }
  const quiet = (trouble: Trouble, requests: readonly string[]) => {
    expectNoTrouble(trouble);
    expect(new Set(requests).size, "one request: the file itself").toBe(1);
  };

  it("can be walked with the keyboard alone", async () => {
    const { page, trouble, requests } = await report(twoRuns);
    const order = await ids(page);
    expect(order).toHaveLength(96);

    await page.keyboard.press("j");
    expect(await currentId(page)).toBe(order[0]);
    expect(await focused(page)).toBe("grid");
    expect(await page.locator("tr.current").isVisible()).toBe(true);
    expect((await page.locator("tr.current").boundingBox())!.y).toBeLessThan(900);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await currentId(page)).toBe(order[1]);
    await page.keyboard.press("Enter");
    await page.locator(".query-page h2").waitFor();
    expect(await page.locator(".query-bar .id").textContent()).toBe(order[1]);
    expect(new URL(page.url()).hash).toBe(`#q=${order[1]}`);
    expect(await focused(page)).toBe("query-page");

    await page.keyboard.press("j");
    expect(await page.locator(".query-bar .id").textContent()).toBe(order[2]);
    expect(await page.locator("tr.opened .col-id").textContent()).toBe(order[2]);

    await page.keyboard.press("Escape");
    expect(await page.locator(".query-page").count()).toBe(0);
    expect(new URL(page.url()).hash).toBe("");
    expect(await focused(page)).toBe("grid");
    expect(await page.locator(".query-table").getAttribute("aria-activedescendant")).toBe(
      await page.locator("tr.current").getAttribute("id"),
    );
    await page.keyboard.press("ArrowDown");
    expect(await currentId(page)).toBe(order[3]);
    await page.keyboard.press("End");
    expect(await currentId(page)).toBe(order.at(-1));

    await page.keyboard.press("/");
    await page.keyboard.type("islet");
    expect(await page.locator("#queries-title [role=status]").textContent()).toMatch(/^\d+ of 96$/);
    await page.keyboard.type(" jkj?");
    expect(await page.locator(".empty").textContent()).toContain("No query matches.");
    await page.keyboard.press("Escape");
    expect(await ids(page)).toHaveLength(96);

    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    expect(await page.locator("dialog").textContent()).toContain("next or previous query");
    await page.keyboard.press("j");
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    quiet(trouble, requests);
  });

  it("reaches every control and the table with Tab", async () => {
    const { page } = await report(twoRuns);
    await page.locator(".field-search input").focus();
    const reached: unknown[] = [];
    for (let i = 0; i < 13; i++) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate("document.activeElement.closest('select,[role=grid],th')?.localName"));
    }
    expect(reached).toEqual([...Array(4).fill("select"), "table", ...Array(8).fill("th")]);
  });

  it("sorts by any column, with queries without a score last either way", async () => {
    const { page, trouble, requests } = await report(twoRuns);
    const states = async () =>
      (await page.locator("td.col-diff").allTextContents()).map((text) => /[a-z]/.test(text));
    const scoreless = (await states()).filter(Boolean).length;
    expect(scoreless).toBeGreaterThan(5);
    for (const head of ["Difference", "overlap", "prefix"]) {
      for (let i = 0; i < 2; i++) {
        await page.locator("th button", { hasText: head }).click();
        const texts = await page
          .locator(`tr.query td:nth-child(${{ overlap: 4, prefix: 5, Difference: 6 }[head]})`)
          .allTextContents();
        const known = texts.findIndex((text) => /[a-z]/.test(text));
        expect(
          texts.slice(known).every((text) => /[a-z]/.test(text)),
          head,
        ).toBe(true);
        const numbers = texts.slice(0, known).map((text) => Number(text.replace("−", "-")));
        const descending = (await page.locator("th[aria-sort=descending]").count()) === 1;
        expect(numbers).toEqual([...numbers].sort((x, y) => (descending ? y - x : x - y)));
      }
    }
    expect(new URL(page.url()).hash).toBe("#sort=-score.1");
    await page.reload();
    expect(await page.locator("th[aria-sort=descending]").textContent()).toContain("prefix");
    quiet(trouble, requests);
  });

  it("filters by status and tag, keeps that in the address, and says when nothing is left", async () => {
    const { page, trouble, requests } = await report(twoRuns);
    await page.getByLabel("Show").selectOption("failed");
    expect(await ids(page)).toEqual(["q4", "q27", "q73", "q96"]);
    expect(await page.locator("tr.query").first().textContent()).toContain("! failed");
    await page.getByLabel("topic").selectOption({ label: "leisure" });
    expect(await ids(page)).toEqual(["q4"]);
    await page.getByLabel("Metric").selectOption({ label: "rr" });
    expect(new URL(page.url()).hash).toBe("#m=rr&status=failed&tag.topic=leisure");
    await page.reload();
    expect(await ids(page)).toEqual(["q4"]);
    await page.getByLabel("Search").fill("no such thing");
    await page.locator(".empty button").click();
    expect(await ids(page)).toHaveLength(96);
    expect(new URL(page.url()).hash).toBe("#m=rr");
    quiet(trouble, requests);
  });

  it("opens a query: gold, lists with rank lines, cut-off, selected hit, derivations", async () => {
    const { page, trouble, requests } = await report(twoRuns, {}, "#q=q2");
    expect(await page.locator(".question").textContent()).toBe(twoRuns.queries[1]!.question);
    expect(await page.locator(".gold tbody tr").count()).toBe(twoRuns.queries[1]!.gold.length);
    expect(await page.locator(".gold tbody tr").first().textContent()).toContain("rank 6, below top 5");

    const wanted = twoRuns.queries[1]!.lists.map((list) => list!.hits.map(({ id }) => id));
    const both = wanted[0]!.filter((id) => wanted[1]!.includes(id));
    expect(both.length).toBeGreaterThan(2);
    expect(await page.locator(".rank-line:not(.stub)").count()).toBe(both.length);
    // Each line starts at the middle of a row on the left and ends at one on the right.
    const middles = (side: number) =>
      page
        .locator(".list")
        .nth(side)
        .locator("li")
        .evaluateAll((rows) =>
          (rows as { getBoundingClientRect(): { top: number; height: number } }[]).map((row) => {
            const { top, height } = row.getBoundingClientRect();
            return top + height / 2;
          }),
        );
    const [left, right] = [await middles(0), await middles(1)];
    const ends = (await page.locator(".rank-line:not(.stub) path").evaluateAll((paths) =>
      // biome-ignore lint/suspicious/noExplicitAny: elements of a page, in a file without the types of one
      (paths as any[]).map((path) => {
        const at = (length: number) =>
          path.getPointAtLength(length).matrixTransform(path.getScreenCTM()).y as number;
        return [at(0), at(path.getTotalLength())];
      }),
    )) as [number, number][];
    const near = (value: number, among: readonly number[]) =>
      among.some((middle) => Math.abs(middle - value) < 1.5);
    expect(ends.every(([from, to]) => near(from, left) && near(to, right))).toBe(true);
    expect(await page.locator(".list li.last-counted").allTextContents()).toHaveLength(2);
    expect(await page.locator(".list").first().locator("li.last-counted .rank").textContent()).toBe("5");

    const shared = both[0]!;
    await page.locator(".list").first().locator(".hit").nth(wanted[0]!.indexOf(shared)).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".hit[aria-pressed=true] .id").allTextContents()).toEqual([shared, shared]);
    expect(await page.locator(".rank-line.selected").count()).toBe(1);
    await page.locator(".hit[aria-pressed=true]").first().hover();
    const grounds = (await page.evaluate(
      "[...document.querySelectorAll('.hit[aria-pressed=true]')].map((hit) => getComputedStyle(hit).backgroundColor)",
    )) as string[];
    expect(new Set(grounds).size, "a selected hit looks the same under the mouse").toBe(1);
    expect(await page.locator(".selected-hit").textContent()).toContain("The causeway to Monk's Islet");
    await page.locator(".selected-close").click();
    expect(await page.locator(".selected-hit").count()).toBe(0);

    expect(
      await page.locator(".derivation").first().locator("details[open] .parts").first().textContent(),
    ).toContain("relevant documents in the top 5");
    expect(await page.locator(".snippet mark.word").first().textContent()).toBe("causeway");
    expect(await page.locator(".snippet mark.gold").first().textContent()).toBe("Monk's Islet");
    quiet(trouble, requests);
  });

  it("shows eight relevant documents, and all on request", async () => {
    const { page } = await report(oneRun, {}, "#q=q1");
    expect(await page.locator(".gold tbody tr").count()).toBe(8);
    await page.getByRole("button", { name: "Show all 12" }).click();
    expect(await page.locator(".gold tbody tr").count()).toBe(12);
    expect(await page.locator(".list").count()).toBe(1);
    expect(await page.locator(".rank-lines").count()).toBe(0);
    expect(await page.locator(".claims").textContent()).toContain(
      "It opens two and a half hours after high water.",
    );
    expect(await page.locator(".claims blockquote").textContent()).toBe(
      "The causeway opens after high water.",
    );
  });

  it("puts forbidden documents that were returned first", async () => {
    const { page } = await report(twoRuns, {}, "#q=q5");
    expect(await page.locator(".forbidden.returned").textContent()).toContain(
      "p99overlapnot returnedprefixrank 3",
    );
    expect(await page.locator(".hit-forbidden .mark").textContent()).toContain("⊘");
  });

  it("has different words for a failed list, an empty one, and one that was not kept", async () => {
    const empty = { hits: [], length: 0, unjudged: 0 };
    const notKept = { hits: [], length: 7, unjudged: 0 };
    const texts: string[] = [];
    for (const lists of [
      [null, empty],
      [notKept, twoRuns.queries[3]!.lists[1]!],
    ]) {
      const { page } = await report(withQuery(twoRuns, 3, { lists }), {}, "#q=q4");
      texts.push(...(await page.locator(".no-hits").allTextContents()));
    }
    expect(texts).toEqual([
      "No hits: this run has no list for the query, or its hits were not stored.",
      "Returned an empty list.",
      "Returned 7 hits, but they were not stored.",
      "! Failed: the retriever did not answer within 30 sA failure does not count as a miss.",
    ]);
  });

  it("shows claims and chunks of a case that was only judged, and no gold or lists", async () => {
    const judged = oneRun.queries[0]!.judged;
    const lists = [{ hits: [], length: 4, unjudged: 0 }];
    const { page } = await report(withQuery(oneRun, 0, { gold: [], lists, judged }), {}, "#q=q1");
    expect(await page.locator(".query-page h3").allTextContents()).toEqual([
      "Judged claims",
      "How the scores were computed",
    ]);
    // There is no ranked list to read them in.
    expect(await page.locator(".chunks[open] li").textContent()).toBe(
      "p1 ✓ supports 1 claimThe causeway opens after high water.",
    );
  });

  it("keeps nothing unfolded from one query to the next", async () => {
    const { page } = await report(oneRun, {}, "#q=q1");
    await page.getByRole("button", { name: "Show all 12" }).click();
    await page.locator(".hit").first().click();
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.locator(".question").waitFor();
    expect(await page.locator(".query-bar .id").textContent()).toBe("q1");
    expect(await page.locator(".gold tbody tr").count()).toBe(8);
    expect(await page.locator(".selected-hit").count()).toBe(0);
  });

  it("compares any two of three runs", async () => {
    const { page, trouble, requests } = await report(threeRuns, {}, "#q=q2");
    await page.locator(".query-page").getByLabel("with").selectOption("2");
    expect(await page.locator(".list header .run-name").allTextContents()).toEqual([
      "overlap",
      "hybrid-reranked-2026-11-17",
    ]);
    expect(new URL(page.url()).hash).toBe("#q=q2&runs=0-2");
    expect(await page.locator(".gold th .run-name").count()).toBe(3);
    quiet(trouble, requests);
  });

  it("says so where the details of a query were left out", async () => {
    const made: MadeView = { view: twoRuns.view, queries: twoRuns.queries };
    folder ??= mkdtemp(join(tmpdir(), "goldie-report-"));
    const file = join(await folder, "small.html");
    await writeFile(file, [...writePage(made.view, (at) => made.queries[at]!, { mostBytes: 0 })].join(""));
    const { page } = await open();
    await page.goto(`${pathToFileURL(file).href}#q=q2`);
    expect(await page.locator(".query-page").textContent()).toContain("left out to keep this file small");
  });

  it.each([5000, 20_000])("keeps %i queries usable: few rows are in the page", async (count) => {
    const made = many(count);
    const { page, trouble, requests } = await report(made);
    const rows = () => page.locator("tr.query").count();
    expect(await rows()).toBeLessThan(80);
    expect(await page.locator(".query-table").getAttribute("aria-rowcount")).toBe(String(count + 1));
    await page.locator(".query-table").focus();
    await page.keyboard.press("End");
    await page.locator(`tr[aria-rowindex="${count + 1}"].current`).waitFor();
    expect(await rows()).toBeLessThan(80);
    const last = page.locator("tr.current");
    const [row, box] = [(await last.boundingBox())!, (await page.locator(".query-scroll").boundingBox())!];
    expect(row.y + row.height).toBeLessThanOrEqual(box.y + box.height + 1);
    // Rows that scroll past are those that belong there.
    await page.locator(".query-scroll").evaluate((element) => {
      (element as { scrollTop: number }).scrollTop = 34 * 2000;
    });
    await page.locator('tr[aria-rowindex="2002"]').waitFor();
    const at = await page.locator('tr[aria-rowindex="2002"]').evaluate((element) => {
      const row = element as { getBoundingClientRect(): { top: number }; closest(s: string): typeof row };
      return row.getBoundingClientRect().top - row.closest(".query-scroll").getBoundingClientRect().top;
    });
    expect(Math.abs(at - 35)).toBeLessThan(3);
    await page.getByLabel("Search").fill(`q${count - 1}`);
    await page.locator("tr.query").first().click();
    expect(await page.locator(".query-bar .id").textContent()).toBe(`q${count - 1}`);
    quiet(trouble, requests);
  });

  it("prints up to 500 rows", async () => {
    const { page } = await report(many(700));
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator("tr.query").count()).toBe(500);
    expect(await page.locator(".queries").textContent()).toContain("The first 500 of 700 queries.");
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("tr.query").count()).toBeLessThan(80);
  });

  it("sets right-to-left and Chinese or Japanese text as it should be", async () => {
    const { page } = await report(twoRuns, {}, "#q=q5");
    const direction = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
    expect(await direction(".question")).toBe("rtl");
    expect(await direction(".hit-title")).toBe("ltr");
    await page.goto(`${await addressOf(twoRuns)}#q=q6`);
    await page.reload();
    expect(await page.locator(".question").textContent()).toBe("港の駐車場はいくらですか？");
    expect(await direction(".question")).toBe("ltr");
  });

  it("shows hostile ids, texts, tags and names as text", async () => {
    const { page, trouble, requests } = await report(hostile);
    expect(await ids(page)).toContain(`${HOSTILE}0`);
    await page.locator("tr.query").first().click();
    expect(await page.locator(".question").textContent()).toBe(HOSTILE);
    await page.locator(".list .hit").first().click();
    expect(await page.locator(".selected-hit p").textContent()).toBe(`${HOSTILE}…`);
    await page.getByLabel("Search").fill(HOSTILE);
    await page.reload();
    expect(await page.getByLabel("Search").inputValue()).toBe(HOSTILE);
    for (const at of [0, 3]) {
      await page.goto(`${await addressOf(hostile)}#q=${encodeURIComponent(`${HOSTILE}${at}`)}`);
      await page.reload();
      await page.locator(".question").waitFor();
    }
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("img, iframe, a, [onerror], [onload]").count()).toBe(0);
    quiet(
      trouble,
      requests.map((url) => url.replace(/#.*/, "")),
    );
  });

  it("cuts very long ids instead of growing wider", async () => {
    const long = "document-".repeat(60);
    const made: MadeView = {
      view: {
        ...twoRuns.view,
        queries: { ...twoRuns.view.queries, ids: twoRuns.view.queries.ids.map((id) => long + id) },
      },
      queries: twoRuns.queries.map((query) => ({
        ...query,
        id: long + query.id,
        gold: query.gold.map((item) => ({ ...item, ids: item.ids.map((id) => long + id) })),
        lists: query.lists.map((list) =>
          list === null ? null : { ...list, hits: list.hits.map((hit) => ({ ...hit, id: long + hit.id })) },
        ),
      })),
    };
    for (const width of [1280, 390]) {
      const { page, trouble } = await report(made, { viewport: { width, height: 844 } });
      expect((await page.locator("td.col-id").first().boundingBox())!.width).toBeLessThan(110);
      expect(await page.locator("td.col-id span").first().getAttribute("title")).toContain(long);
      await page.locator("tr.query").first().click();
      await page.locator(".hit").first().click();
      expect(await scrollsSideways(page)).toBe(false);
      const inside = (await page.locator(".query-page").evaluate((element) => {
        const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
        return scrollWidth <= clientWidth;
      })) as boolean;
      expect(inside).toBe(true);
      expectNoTrouble(trouble);
    }
  });

  it.each([
    ["with", 2],
    ["without", undefined],
  ])("shows whole ids of relevant documents on a narrow screen, %s grades", async (_, grade) => {
    const gold = few.queries[0]!.gold.slice(0, 1).map(({ kind, places }) => ({
      kind,
      places,
      ids: ["1e3d"],
      ...(grade === undefined ? {} : { grade }),
    }));
    const made = withQuery(few, 0, { gold });
    const { page } = await report(
      made,
      { viewport: { width: 390, height: 844 } },
      `#q=${few.queries[0]!.id}`,
    );
    const id = page.locator(".gold .gold-item .id");
    expect(await id.textContent()).toBe("1e3d");
    expect(await id.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    expect(await scrollsSideways(page)).toBe(false);
  });

  it("replaces the page by the query on a narrow screen, and comes back to the same place", async () => {
    const { page, trouble, requests } = await report(twoRuns, { viewport: { width: 390, height: 844 } });
    expect(await scrollsSideways(page)).toBe(false);
    await page.locator("tr.query").nth(2).scrollIntoViewIfNeeded();
    const before = await page.evaluate("scrollY");
    expect(before).toBeGreaterThan(300);
    await page.locator("tr.query").nth(2).click();
    expect(await page.locator(".query-table").isVisible()).toBe(false);
    expect(await page.locator(".summary").isVisible()).toBe(false);
    expect(await page.evaluate("scrollY")).toBe(0);
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.locator(".summary").isVisible()).toBe(true);
    expect(await page.evaluate("scrollY")).toBe(before);
    await page.locator("tr.query").nth(2).click();
    await page.goBack();
    expect(await page.locator(".query-table").isVisible()).toBe(true);
    await page.goForward();
    expect(await page.locator(".query-page").isVisible()).toBe(true);
    quiet(trouble, requests);
  });

  it.each([
    ["light", 1280, ["", "q=q5", "q=q1"]],
    ["dark", 1280, ["q=q5"]],
    ["light", 390, ["", "q=q4"]],
    ["dark", 390, ["q=q6"]],
  ] as const)("has no serious finding of axe, %s at %i px", async (colorScheme, width, hashes) => {
    const { page } = await report(few, { colorScheme, viewport: { width, height: 900 } });
    for (const hash of hashes) {
      await page.goto(`${await addressOf(few)}#${hash}`);
      await page.reload();
      await page.locator(hash === "" ? ".queries" : ".question").waitFor();
      if (hash !== "" && hash !== "q=q6") await page.locator(".hit").first().click();
      if (hash === "q=q1") await page.keyboard.press("?");
      expect(await axeFindings(page), hash).toEqual([]);
    }
  });

  it("opens a query from a figure of the summary", async () => {
    const { page, trouble, requests } = await report(twoRuns);
    await page.locator(".summary .opens:visible").first().click();
    expect(await page.locator(".query-bar .id").textContent()).toMatch(/^q\d+$/);
    expect(new URL(page.url()).hash).toMatch(/^#q=q\d+$/);
    quiet(trouble, requests);
  });

  it("works for one query and for none", async () => {
    const single = await report(oneQuery);
    await single.page.keyboard.press("j");
    await single.page.keyboard.press("j");
    await single.page.keyboard.press("Enter");
    expect(await single.page.locator(".query-bar").textContent()).toContain("1 of 1");
    quiet(single.trouble, single.requests);
    const none = await report(noQueries);
    await none.page.keyboard.press("j");
    await none.page.keyboard.press("Enter");
    expect(await none.page.locator(".empty").textContent()).toBe("There are no queries.");
    quiet(none.trouble, none.requests);
  });

  it("ignores an address of a query that is not there", async () => {
    const { page, trouble, requests } = await report(twoRuns, {}, "#q=nothing&sort=odd&runs=7-9");
    expect(await page.locator(".query-page").count()).toBe(0);
    expect(await ids(page)).toHaveLength(96);
    quiet(trouble, requests);
  });

  it("shows queries that arrive later: waiting, failed, asked again, too late", async () => {
    const { page, trouble } = await open();
    await page.setContent('<main id="app"></main>');
    await page.evaluate(slowClient.text);
    await page.evaluate(
      (view) => (globalThis as unknown as { show(v: unknown): void }).show(view),
      twoRuns.view,
    );
    const call = (name: "answer" | "refuse", value: unknown) =>
      page.evaluate(
        ([fn, argument]) =>
          (globalThis as unknown as Record<string, (a: unknown) => void>)[fn as string]!(argument),
        [name, value],
      );
    await page.locator("tr.query").first().click();
    expect(await page.locator(".query-page").textContent()).toContain("Loading…");
    await call("refuse", "the server does not answer");
    await page.getByText("Could not load this query: the server does not answer").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await page.evaluate("asked.length")).toBe(2);
    // The answer to the first question arrives when the second was asked.
    const asked = (await page.evaluate("asked[0]")) as string;
    await page.evaluate("globalThis.late = answer");
    await page.keyboard.press("j");
    await page.evaluate((query) => (globalThis as unknown as { late(q: unknown): void }).late(query), {
      ...twoRuns.queries.find(({ id }) => id === asked)!,
      question: "too late",
    });
    expect(await page.locator(".query-page").textContent()).toContain("Loading…");
    await call("answer", { ...twoRuns.queries[0]!, question: "in time" });
    await page.locator(".question", { hasText: "in time" }).waitFor();
    expectNoTrouble(trouble);
  });
});
