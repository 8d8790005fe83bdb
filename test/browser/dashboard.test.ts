/** `goldie view` in a real browser, over runs that `goldie run` has stored. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { tellProgress } from "../../src/store/progress.ts";
import { axeFindings, describeInBrowser, expectNoTrouble, scrollsSideways } from "./_browser.ts";
import { createProject, type Project, withView } from "./_project.ts";

const HOSTILE = `</script><script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1">'"&😀`;
/** Names of retrievers have no slash. */
const NAME = `<img src=x onerror="globalThis.hacked = 1">'"&😀`;
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const [C1, C2, C3] = ["1111111", "2222222", "3333333"].map((start) => start.padEnd(40, "0"));

/**
 * Four runs at three commits, with other gold from the third on, which is the baseline; some queries of one retriever fail.
 * Besides, a run that was killed, and one without its manifest.
 */
const harbour = once(async () => {
  const project = createProject("examples/harbour");
  const linesOf = (name: string): string[] =>
    readFileSync(join(project.folder, name), "utf8").trimEnd().split("\n");
  project.write("some.jsonl", `${linesOf("overlap.jsonl").slice(2).join("\n")}\n`);
  const run = async (k1: number, ...words: string[]): Promise<void> => {
    project.write("goldie.config.json", {
      gold: "gold.jsonl",
      corpus: "corpus.jsonl",
      metrics: ["recall@5", "ndcg@10", "rr"],
      retrievers: {
        bm25: { type: "bm25", corpus: "corpus.jsonl", k1 },
        files: { type: "run", file: "some.jsonl" },
      },
    });
    await project.goldie("run", "--quiet", ...words);
  };
  project.commit(C1!);
  await run(0.1, "--note", "first try");
  project.commit(C2!);
  await run(1.2, "--only", "bm25");
  project.write("gold.jsonl", `${linesOf("gold.jsonl").slice(0, 60).join("\n")}\n`);
  await run(0.1, "--only", "bm25");
  await project.goldie("bless", "last", "--quiet");
  project.commit(C3!);
  await run(1.2);
  const last = project.runs().at(-1)!;
  const manifest = JSON.parse(
    readFileSync(join(project.folder, ".goldie/runs", last, "manifest.json"), "utf8"),
  );
  project.copy(last, "20260102-000000-000-bbbb", {
    created: "2026-01-02T00:00:00.000Z",
    state: "running",
    owner: { ...manifest.owner, boot: "another" },
  });
  mkdirSync(join(project.folder, ".goldie/runs/20260101-000000-000-aaaa"));
  return project;
});

/** Texts of every script and kind, and one that tries to be a page. */
const odd = once(async () => {
  const project = createProject();
  const texts = [
    `${HOSTILE} ferry`,
    "متى تغادر العبّارة إلى الجزيرة؟",
    "渡し船は何時に島へ出発しますか",
    "מתי יוצאת המעבורת",
    `long ${"abcdefghij".repeat(40)}`,
    "plain ferry 🚢",
  ];
  project.write(
    "gold.jsonl",
    texts.map((query, i) => ({
      id: i === 0 ? HOSTILE : `q${i} ${"id".repeat(i * 20)}`,
      query,
      relevant: [`d${i} ${HOSTILE}`],
      tags: { [HOSTILE]: i < 3 ? HOSTILE : "other" },
    })),
  );
  project.write(
    "corpus.jsonl",
    texts.map((text, i) => ({
      id: `d${i} ${HOSTILE}`,
      title: `${HOSTILE} ${text}`,
      text: `${text} ${HOSTILE}`,
    })),
  );
  project.write("run.jsonl", [
    { id: HOSTILE, hits: [{ id: `d1 ${HOSTILE}` }, { id: `d0 ${HOSTILE}` }] },
    { id: `q1 ${"id".repeat(20)}`, hits: [] },
  ]);
  project.write("goldie.config.json", {
    gold: "gold.jsonl",
    corpus: "corpus.jsonl",
    metrics: ["rr", "recall@1"],
    retrievers: {
      [`bm25 ${NAME}`]: { type: "bm25", corpus: "corpus.jsonl" },
      العبّارة: { type: "run", file: "run.jsonl" },
    },
  });
  await project.goldie("run", "--quiet", "--note", HOSTILE);
  await project.goldie("run", "--quiet", "--note", "מעבורת");
  return project;
});

