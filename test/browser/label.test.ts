/** The label page in a real browser: keyboard only, two at once, off line, hostile texts. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import { labelAssets } from "../../src/dashboard/label-assets.ts";
import { createClaimDesk } from "../../src/dashboard/label-claims.ts";
import type { LabelDesk } from "../../src/dashboard/label-desk.ts";
import { labelData, labelRoutes } from "../../src/dashboard/label-routes.ts";
import { dashboardProblem } from "../../src/dashboard/problems.ts";
import { writeTrouble } from "../../src/files/write-trouble.ts";
import type { LabelLine } from "../../src/store/labels.ts";
import { type Running, withDashboard } from "../dashboard/_dashboard.ts";
import { type OpenDesk, type SmallLabelling, smallLabelling, withDesk } from "../dashboard/_label-desk.ts";
import { axeFindings, describeInBrowser, expectNoTrouble, scrollsSideways } from "./_browser.ts";

const HOSTILE = `</script><script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1">'"&\u202e😀`;

interface Served extends OpenDesk {
  readonly url: string;
  readonly running: Running;
}

/** A real server on a real desk, which refuses an act where `refuse` says why. */
const served = (
  given: SmallLabelling,
  use: (served: Served) => Promise<void>,
  refuse: () => GoldieError | undefined = () => undefined,
): Promise<void> =>
  withDesk(given, (open) => {
    const desk: LabelDesk = {
      ...open.desk,
      act: (act, n) => {
        const refusal = refuse();
        if (refusal !== undefined) throw refusal;
        return open.desk.act(act, n);
      },
    };
    return withDashboard(
      (running) => use({ ...open, url: running.dashboard.url, running }),
      labelData({ name: "harbour", goldie: "0.0.0" }),
      { assets: labelAssets, more: labelRoutes(desk) },
    );
  });

