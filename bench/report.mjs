// node bench/report.mjs: `goldie report` of two runs, as a process with its start: TREC-COVID round 1 where ../shared/data has it, and
// 5,000 queries × 2 with texts that are made up. Prints one line of JSON: seconds (the median of three) and bytes of each, and
// where Chromium is on PATH, seconds to the first contentful paint from disk (the median of five).
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, chromiumPath } from "../scripts/_chromium.mjs";
import { random as seeded } from "./_data.mjs";
import { median } from "./_measure.mjs";
import { medians } from "./_processes.mjs";

const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const folder = join(tmpdir(), "goldie-bench-report");
mkdirSync(folder, { recursive: true });

async function measure(what, args) {
  const page = join(folder, "report.html");
  const [seconds] = medians([[program, "report", ...args, "-o", page, "--quiet"]], 3);
  return { what, seconds, bytes: statSync(page).size, paint: await firstPaint(page) };
}

/** undefined where there is no browser. */
async function firstPaint(path) {
  const executablePath = chromiumPath();
  if (executablePath === undefined) return undefined;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const times = [];
    for (let i = 0; i < 5; i++) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(pathToFileURL(path).href);
      times.push(
        await page.evaluate(
          'new Promise((done) => new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").forEach(({ startTime }) => done(startTime / 1000))).observe({ type: "paint", buffered: true }))',
        ),
      );
      await page.context().close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

const covid = fileURLToPath(new URL("../../shared/data/trec-covid/", import.meta.url));
const found = [];
if (existsSync(covid)) {
  const runs = readdirSync(join(covid, "runs"))
    .filter((name) => name.startsWith("round1."))
    .slice(0, 2)
    .map((name) => join(covid, "runs", name));
  found.push(
    await measure("TREC-COVID round 1, two runs", [join(covid, "qrels.covid-round1.txt.gz"), ...runs]),
  );
}
found.push(await measure("5,000 queries × 2, with texts", large(5000)));
console.log(JSON.stringify(found));

/** Gold, two runs and a corpus of made-up words; the paths of the first three, and --corpus. */
function large(queries) {
  const random = seeded(1);
  const word = () => `w${Math.floor(random() ** 2 * 5000).toString(36)}`;
  const words = (n) => Array.from({ length: n }, word).join(" ");
  const docs = Array.from({ length: 20_000 }, (_, i) => ({ id: `d${i}`, title: words(4), text: words(80) }));
  const doc = () => `d${Math.floor(random() * docs.length)}`;
  const rows = Array.from({ length: queries }, (_, i) => ({
    id: `q${i}`,
    query: words(8),
    relevant: [doc(), doc()],
  }));
  const list = ({ id, relevant }) => ({
    id,
    hits: [...new Set([...(random() < 0.5 ? relevant : []), ...Array.from({ length: 10 }, doc)])].map(
      (hit) => ({
        id: hit,
      }),
    ),
  });
  const write = (name, all) => {
    const path = join(folder, name);
    writeFileSync(path, all.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return path;
  };
  return [
    write("gold.jsonl", rows),
    write("a.jsonl", rows.map(list)),
    write("b.jsonl", rows.map(list)),
    "--corpus",
    write("corpus.jsonl", docs),
  ];
}
