/** Real Chromium for tests of pages, where it is on PATH (.ci/run installs it); elsewhere these tests are skipped by name. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import { CHROMIUM_ARGS, chromiumPath } from "../../scripts/_chromium.mjs";

const executablePath = chromiumPath();

/** What a page did that it should not: errors on the console, and requests to other origins than its own. */
export interface Trouble {
  readonly errors: string[];
  readonly requests: string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly trouble: Trouble;
}

/** `describe` with a browser that is started once; skipped, with the reason in its name, where there is no Chromium. */
export function describeInBrowser(
  name: string,
  tests: (open: (options?: BrowserContextOptions) => Promise<OpenPage>) => void,
): void {
  if (executablePath === undefined) {
    describe.skip(`${name} (skipped: no chromium on PATH)`, () =>
      tests(() => Promise.reject(new Error("no browser"))));
    return;
  }
  describe(name, () => {
    let browser: Promise<Browser> | undefined;
    afterAll(async () => (await browser)?.close());
    tests(async (options) => {
      browser ??= chromium.launch({ executablePath, args: CHROMIUM_ARGS });
      const context = await (await browser).newContext({
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      const trouble: Trouble = { errors: [], requests: [] };
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") trouble.errors.push(message.text());
      });
      page.on("pageerror", (error) => trouble.errors.push(String(error)));
      page.on("request", (request) => {
        const url = request.url();
        if (url.startsWith("data:") || url.startsWith("blob:")) return;
        const own = page.url() === "about:blank" ? url : page.url();
        if (new URL(url).origin !== new URL(own).origin) trouble.requests.push(url);
      });
      return { page, trouble };
    });
  });
}

export function expectNoTrouble({ errors, requests }: Trouble): void {
  expect(errors, "errors on the console").toEqual([]);
  expect(requests, "requests to other origins").toEqual([]);
}

let axe: Promise<string> | undefined;

/** Serious and critical findings of axe-core, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // evaluate() works under a strict content security policy, a script element does not.
  await page.evaluate(await axe);
  const found = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => ({ id: v.id, impact: v.impact, at: v.nodes.map((n) => n.target.join(' ')).slice(0, 3) })))",
  );
  return (found as { id: string; impact: string; at: string[] }[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, impact, at }) => `${impact} ${id}: ${at.join(", ")}`);
}

/** Is the page wider than the window? */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  ) as Promise<boolean>;