const linesOf = async (path: string): Promise<LabelLine[]> =>
  (await readFile(path, "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LabelLine);

/** Opens the page and gives a name, with the keyboard. */
async function begin(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("heading", { name: "Who is labelling?" }).waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await page.locator("#question").waitFor();
}

const labelled = (page: Page, count: number): Promise<void> =>
  page.getByText(new RegExp(`^${count} of \\d+ hits labelled`)).waitFor();
const thing = (page: Page): Promise<string | null> => page.locator(".label-document .id").textContent();
const heading = (page: Page): Promise<string | null> => page.locator("#question").textContent();
const shown = async (page: Page): Promise<string> => `${await heading(page)} ${await thing(page)}`;

describeInBrowser("label page", (open) => {
  it("keyboard only: name, grades, comment, skip, undo, to the end", () =>
    served(smallLabelling(3), async ({ url, path, pool }) => {
      const { page, trouble } = await open();
      await begin(page, url, "ann");
      const first = await shown(page);
      await page.keyboard.press("2");
      await labelled(page, 1);
      await page.keyboard.press("u");
      await labelled(page, 0);
      expect(await shown(page)).toBe(first);
      await page.keyboard.press("c");
      await page.keyboard.type("not 3, s or u");
      await page.keyboard.press("Enter");
      await page.keyboard.press("3");
      await labelled(page, 1);
      expect(await shown(page)).not.toBe(first);
      await page.keyboard.press("s");
      const marked = new Set<string>();
      for (let left = pool.hits.length - 2; left > 0; left--) {
        for (const word of await page.locator("mark").allTextContents()) marked.add(word);
        const before = await shown(page);
        await page.keyboard.press("1");
        if (left > 1)
          await page.waitForFunction(
            (old) =>
              `${document.querySelector("#question")?.textContent} ${document.querySelector(".label-document .id")?.textContent}` !==
              old,
            before,
          );
      }
      expect(marked).toContain("ferry");
      await page.getByRole("heading", { name: "Nothing left to label" }).waitFor();
      await labelled(page, pool.hits.length - 1);
      const lines = await linesOf(path);
      expect(lines).toHaveLength(pool.hits.length + 2);
      expect(lines[2]).toMatchObject({ grade: 3, by: "ann", comment: "not 3, s or u" });
      expect(lines[3]).toMatchObject({ skip: true });
      expect(lines.filter((line) => line.comment !== undefined)).toHaveLength(1);
      expectNoTrouble(trouble);
    }));

  it("scores, verdict and what is open follow each label; at the end it is settled", () =>
    served(smallLabelling(4), async ({ url, desk, pool }) => {
      const { page, trouble } = await open();
      await begin(page, url, "ann");
      const cells = () => page.locator(".label-side tbody tr td:nth-child(2)").allTextContents();
      const before = await cells();
      for (let i = 1; i <= pool.hits.length; i++) {
        await page.keyboard.press(i % 2 === 0 ? "0" : "3");
        await labelled(page, i);
      }
      await page.getByText("Settled: more labels cannot change the verdict.").waitFor();
      const { runs, settled } = await desk.progress();
      expect(settled).toBe(true);
      const after = await cells();
      expect(after).not.toEqual(before);
      expect(after).toEqual(runs.map(({ mean }) => mean.mean!.toFixed(3)));
      await page.getByText("0 % of the range at the start is still open.").waitFor();
      expectNoTrouble(trouble);
    }));

  it("two browsers at once lose no label", () =>
    served(smallLabelling(8), async ({ url, path, pool }) => {
      const both = await Promise.all([open(), open()]);
      await Promise.all(both.map(({ page }, i) => begin(page, url, `annotator ${i}`)));
      // As fast as the keys go: nothing waits for the server.
      await Promise.all(
        both.map(async ({ page }, i) => {
          for (let n = 0; n < 4; n++) await page.keyboard.press(String(i));
        }),
      );
      for (const { page } of both)
        await page.waitForFunction(
          () => document.querySelectorAll(".label-annotators li").length === 2,
          undefined,
          { timeout: 15_000 },
        );
      await expect.poll(() => linesOf(path), { timeout: 15_000 }).toHaveLength(8);
      const lines = await linesOf(path);
      for (const i of [0, 1])
        expect(lines.filter((line) => line.by === `annotator ${i}` && line.grade === i)).toHaveLength(4);
      expect(pool.hits.length).toBeGreaterThan(8);
      for (const { trouble } of both) expectNoTrouble(trouble);
    }));

  it("off line: unsaved labels are shown as such, survive a reload and are sent later", () =>
    served(smallLabelling(6), async ({ url, path }) => {
      const { page } = await open();
      await begin(page, url, "ann");
      await page.keyboard.press("1");
      await labelled(page, 1);
      let cut = true;
      await page.route("**/api/label/act", (route) => (cut ? route.abort() : route.continue()));
      await page.keyboard.press("2");
      await page.keyboard.press("3");
      await page.getByText("2 labels are not saved yet").waitFor();
      expect(await linesOf(path)).toHaveLength(1);
      page.on("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText("2 labels are not saved yet").waitFor();
      cut = false;
      await labelled(page, 3);
      expect((await linesOf(path)).map(({ grade }) => grade)).toEqual([1, 2, 3]);
      await page.getByText("not saved yet").waitFor({ state: "detached" });
    }));

  it("a server that is started again keeps its port and loses its sessions: labels wait for the new address", () =>
    withDesk(smallLabelling(6), async ({ desk, path }) => {
      const options = { assets: labelAssets, more: labelRoutes(desk) };
      const data = labelData({ name: "harbour", goldie: "0.0.0" });
      const { page } = await open();
      let port = 0;
      await withDashboard(
        async ({ dashboard }) => {
          port = dashboard.port;
          await begin(page, dashboard.url, "ann");
        },
        data,
        options,
      );
      await page.keyboard.press("3");
      await page.keyboard.press("1");
      await page.getByText("2 labels are not saved yet: the server does not answer").waitFor();
      await withDashboard(
        async ({ dashboard }) => {
          await page.getByText("2 labels are not saved yet: this browser has no session").waitFor();
          page.on("dialog", (dialog) => void dialog.accept());
          await page.goto(dashboard.url);
          await labelled(page, 2);
          expect((await linesOf(path)).map(({ grade }) => grade)).toEqual([3, 1]);
        },
        data,
        { ...options, port, token: "another-token-0123456789", secret: "another-secret-0123456789" },
      );
    }));

  it("a disk that is full: labels wait until it has room, and those of two names stay apart", () => {
    let full = true;
    return served(
      smallLabelling(6),
      async ({ url, path }) => {
        const { page } = await open();
        await begin(page, url, "ann");
        await page.keyboard.press("2");
        await page.getByText("1 label is not saved yet: ").waitFor();
        await page.getByRole("button", { name: "Change name" }).click();
        await page.getByRole("textbox").fill("bob");
        await page.keyboard.press("Enter");
        await page.locator("#question").waitFor();
        await page.keyboard.press("0");
        await page.getByText("1 label is not saved yet: ").waitFor();
        full = false;
        await labelled(page, 1);
        await page.getByRole("button", { name: "Change name" }).click();
        await page.getByRole("textbox").fill("ann");
        await page.keyboard.press("Enter");
        await page.locator(".label-annotators li").nth(1).waitFor();
        expect((await linesOf(path)).map(({ by, grade }) => [by, grade])).toEqual([
          ["bob", 0],
          ["ann", 2],
        ]);
      },
      () => (full ? new GoldieError(writeTrouble("labels.jsonl", { code: "ENOSPC" })) : undefined),
    );
  });

  it("a refused label is named, and the next ones are saved", () => {
    let acts = 0;
    return served(
      smallLabelling(6),
      async ({ url, path }) => {
        const { page } = await open();
        await begin(page, url, "ann");
        await page.keyboard.press("1");
        await page.getByText("A label was not saved:").waitFor();
        await page.keyboard.press("2");
        await labelled(page, 1);
        expect((await linesOf(path)).map(({ grade }) => grade)).toEqual([2]);
        await page.getByRole("button", { name: "Dismiss" }).click();
        await page.getByText("A label was not saved:").waitFor({ state: "detached" });
      },
      () => (acts++ === 0 ? dashboardProblem.error("no-label-item", {}) : undefined),
    );
  });

  it("hostile texts, ids, names and comments are only ever text", () => {
    const id = `${HOSTILE}${"x".repeat(300)}`;
    const hits = [
      { id, text: `${HOSTILE} ferry` },
      { id: "b", text: "خروج 港口 ferry" },
    ];
    return served(
      {
        gold: new Map([
          [HOSTILE, ["a"]],
          ["q2", ["a"]],
        ]),
        runs: [
          { name: HOSTILE, run: new Map([HOSTILE, "q2"].map((query) => [query, hits])) },
          { name: "other", run: new Map([HOSTILE, "q2"].map((query) => [query, [...hits].reverse()])) },
        ],
        words: new Map([[HOSTILE, `${HOSTILE} ferry?`]]),
      },
      async ({ url, desk }) => {
        const { page, trouble } = await open({ viewport: { width: 390, height: 800 } });
        await begin(page, url, `eve ${HOSTILE}`.slice(0, 100));
        const { items } = await desk.next("bob", 20);
        for (const { item } of items)
          await desk.act({ item, by: HOSTILE.slice(0, 90), value: "0", comment: HOSTILE }, 1);
        for (let i = 0; i < items.length; i++) {
          expect(await scrollsSideways(page)).toBe(false);
          await page.keyboard.press("3");
        }
        await page.getByText(`${items.length} conflicts`).click();
        expect(await scrollsSideways(page)).toBe(false);
        expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
        expect(await page.locator("img, .label-page script").count()).toBe(0);
        expectNoTrouble(trouble);
      },
    );
  });

  it("claims: the chunks, the evidence on demand, keys 0 to 2", async () => {
    const lines: LabelLine[] = [];
    const read: LabelLine[] = [];
    const desk = await createClaimDesk({
      records: [
        {
          format: "goldie-judgement@1",
          id: "q1",
          question: "What colour is the ferry?",
          chunks: [
            { id: "p1", text: `It is blue. ${HOSTILE}`, statements: [{ id: "1.1", text: "It is blue." }] },
          ],
          claims: [
            { id: "c1", text: "The ferry is blue.", support: [{ chunk: 0, level: "full", by: ["1.1"] }] },
          ],
          judge: { name: "lexical", version: "1" },
        },
      ],
      file: {
        read: async () => lines.splice(0),
        append: async (line) => {
          lines.push(line);
          read.push(line);
        },
        problem: undefined,
        close: async () => {},
      },
      fileName: "claim-labels.jsonl",
      by: "ann",
      seed: 1,
      exportName: "claims.jsonl",
      now: () => new Date(0),
    });
    await withDashboard(
      async ({ dashboard: { url } }) => {
        const { page, trouble } = await open();
        await page.goto(url);
        await page.locator(".label-claim", { hasText: "The ferry is blue." }).waitFor();
        expect(await page.locator(".label-evidence").count()).toBe(0);
        await page.keyboard.press("e");
        await page.locator(".label-evidence", { hasText: "It is blue." }).waitFor();
        expect(await axeFindings(page)).toEqual([]);
        await page.keyboard.press("2");
        await page.getByRole("heading", { name: "Nothing left to label" }).waitFor();
        await page.getByText("1 of 1 claims labelled").waitFor();
        expect(read).toMatchObject([{ query: "q1", claim: "c1", label: "full", by: "ann" }]);
        expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
        expectNoTrouble(trouble);
      },
      labelData({ name: "harbour", goldie: "0.0.0" }),
      { assets: labelAssets, more: labelRoutes(desk) },
    );
  });

  it.each(["light", "dark"] as const)("axe has no serious findings: %s", (colorScheme) =>
    served(smallLabelling(5), async ({ url, desk }) => {
      const { page, trouble } = await open({ colorScheme });
      await page.goto(url);
      await page.getByRole("heading", { name: "Who is labelling?" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await begin(page, url, "ann");
      const { items } = await desk.next("bob", 3);
      for (const { item } of items) await desk.act({ item, by: "bob", value: "2" }, 1);
      await page.keyboard.press("1");
      await page.locator(".label-annotators li").nth(1).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expectNoTrouble(trouble);
    }),
  );
});
