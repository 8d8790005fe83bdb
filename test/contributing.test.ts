import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
