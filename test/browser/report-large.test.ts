/**
 * What lets a large report show its summary at once: it is markup ahead of every script, small, and needs nothing else.
 * `npm run bench` measures the first paint.
 */
import { expect, test } from "vitest";
import { writePage } from "../../src/reports/html/write-page.ts";
import { many } from "./_views.ts";

test("5,000 queries × 2: under 15 MB, with the summary in the first part of the file", () => {
  const { view, queries } = many(5000);
  const html = [...writePage(view, (at) => queries[at]!)].join("");
  expect(Buffer.byteLength(html)).toBeLessThan(15e6);
  const before = html.slice(0, html.indexOf("<script"));
  expect(before).toContain("<h1");
  for (const { name } of view.metrics) expect(before).toContain(name);
  expect(before).toContain("<svg");
  // Neither a mark for each query nor a row for each: what is drawn before the script stays small.
  expect(before.match(/<tr/g)!.length).toBeLessThan(200);
  expect(before.length).toBeLessThan(1e6);
  // Nothing that the browser would have to wait for.
  expect(before).not.toMatch(/<link|@import|url\((?!["']?(?:data:|#))|src=/);
});
