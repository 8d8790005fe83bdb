// `npm run parity [-- FOLDER] [--json] [--show N]`: what other tools printed, cell by cell, against what we say.
// --show N: N wrong cells of each kind below the table; --json has them all.
// Exit code 0: every cell is equal or a chosen difference; 1: a cell is wrong; 2: wrong use, or no tables.
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Cell, printTable, tally, total } from "../test/parity/_cells.ts";
import { cellsOf, type Suite, type Tables, tablesIn } from "../test/parity/_tables.ts";
import { suites } from "../test/parity/suites.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

function refuse(why: string): never {
  console.error(`parity: ${why}\nusage: npm run parity [-- FOLDER] [--json] [--show N]`);
  process.exit(2);
}

function readArguments() {
  try {
    const options = { json: { type: "boolean" }, show: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const show = Number(values.show ?? 0);
    if (!Number.isSafeInteger(show) || show < 0) refuse(`--show ${values.show} is not a number of cells`);
    if (positionals.length > 1) refuse(`one folder, not ${positionals.length}`);
    return {
      folder: resolve(positionals[0] ?? join(root, "../shared/parity")),
      json: values.json ?? false,
      show,
    };
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** The suites whose tables are there; a table that is not is named, and no more. */
function readSuites(folder: string): { suite: Suite; tables: Tables }[] {
  const found = suites.filter((suite) =>
    [suite.inputs, ...Object.keys(suite.readers)].some((name) =>
      existsSync(join(folder, suite.folder, `${name}.json`)),
    ),
  );
  const where = relative(process.cwd(), folder) || ".";
  if (found.length === 0)
    refuse(
      `there are no parity tables in ${where}, nor in its folder ${suites
        .map((s) => s.folder)
        .filter((name) => name !== ".")
        .join(" or ")}`,
    );
  return found.map((suite) => {
    const tables = tablesIn(join(folder, suite.folder));
    const isAbsent = (name: string): boolean => {
      try {
        return tables(name) === undefined;
      } catch (error) {
        return refuse(`cannot read ${join(where, suite.folder, name)}.json: ${(error as Error).message}`);
      }
    };
    const names = Object.keys(suite.readers);
    const absent = names.filter(isAbsent);
    if (isAbsent(suite.inputs)) refuse(`${join(where, suite.folder)} has no ${suite.inputs}.json`);
    if (absent.length === names.length)
      refuse(`${join(where, suite.folder)} has none of ${names.map((name) => `${name}.json`).join(", ")}`);
    for (const name of absent)
      console.error(`not checked: there is no ${join(where, suite.folder, name)}.json`);
    return { suite, tables };
  });
}

/** At most n wrong cells of every tool and place; a number in the place does not make it another one. */
function firstOfEachKind(cells: readonly Cell[], n: number): Cell[] {
  const seen = new Map<string, number>();
  return cells.filter(({ tool, where }) => {
    const kind = `${tool} ${where.replace(/\d+/g, "#")}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return seen.get(kind)! <= n;
  });
}

const { folder, json, show } = readArguments();
const outcomes = readSuites(folder).map(({ suite, tables }) => {
  const tools = tally(cellsOf(suite, tables));
  return { suite, tools, all: total(tools) };
});

if (json) {
  const bySuite = outcomes.map(({ suite, tools, all }) => [
    suite.folder,
    { tools: Object.fromEntries(tools), total: all, notCovered: suite.notCovered },
  ]);
  const spelled = (_: string, value: unknown) =>
    value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? String(value) : value;
  console.log(JSON.stringify(Object.fromEntries(bySuite), spelled, 2));
} else
  for (const { suite, tools, all } of outcomes) {
    console.log(`${suite.name}, to 1e-12\n\n${printTable(tools)}`);
    for (const { tool, case: where, where: cell, wanted, got } of firstOfEachKind(all.wrongCells, show))
      console.log(`wrong: ${tool}, case ${where}, ${cell}: the tool says ${wanted}, we say ${got}`);
    for (const { table, what, why } of suite.notCovered)
      console.log(`not covered: ${table}.json, ${what}: ${why}`);
  }
process.exitCode = outcomes.some(({ all }) => all.wrong > 0) ? 1 : 0;
