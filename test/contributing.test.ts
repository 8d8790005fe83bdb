import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withMap } from "../scripts/_map/render.ts";
import { returnsOf, traceWays } from "../scripts/_map/ways.ts";
import { root } from "../scripts/_prepare.mjs";
import { allowed, centre } from "./architecture.table.ts";

const path = join(root, "CONTRIBUTING.md");
const MARKED = /(<!-- imports: start -->\n)[\s\S]*?(<!-- imports: end -->)/;

/** The table of imports, as Markdown. */
function importsTable(table: typeof allowed): string {
  const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
  const cell = (may: readonly string[] | "*"): string => {
    if (may === "*") return "everything";
    if (may.length === 0) return "nothing";
    const beside = may.filter((name) => !(centre as readonly string[]).includes(name));
    return may.length - beside.length < centre.length
      ? names(may)
      : ["the centre", ...beside.map((name) => `\`${name}\``)].join(", ");
  };
  return [
    `The centre is ${names(centre)}.`,
    "",
    "| part of `src/` | may import |",
    "|---|---|",
    ...Object.entries(table).map(([part, may]) => `| \`${part}\` | ${cell(may)} |`),
    "",
  ].join("\n");
}

const withTable = (text: string, table = allowed): string =>
  text.replace(MARKED, (_, start, end) => `${start}${importsTable(table)}${end}`);

test("CONTRIBUTING.md shows the table of imports (UPDATE=1 writes it)", () => {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(MARKED);
  const right = withTable(text);
  if (process.env["UPDATE"] === "1" && right !== text) writeFileSync(path, right);
  else expect(text).toBe(right);
});

test("a table that has changed is noticed", () => {
  const text = withTable(readFileSync(path, "utf8"));
  expect(withTable(text)).toBe(text);
  expect(withTable(text, { ...allowed, core: ["metrics"] })).toContain("| `core` | `metrics` |");
  expect(withTable(text, { ...allowed, helpers: [] })).not.toBe(text);
});

describe("the map", async () => {
  const ways = await traceWays();

  test("is what the runs do (UPDATE=1, or `npm run map`, writes it)", () => {
    const text = readFileSync(path, "utf8");
    const right = withMap(text, ways);
    if (process.env["UPDATE"] === "1" && right !== text) writeFileSync(path, right);
    else expect(text).toBe(right);
  });
  test("names files that are called, in their order, and none that are only loaded", () => {
    const files = ways.map(({ steps }) => steps.map(({ file }) => file));
    const [evaluated, judged, library] = files as [string[], string[], string[]];
    expect(evaluated.slice(0, 3)).toEqual(["src/cli/effects.ts", "src/cli/_out.ts", "src/cli/main.ts"]);
    expect(evaluated).toContain("src/formats/trec-run.ts");
    expect(evaluated.indexOf("src/metrics/ndcg.ts")).toBeGreaterThan(
      evaluated.indexOf("src/evaluate/join/join.ts"),
    );
    expect(judged).toContain("src/judges/judge.ts");
    expect(library[0]).toBe("src/evaluate/evaluate.ts");
    // Loaded with the others, and not asked for it; defineMetric is called while they load.
    expect(library).not.toContain("src/metrics/rbp.ts");
    expect(library).not.toContain("src/core/define-metric.ts");
    for (const list of files) expect(new Set(list).size).toBe(list.length);
  });
  test("a way that comes back is noticed", () => {
    const [json, engine, trec] = ["src/formats/json/a.ts", "src/engine/b.ts", "src/formats/c.ts"] as const;
    const back = (...list: (readonly [file: string, ...callers: string[]])[]) => {
      const steps = list.map(([file, ...callers]) => ({ file, name: "f", callers }));
      const found = returnsOf({ title: "", steps });
      return [found.back.map(({ file }) => file), found.again.map(({ file }) => file)];
    };
    expect(back([json], [trec, json], [engine, trec])).toEqual([[], []]);
    expect(back([json], [engine, json], [trec, engine])).toEqual([[trec], []]);
    // Whoever called another folder goes on with its own.
    expect(back([json], [engine, json], [trec, json])).toEqual([[], []]);
    // From before both: no step back, but the folder is entered twice.
    const main = "src/cli/main.ts";
    expect(back([main], [json, main], [engine, main], [trec, main])).toEqual([[], [trec]]);
    // Tools stand for whoever uses them.
    expect(back([json], ["src/core/x.ts", json], [engine, json], [trec, "src/core/x.ts", engine])).toEqual([
      [trec],
      [],
    ]);
    const [join, plan] = ["src/evaluate/join/a.ts", "src/evaluate/plan/b.ts"] as const;
    expect(back([plan], [join, plan], ["src/evaluate/plan/c.ts", join])).toEqual([
      ["src/evaluate/plan/c.ts"],
      [],
    ]);
  });
});

test("every script that CONTRIBUTING.md names is one, and every script is named", () => {
  const named = [...readFileSync(path, "utf8").matchAll(/`(?:UPDATE=1 )?npm (?:run )?([a-z:]+)/g)].map(
    ([, name]) => name!,
  );
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  // What `npm test` and `npm run demo` do by themselves needs no mention.
  const parts = ["lint", "types", "build"];
  expect(Object.keys(scripts).filter((name) => !named.includes(name) && !parts.includes(name))).toEqual([]);
});
