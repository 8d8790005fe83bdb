import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { riskyIn } from "../../../test/browser/_markup.ts";
import { HOSTILE, hostile, type MadeView, madeView, oneRun, twoRuns } from "../../../test/browser/_views.ts";
import { embeddedJson, queriesIn } from "./embedded.ts";
import { writePage } from "./write-page.ts";

const pageOf = ({ view, queries }: MadeView, mostBytes?: number): string =>
  [...writePage(view, (place) => queries[place]!, mostBytes === undefined ? {} : { mostBytes })].join("");

const between = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from) + from.length;
  return text.slice(start, text.indexOf(to, start));
};
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function dataOf(page: string): { view: unknown; queries: string } {
  const data = (id: string): string => between(page, `id="${id}">`, "</script>");
  return { view: JSON.parse(data("goldie-view")), queries: data("goldie-queries") };
}

describe("the file", () => {
  const page = pageOf(twoRuns);
  test("allows its own style and script, and nothing else", () => {
    const policy = between(page, 'http-equiv="Content-Security-Policy" content="', '"');
    const style = between(page, "<style>", "</style>");
    const script = between(page.slice(page.lastIndexOf("<script>")), "<script>", "</script>");
    expect(policy).toBe(
      `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    // Before it nothing could be loaded.
    expect(page.indexOf("Content-Security-Policy")).toBeLessThan(page.indexOf("<style>"));
  });
  test("has no style or handler in markup, and no address to load from", () => {
    const markup = between(page, "<body>", '<script type="application/json"');
    expect(riskyIn(markup)).toEqual([]);
    expect(riskyIn('<p title="a>b" onclick="x">')).toEqual(["onclick"]);
    expect(between(page, "<style>", "</style>")).not.toMatch(/@import|url\((?!#)/);
  });
  test("is the same for the same view", () => {
    expect(pageOf(twoRuns) === page).toBe(true);
    expect(/20\d\d-\d\d-\d\d/.test(page)).toBe(false);
  });
  test("has the whole view, and every query", async () => {
    const { view, queries } = dataOf(page);
    expect(view).toEqual(JSON.parse(JSON.stringify(twoRuns.view)));
    const at = queriesIn(queries, twoRuns.view);
    expect(await Promise.all(twoRuns.queries.map((_, i) => at(i)))).toEqual(
      JSON.parse(JSON.stringify(twoRuns.queries)),
    );
    // Opened before, so at once.
    expect(at(7)).toEqual(JSON.parse(JSON.stringify(twoRuns.queries[7])));
    expect(at(twoRuns.queries.length)).toBeUndefined();
  });
  test("shows the queries that changed most without a script", () => {
    const table = between(page, '<section class="first-queries">', "</section>");
    const ids = [...table.matchAll(/title="(q\d+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(20);
    for (const { query } of twoRuns.view.pairs[0]!.moved.slice(0, 4)) expect(ids).toContain(query);
    expect(pageOf(oneRun).includes("Lowest recall@5 first.")).toBe(true);
  });
});

describe("hostile texts", () => {
  const page = pageOf(hostile);
  test("are nowhere in the file as they are", () => {
    expect(page.includes(HOSTILE)).toBe(false);
    for (const part of ["<script>window", "<img src", "<svg/onload"])
      expect(page.includes(part), part).toBe(false);
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(page.match(/<\/script/g)).toHaveLength(3);
  });
  test("come back from the data as they were", async () => {
    const { view, queries } = dataOf(page);
    expect(view).toEqual(JSON.parse(JSON.stringify(hostile.view)));
    expect(await queriesIn(queries, hostile.view)(3)).toEqual(JSON.parse(JSON.stringify(hostile.queries[3])));
  });
  test("end neither a line nor a script", () => {
    const text = embeddedJson({ text: "</script>\n<!--\u2028\u2029" });
    expect(text).toBe('{"text":"\\u003c/script>\\n\\u003c!--\\u2028\\u2029"}');
  });
});

describe("a bound on the size", () => {
  const made = madeView({ runs: ["a", "b"], queries: 400 });
  const whole = pageOf(made);
  const bound = 750_000;
  const page = pageOf(made, bound);
  test("is kept, and what was left out is said", () => {
    expect(Buffer.byteLength(page)).toBeLessThan(bound);
    expect(/Ranked lists of \d+ of 400 queries were left out/.test(page)).toBe(true);
    expect(whole.includes("Ranked lists of")).toBe(false);
  });
  test("queries that changed most keep their lists; all keep their scores", async () => {
    const { view, queries } = dataOf(page);
    expect((view as typeof made.view).queries).toEqual(JSON.parse(JSON.stringify(made.view.queries)));
    const at = queriesIn(queries, made.view);
    const found = await Promise.all(made.queries.map((_, i) => at(i)));
    const left = found.filter((query) => query === undefined).length;
    expect(page.includes(`Ranked lists of ${left} of 400 queries were left out`)).toBe(true);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(400);
    for (const { query } of made.view.pairs[0]!.moved)
      expect(found[made.view.queries.ids.indexOf(query)]?.id).toBe(query);
  });
  test("counts bytes, not characters", () => {
    const wide = { ...made, queries: made.queries.map((query) => ({ ...query, answer: "港".repeat(700) })) };
    expect(Buffer.byteLength(pageOf(wide, bound))).toBeLessThan(bound);
  });
});