/** 200 runs of 20,000 queries: one by the command, the others linked to it. */
const large = once(async () => {
  const project = createProject();
  const queries = Array.from({ length: 20_000 }, (_, i) => i);
  project.write(
    "gold.jsonl",
    queries.map((i) => ({ id: `q${i}`, query: `words of query ${i}`, relevant: [`d${i}`] })),
  );
  project.write(
    "run.jsonl",
    queries.map((i) => ({ id: `q${i}`, hits: [0, 1, 2].map((j) => ({ id: `d${i + ((i + j) % 5)}` })) })),
  );
  project.write("goldie.config.json", {
    gold: "gold.jsonl",
    metrics: ["rr", "recall@3"],
    retrievers: { main: { type: "run", file: "run.jsonl" } },
  });
  await project.goldie("run", "--quiet");
  const [made] = project.runs();
  for (let i = 1; i < 200; i++) {
    const day = String((i % 28) + 1).padStart(2, "0");
    project.copy(made!, `202501${day}-${String(i).padStart(6, "0")}-000-aaaa`, {
      created: `2025-01-${day}T10:00:00.000Z`,
    });
  }
  return project;
});

/** As long as Playwright waits. */
const PATIENT = { timeout: 30_000 };

const rows = (page: Page) => page.locator(".runs-table tbody tr");
const textOf = (page: Page): Promise<string> => page.locator("main").innerText();
const hacked = (page: Page): Promise<unknown> => page.evaluate("globalThis.hacked");
const opened = (page: Page) => page.getByRole("region", { name: /^Query / }).locator("h2.question");

