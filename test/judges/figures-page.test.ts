/** The table of the embedded judge's page is what `npm run judge:bench` prints. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { regionIn, withRegion } from "../../scripts/_docs/regions.ts";
import { hasData } from "../../scripts/_judge/data.ts";
import { judgeFigures, markdown } from "../../scripts/_judge/report.ts";

const page = new URL("../../docs/guide/embedded-judge.md", import.meta.url);
const data = fileURLToPath(new URL("../../../shared/data/judge/", import.meta.url));

it("has tables", () => {
  expect(regionIn(readFileSync(page, "utf8"), "judge-bench")).toMatch(/^\| claims \|/m);
});

it.skipIf(!hasData(data))(
  "its table is that of a run (skipped without ../shared/data/judge)",
  () => {
    const text = readFileSync(page, "utf8");
    const printed = `\n${markdown(judgeFigures(data, "report"))}\n`;
    if (process.env["UPDATE"] === "1") writeFileSync(page, withRegion(text, "judge-bench", printed));
    else expect(regionIn(text, "judge-bench")).toBe(printed.trim());
  },
  300_000,
);
