/**
 * `npm run screenshots`: the pictures of docs/images, from the bundled example and the build.
 * Ends with 2 where there is no Chromium.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Locator, type Page } from "playwright-core";
import { CHROMIUM_ARGS, chromiumPath } from "./_chromium.mjs";
import { root, runNode } from "./_prepare.mjs";
import { sizeOf, withPalette } from "./_screenshots/palette-png.ts";
import { createProject, goldie, serving } from "./_screenshots/project.ts";

const executablePath = chromiumPath();
if (executablePath === undefined) {
  console.error("no chromium on PATH: no screenshots were made");
  process.exit(2);
}

const WIDTH = 1280;
const images = join(root, "docs/images");
mkdirSync(images, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), "goldie-screenshots-"));
// Pages show its name.
const folder = join(temporary, "harbour");
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
try {
  const runs = createProject(folder);
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: 1200 },
    colorScheme: "light",
    reducedMotion: "reduce",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  // The page that the README's own command writes.
  if (!runNode("examples/demo.mjs")) throw new Error("npm run demo failed");
  await page.goto(pathToFileURL(join(root, "reports/demo.html")).href);
  await page.locator(".queries").waitFor();
  const slices = await page.getByRole("heading", { name: "Slices" }).boundingBox();
  await picture(page, "report", Math.floor(slices!.y) - 24);
  const files = ["gold.jsonl", "prefix.jsonl", "overlap.jsonl", "--corpus", "corpus.jsonl", "--quiet"];
  goldie(folder, "report", ...files);
  await page.goto(`${pathToFileURL(join(folder, "report.html")).href}#q=q16`);
  await page.locator(".question").waitFor();
  await picture(page, "query", 1040, page.locator(".query-page"));

  await serving(folder, ["view"], async (url) => {
    await page.goto(url);
    await page.locator(".runs-table").waitFor();
    await picture(page, "dashboard", 936);
    const { origin } = new URL(url);
    const of = (run: string): string => `run=${encodeURIComponent(`${run}/bm25`)}`;
    await page.goto(`${origin}/view?${of(runs.at(-3)!)}&${of(runs.at(-1)!)}`);
    await page.locator(".queries").waitFor();
    await picture(page, "compare", 880);
  });
  await serving(folder, ["label", ...files, "--by", "Ada"], async (url) => {
    await page.goto(url);
    await page.locator(".label-choices").waitFor();
    await picture(page, "label", 690);
  });
} finally {
  await browser.close();
  rmSync(temporary, { recursive: true });
}

/** The top of the page, or of a part of it. */
async function picture(page: Page, name: string, height: number, part?: Locator): Promise<void> {
  await page.evaluate("document.fonts.ready");
  const box = (await part?.boundingBox()) ?? { x: 0, y: 0, width: WIDTH, height };
  const scrolled = part === undefined ? 0 : Number(await page.evaluate("scrollY"));
  const clip = { ...box, y: box.y + scrolled, height: Math.min(box.height, height) };
  const png = withPalette(await page.screenshot({ clip, fullPage: true }));
  writeFileSync(join(images, `${name}.png`), png);
  const { width, height: high } = sizeOf(png);
  console.log(`docs/images/${name}.png  ${width} × ${high}, ${Math.ceil(png.length / 1000)} kB`);
}