describeInBrowser("dashboard", (open) => {
  async function dashboard(
    project: Pick<Project, "folder">,
    use: (page: Page, url: string) => Promise<void>,
    options: Parameters<typeof open>[0] = {},
    words: readonly string[] = [],
  ): Promise<void> {
    await withView(
      project,
      async (url) => {
        const { page, trouble } = await open(options);
        await page.goto(url);
        await use(page, url);
        expectNoTrouble(trouble);
        expect(await hacked(page)).toBeUndefined();
        await page.context().close();
      },
      words,
    );
  }

  it("runs: trends with intervals, breaks, commits and the baseline; every run is listed, whatever became of it", async () =>
    dashboard(await harbour(), async (page) => {
      await rows(page).first().waitFor();
      expect(await rows(page).count()).toBe(4 + 2 + 2 + 1);
      expect(await rows(page).locator("th").allTextContents()).toEqual([
        ...["bm25", "files", "bm25", "bm25", "bm25", "files"],
        ...["bm25", "files", ""],
      ]);
      const killed = rows(page).filter({ hasText: "! interrupted" });
      const broken = rows(page).filter({ hasText: "! damaged" });
      expect(await broken.textContent()).toContain("20260101-000000-000-aaaa");
      for (const row of [killed, broken]) {
        expect(await row.getByRole("checkbox").isDisabled()).toBe(true);
        expect(await row.getByRole("link").count()).toBe(0);
      }
      // A failed cell is marked, and says how many.
      const marked = rows(page).nth(1).locator("td.num span[title]").first();
      expect(await marked.getAttribute("title")).toMatch(/95 % CI .*, \d+ scored, 2 failed/);
      expect(await marked.textContent()).toContain("!");

      const figure = page.locator(".trends figure").first();
      await page.getByText("Across a gap, scores cannot be compared").waitFor();
      expect(await page.locator(".trends figcaption").allTextContents()).toEqual([
        "recall@5",
        "ndcg@10",
        "rr",
      ]);
      expect(await figure.locator("circle").count()).toBe(4);
      expect(await figure.locator(".whisker").count()).toBe(4);
      // One and two are joined, three and four are; the gold changed between.
      expect(await figure.locator("line.run-line.r0").count()).toBe(2);
      expect(await figure.locator("g:has(> .cut-off) title").allTextContents()).toEqual([
        "The gold changed.",
      ]);
      expect(await figure.locator("text.mono").allTextContents()).toEqual([
        "1111111",
        "2222222",
        "2222222",
        "3333333",
      ]);
      expect(await figure.getByText("Dashed line: the baseline bm25").count()).toBe(1);
      // The baseline begins where the gold is its own.
      const [from, cut] = await Promise.all(
        ["line.baseline", "line.cut-off"].map((one) => figure.locator(one).getAttribute("x1")),
      );
      expect(Number.parseFloat(from!)).toBeGreaterThan(Number.parseFloat(cut!));
      const reading = figure.getByRole("status");
      expect(await reading.textContent()).toMatch(
        /^2026-05-0\d \d\d:\d\d: 0\.\d{3}, 95 % CI 0\.\d+ to 0\.\d+, commit 3333333$/,
      );
      await figure.focus();
      for (const key of ["ArrowLeft", "Home"]) await page.keyboard.press(key);
      expect(await reading.textContent()).toMatch(/commit 1111111, first try$/);
      expect(await axeFindings(page)).toEqual([]);

      await page.getByLabel("Retriever").selectOption("files");
      expect(await figure.locator("circle").count()).toBe(2);
      const before = await textOf(page);
      await page.reload();
      await rows(page).first().waitFor();
      expect(await textOf(page)).toBe(before);
      await page.keyboard.press("Tab");
      await figure.locator("rect").first().click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await textOf(page)).toContain("files");
    }));

  it("search, choose two, compare, open a query: each is in the address, and comes back with it", async () =>
    dashboard(await harbour(), async (page) => {
      await page.getByLabel("Search").fill("BM25 2222");
      expect(await rows(page).count()).toBe(2);
      for (const box of await rows(page).getByRole("checkbox").all()) await box.check();
      expect(await page.getByText("Compare 2 runs").isEnabled()).toBe(true);
      await page.getByLabel("Search").fill("no such run");
      await page.getByText("No run matches “no such run”.").waitFor();
      await page.getByLabel("Search").fill("222");
      await page.reload();
      await rows(page).first().waitFor();
      expect(await page.getByLabel("Search").inputValue()).toBe("222");
      expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
      await page.getByText("Compare 2 runs").click();
      await page.locator("tr.query").first().waitFor();
      // The older one is the baseline; its gold has changed since, which is reported.
      expect(await page.locator(".crumb").innerText()).toMatch(/against\s.*baseline/s);
      expect(await textOf(page)).toContain("gold.jsonl has changed since");
      await page.goBack();
      await expect.poll(() => page.getByRole("checkbox", { checked: true }).count(), PATIENT).toBe(2);
      await page.goForward();

      await page.locator("tr.query").nth(3).click();
      await opened(page).waitFor();
      const [address, question] = [page.url(), await opened(page).innerText()];
      expect(new URL(address).hash).toMatch(/^#q=/);
      await page.reload();
      await opened(page).waitFor();
      expect([page.url(), await opened(page).innerText()]).toEqual([address, question]);
      await page.goBack();
      await opened(page).waitFor({ state: "detached" });
      expect(new URL(page.url()).hash).toBe("");
      expect(await axeFindings(page)).toEqual([]);
    }));

  it("keyboard only, over all pages", async () =>
    dashboard(await harbour(), async (page) => {
      const press = async (...keys: string[]): Promise<void> => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await rows(page).first().waitFor();
      await press("?");
      await page.getByRole("dialog").waitFor();
      // They are for the dialog.
      await press("j", "g", "t");
      await press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect(await page.locator("tr[aria-current]").count()).toBe(0);
      await press("/");
      await page.keyboard.type("first jx?");
      await page.getByText("No run matches").waitFor();
      await press("Escape");
      expect(await rows(page).count()).toBe(9);
      await press("j", "j", "j", "k", "x", "j", "x", "c");
      await page.locator("tr.query").first().waitFor();
      expect(new URL(page.url()).searchParams.getAll("run")).toHaveLength(2);
      await press("j", "j", "Enter");
      await opened(page).waitFor();
      const first = await opened(page).innerText();
      await press("j");
      await page.waitForFunction(
        (old) => !["", old].includes(document.querySelector("h2.question")?.textContent ?? ""),
        first,
      );
      await press("Escape");
      await opened(page).waitFor({ state: "detached" });
      await press("?");
      await page.getByRole("dialog").getByText("next or previous query").waitFor();
      await press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await press("g", "t");
      await page.getByLabel("Question").waitFor();
      await page.keyboard.type("when does the ferry leave?");
      await press("Enter");
      await page.getByRole("region", { name: "Hits of bm25" }).locator("li").first().waitFor();
      await press("Tab");
      expect(new URL(page.url()).searchParams.get("question")).toBe("when does the ferry leave?");
      await page.goBack();
      await expect.poll(() => page.getByLabel("Question").inputValue(), PATIENT).toBe("");
      await page.goBack();
      await page.locator("tr.query").first().waitFor();
      await press("g", "r");
      await rows(page).first().waitFor();
      await press("j", "Enter");
      await page.locator("tr.query").first().waitFor();
      expect(new URL(page.url()).searchParams.getAll("run")).toHaveLength(1);
      await page.goBack();
      await rows(page).first().waitFor();
      await page.goForward();
      await page.locator("tr.query").first().waitFor();
    }));

  it("a note is written, kept and removed; hostile text stays text", async () => {
    const project = await harbour();
    const noteOf = (): string => {
      try {
        return readFileSync(join(project.folder, ".goldie/runs", project.runs().at(-1)!, "note.txt"), "utf8");
      } catch {
        return "";
      }
    };
    await dashboard(project, async (page) => {
      const row = rows(page).first();
      const add = row.getByRole("button", { name: "Add note" });
      await add.focus();
      await page.keyboard.press("Enter");
      await page.keyboard.type("jkx?/ not kept");
      await page.keyboard.press("Escape");
      await add.waitFor();
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Add note");
      expect(await page.locator("tr[aria-current]").count()).toBe(0);
      await page.keyboard.press("Enter");
      await row.getByRole("textbox").fill(HOSTILE);
      await page.keyboard.press("Enter");
      await row.getByText(HOSTILE).waitFor();
      expect(noteOf().trimEnd()).toBe(HOSTILE);
      await page.reload();
      await row.getByText(HOSTILE).waitFor();
      expect(await page.locator(".trends rect title").last().textContent()).toContain(HOSTILE);
      await page.getByLabel("Search").fill("onerror");
      expect(await rows(page).count()).toBe(2);
      await row.getByRole("button", { name: "Edit the note" }).click();
      await row.getByRole("textbox").fill("");
      await row.getByRole("button", { name: "Save" }).click();
      await page.getByText("No run matches").waitFor();
      expect(noteOf().trimEnd()).toBe("");
    });
  });

  it("Try it: the lists of the config's retrievers side by side, with what failed", async () =>
    dashboard(await harbour(), async (page) => {
      await page.getByRole("link", { name: "Try it" }).click();
      await page.getByLabel("Question").fill("when does the ferry leave?");
      await page.getByLabel("Hits").fill("3");
      await page.getByRole("button", { name: "Ask" }).click();
      const hits = page.getByRole("region", { name: "Hits of bm25" }).locator("li");
      await hits.first().waitFor();
      expect(await hits.count()).toBe(3);
      expect(await hits.first().locator("mark").first().textContent()).toMatch(/ferry|leave/);
      const failed = page.getByRole("region", { name: "Hits of files" });
      expect(await failed.textContent()).toMatch(/Failed: some\.jsonl has no hits/);
      expect(await failed.textContent()).not.toContain("miss");
      const before = await textOf(page);
      await page.reload();
      await hits.first().waitFor();
      // The times are others.
      const timeless = (text: string): string => text.replace(/[\d.]+ ms/g, "");
      expect(timeless(await textOf(page))).toBe(timeless(before));
      expect(await axeFindings(page)).toEqual([]);
    }));

  it("what runs now is shown as it goes, and the list is read again", async () => {
    const project = await harbour();
    await dashboard(project, async (page) => {
      await rows(page).first().waitFor();
      let now = 0;
      const teller = tellProgress({
        folder: project.folder,
        what: "run",
        now: () => now,
        date: () => new Date(Date.UTC(2026, 4, 20)),
      });
      const step = (done: number): void => {
        now += 2000;
        teller.step({ detail: `bm25 ${HOSTILE}`, done, total: 2000, failed: done === 1500 ? 2 : 0 });
      };
      step(500);
      await page.getByText("500 of 2,000").waitFor();
      expect(await page.locator(".running").innerText()).toContain(HOSTILE);
      expect(await page.getByRole("progressbar").getAttribute("value")).toBe("500");
      step(1500);
      await page.getByText("1,500 of 2,000 · ! 2 failed").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      project.copy(project.runs().at(-1)!, "20260521-000000-000-cccc", {
        created: "2026-05-21T00:00:00.000Z",
      });
      await teller.end();
      await page.locator(".running").waitFor({ state: "detached" });
      await rows(page).nth(10).waitFor();
      expect(await rows(page).count()).toBe(11);
    });
  });

  it("an empty project; one question, one run", async () => {
    await dashboard(createProject(), async (page) => {
      await page.getByRole("heading", { name: "No runs yet" }).waitFor();
      expect(await page.getByRole("link", { name: "Try it" }).count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(new URL("/try", page.url()).href);
      await page.getByText("There is no such page.").waitFor();
    });
    const project = createProject();
    project.write("gold.jsonl", [{ id: "q", query: "where?", relevant: ["a"] }]);
    project.write("run.jsonl", [{ id: "q", hits: [{ id: "b" }, { id: "a" }] }]);
    project.write("goldie.config.json", {
      gold: "gold.jsonl",
      metrics: ["rr"],
      retrievers: { files: { type: "run", file: "run.jsonl" } },
    });
    await project.goldie("run", "--quiet");
    await dashboard(project, async (page) => {
      await rows(page).getByRole("link", { name: "files" }).click();
      await page.getByText("where?").first().waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await opened(page).waitFor();
      expect(await page.getByRole("region", { name: "Hits of files" }).locator("li").count()).toBe(2);
    });
  });

  it("files of the command line are opened side by side, and listed", async () =>
    dashboard(
      createProject("examples/harbour"),
      async (page) => {
        await page.locator("tr.query").first().waitFor();
        expect(await page.locator(".crumb").innerText()).toMatch(/prefix\s.*against\s.*overlap/s);
        await page.getByRole("link", { name: "Runs" }).click();
        await rows(page).first().waitFor();
        expect(await rows(page).locator("th").allTextContents()).toEqual(["overlap", "prefix"]);
        expect(await page.getByRole("heading", { name: "Trends" }).count()).toBe(0);
      },
      {},
      ["gold.jsonl", "overlap.jsonl", "prefix.jsonl"],
    ));

  it("200 runs of 20,000 queries: few rows in the page, and any query opens", async () =>
    dashboard(await large(), async (page) => {
      await rows(page).nth(199).waitFor();
      expect(await page.locator(".trends figure").first().locator("circle").count()).toBe(60);
      await page.getByText("the 60 newest of 200").waitFor();
      expect(await page.getByText("Across a gap").count()).toBe(0);
      await rows(page).first().getByRole("link").click();
      await page.locator("tr.query").first().waitFor();
      expect(await page.locator("tr.query").count()).toBeLessThan(100);
      await page.getByRole("grid").focus();
      for (const key of ["End", "Enter"]) await page.keyboard.press(key);
      await opened(page).waitFor();
      expect(await page.getByText("20,000 of 20,000", { exact: true }).count()).toBe(1);
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.keyboard.type("query 19876");
      await page.getByText("1 of 20,000").waitFor();
      await page.keyboard.press("Escape");
      expect(await page.locator("tr.query").count()).toBeLessThan(100);
      expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(4000);
    }));

  it("hostile, right-to-left, CJK and very long texts on a phone, in the dark: all are texts, and nothing is wider than the page", async () =>
    dashboard(
      await odd(),
      async (page) => {
        const calm = async (name: string): Promise<void> => {
          expect([name, await scrollsSideways(page)]).toEqual([name, false]);
          expect([name, await axeFindings(page)]).toEqual([name, []]);
          expect([name, await hacked(page)]).toEqual([name, undefined]);
        };
        await rows(page).first().waitFor();
        expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
          "rgb(21, 24, 27)",
        );
        for (const text of [HOSTILE, NAME]) expect(await textOf(page)).toContain(text);
        await calm("runs");
        for (const at of [0, 1]) await rows(page).nth(at).getByRole("checkbox").check();
        await page.getByText("Compare 2 runs").click();
        await page.locator("tr.query").first().waitFor();
        await calm("compare");
        const failures: string[] = [];
        for (let i = 0; i < 6; i++) {
          await page.locator("tr.query").nth(i).click();
          await opened(page).waitFor();
          if (i === 0) await calm("query");
          expect([i, await scrollsSideways(page)]).toEqual([i, false]);
          failures.push(...(await page.locator(".no-hits.failed").allInnerTexts()));
          await page.getByRole("button", { name: "Close" }).click();
        }
        // As seen from the project.
        expect(failures).toHaveLength(4);
        for (const text of failures) expect(text).toMatch(/^! Failed: run\.jsonl has no hits/);
        await page.goto(
          new URL(`/try?${new URLSearchParams({ question: `${HOSTILE} العبّارة` })}`, page.url()).href,
        );
        // A link asks nobody: retrievers may cost money.
        await page.getByRole("button", { name: "Ask" }).waitFor();
        expect(await page.getByLabel("Question").inputValue()).toContain(HOSTILE);
        expect(await page.locator(".list, .loading").count()).toBe(0);
        await page.getByRole("button", { name: "Ask" }).click();
        await page.locator(".list li").first().waitFor();
        expect(await page.locator(".list").first().innerText()).toContain("<script>");
        await calm("try");
      },
      PHONE,
    ));

  it("light and dark, wide and narrow: pages of a project fit", async () =>
    dashboard(
      await harbour(),
      async (page) => {
        const fits = async (): Promise<void> => expect(await scrollsSideways(page), page.url()).toBe(false);
        await rows(page).first().waitFor();
        const groundIn = async (colorScheme: "light" | "dark"): Promise<unknown> => {
          await page.emulateMedia({ colorScheme });
          return page.evaluate("getComputedStyle(document.body).backgroundColor");
        };
        expect([await groundIn("light"), await groundIn("dark")]).toEqual([
          "rgb(255, 255, 255)",
          "rgb(21, 24, 27)",
        ]);
        expect(await axeFindings(page)).toEqual([]);
        await fits();
        await rows(page).first().getByRole("link").click();
        await page.locator("tr.query").first().waitFor();
        await fits();
        await page.locator("tr.query").first().click();
        await opened(page).waitFor();
        await fits();
        await page.goto(new URL("/nothing", page.url()).href);
        await page.getByText("There is no such page.").waitFor();
        // Of a refused request the browser itself writes on the console.
        const other = await page.context().newPage();
        await other.goto(new URL("/view?run=20200101-000000-000-abcd%2Fbm25", page.url()).href);
        expect(await other.getByRole("alert").innerText()).toMatch(/20200101-000000-000-abcd/);
      },
      { viewport: { width: 390, height: 844 } },
    ));
});
