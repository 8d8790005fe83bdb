/** A CommonJS project can require the package as npm would install it. */
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { npm, prepare, root } from "../scripts/_prepare.mjs";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Vitest cannot be required, and Jest's entry is CommonJS itself: test/testing/ has projects of both. */
const elsewhere = ["./vitest", "./jest", "./package.json"];
const entries = Object.keys(manifest.exports).filter((entry) => !elsewhere.includes(entry));

let project: string;

beforeAll(() => {
  prepare();
  project = mkdtempSync(join(tmpdir(), "goldie-require-"));
  const packed = npm(["pack", "--pack-destination", project], { encoding: "utf8" });
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  const tarball = readdirSync(project).find((name) => name.endsWith(".tgz"))!;
  const installed = join(project, "node_modules", manifest.name);
  mkdirSync(installed, { recursive: true });
  const unpacked = spawnSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed], {
    cwd: project,
    encoding: "utf8",
  });
  if (unpacked.status !== 0) throw new Error(`tar failed: ${unpacked.stderr}`);
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link, "junction");
  }
}, 180_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

function runCjs(code: string) {
  writeFileSync(join(project, "app.cjs"), code);
  return spawnSync(process.execPath, ["app.cjs"], { cwd: project, encoding: "utf8" });
}

describe('require("goldie") from CommonJS', () => {
  test("scores a run", () => {
    const { stdout, stderr, status } = runCjs(`
      const { evaluate } = require("goldie");
      const result = evaluate({ gold: { q1: ["a", "b"] }, run: { q1: ["x", "a"] }, metrics: ["recall@5"] });
      console.log(JSON.stringify(result.score("q1", "recall@5")));
    `);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(JSON.parse(stdout)).toEqual({ status: "scored", value: 0.5 });
  });

  test.each(entries)("entry %s has the same names as with import", (entry) => {
    const name = manifest.name + entry.slice(1);
    const { stdout, stderr, status } = runCjs(`
      const required = Object.keys(require("${name}"));
      import("${name}").then((imported) =>
        console.log(JSON.stringify([required.sort(), Object.keys(imported).sort()])));
    `);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const [required, imported] = JSON.parse(stdout);
    expect(required.length).toBeGreaterThan(0);
    expect(required).toEqual(imported);
  });

  test("a name that is not exported would be noticed", () => {
    expect(runCjs(`require("goldie/nothing");`).status).not.toBe(0);
  });
});
