// Configs as people write them, in real folders.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findConfig } from "../../src/config/find.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Retrieve } from "../../src/core/retriever.ts";
import { nodeFileSystem } from "../../src/files/file-system.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "goldie-config-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const load = (path: string, env: Record<string, string> = {}, cwd = root) =>
  loadConfig(join(root, path), {
    cwd,
    env,
    read: (file) => readFile(file),
    own: { goldie: () => import("../../src/index.ts") },
  });
const refused = (path: string, env?: Record<string, string>) =>
  load(path, env).then(
    () => {
      throw new Error("nothing was thrown");
    },
    (error) => error.problem,
  );

describe("TypeScript", { timeout: 60_000 }, () => {
  const project = {
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    "src/lib/kind.ts": 'export enum Kind { Doc = "doc", Page = "page" }\n',
    "src/search.ts": `import { Kind } from "./lib/kind";
export type Found = { readonly id: string };
export async function search(query: string, k: number): Promise<Found[]> {
  return [{ id: \`\${Kind.Doc}:\${query}\` }, { id: Kind.Page }].slice(0, k) satisfies Found[];
}
`,
    "goldie.config.ts": `import { defineConfig } from "goldie";
import { search } from "@/search";
export default defineConfig({
  gold: "eval/queries.jsonl",
  retrievers: { main: (query, { k }) => search(query, k) },
});
`,
  };

  test("aliases, enums and imports of imports work, and the files it consists of are known", async () => {
    write(project);
    const { config, files, path } = await load("goldie.config.ts");
    expect([path, config.gold]).toEqual(["goldie.config.ts", join("eval", "queries.jsonl")]);
    const main = config.retrievers!["main"] as Retrieve;
    const context = { k: 1, queryId: "q1", signal: new AbortController().signal };
    expect(await main("dogs", context)).toEqual([{ id: "doc:dogs" }]);
    expect([...files].sort()).toEqual(
      ["goldie.config.ts", "src/lib/kind.ts", "src/search.ts"].map((name) => join(root, name)),
    );
  });

  test("changed files are loaded anew, an import of an import too", async () => {
    write(project);
    const first = async () => {
      const main = (await load("goldie.config.ts")).config.retrievers!["main"] as Retrieve;
      return main("x", { k: 1, queryId: "q1", signal: new AbortController().signal });
    };
    expect(await first()).toEqual([{ id: "doc:x" }]);
    write({ "src/lib/kind.ts": 'export enum Kind { Doc = "new", Page = "page" }\n' });
    expect(await first()).toEqual([{ id: "new:x" }]);
  });

  test.each(["mjs", "js", "ts"])("changed files are loaded anew: %s", async (ending) => {
    const config = ending === "ts" ? "goldie.config.ts" : "goldie.config.mjs";
    write({
      "package.json": '{ "type": "module" }',
      [config]: `import { gold } from "./src/gold.${ending}";\nexport default { gold };\n`,
    });
    for (const gold of ["one.jsonl", "two.jsonl"]) {
      write({ [`src/gold.${ending}`]: `export const gold = await Promise.resolve("${gold}");\n` });
      const loaded = await load(config);
      expect(loaded.config).toEqual({ gold });
      expect(loaded.files).toContain(join(root, `src/gold.${ending}`));
    }
  });

  test("packages are loaded by Node, as they are, once", async () => {
    write({
      "node_modules/counter/package.json": '{ "type": "module", "exports": "./index.js" }',
      "node_modules/counter/index.js": "export const id = Symbol();\n",
      "goldie.config.mjs": 'import { id } from "counter";\nexport default { filter: id };\n',
    });
    const [one, two] = [await load("goldie.config.mjs"), await load("goldie.config.mjs")];
    expect(typeof one.config.filter).toBe("symbol");
    expect(two.config.filter).toBe(one.config.filter);
    expect(one.files).toEqual([join(root, "goldie.config.mjs")]);
  });

  test.each([
    ["an import that is not there", 'import "./gone.ts";\nexport default {};\n', "gone"],
    ["an error while it runs", 'throw new Error("no index yet");\n', "no index yet"],
    ["a syntax error", "export default {\n", "config-not-loaded"],
  ])("%s is reported with the file", async (_, text, words) => {
    write({ "goldie.config.ts": text });
    const problem = await refused("goldie.config.ts");
    expect(problem).toMatchObject({ code: "config-not-loaded", at: { file: "goldie.config.ts" } });
    expect(`${problem.what} ${problem.code}`).toContain(words);
    write({ "goldie.config.ts": "export default {};\n" });
    expect((await load("goldie.config.ts")).config).toEqual({});
  });

  test.each([
    [
      "a syntax error",
      "export const a: number = 1;\nexport const search = () => {\n  const x = 1 const y = 2;\n};\n",
      3,
      /: ParseError: Missing semicolon\. \(column 14\)$/,
    ],
    [
      "an error while it runs",
      'export const search = 1;\nconst open = (): never => {\n  throw new Error("no index yet");\n};\nopen();\n',
      3,
      /: no index yet$/,
    ],
  ])("%s in an imported file is reported with that file and its line", async (_, text, line, what) => {
    write({
      "goldie.config.ts":
        'import { search } from "./src/search.ts";\nexport default { retrievers: { search } };\n',
      "src/search.ts": text,
    });
    const problem = await refused("goldie.config.ts");
    expect(problem).toMatchObject({
      code: "config-not-loaded",
      at: { file: join("src", "search.ts"), line },
      what: expect.stringMatching(what),
    });
  });

  test("without a default export, what it exports is named", async () => {
    write({ "goldie.config.ts": "export const config = {};\n" });
    expect(await refused("goldie.config.ts")).toMatchObject({
      code: "config-not-exported",
      what: "the config has no default export; it exports config",
    });
  });
});

test.each([
  ["goldie.config.mjs", 'export default { gold: "g.jsonl" };\r\n'],
  ["goldie.config.mts", 'export default { gold: "g.jsonl" as string };\r\n'],
  ["goldie.config.js", 'module.exports = { gold: "g.jsonl" };\n'],
  ["goldie.config.js", 'export default Promise.resolve({ gold: "g.jsonl" });\n'],
  ["goldie.config.json", '{\r\n  "gold": "g.jsonl"\r\n}\r\n'],
  ["goldie.config.json", '\ufeff{ "gold": "g.jsonl" }'],
])("%s: %j", async (name, text) => {
  write({ [name]: text });
  expect((await load(name)).config).toEqual({ gold: "g.jsonl" });
});

describe("JSON", () => {
  test("variables are filled in, and paths start at the config's folder", async () => {
    write({
      "goldie.config.json": JSON.stringify({
        gold: "eval\\q.jsonl",
        corpus: "docs",
        retrievers: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how variables are written.
          api: { type: "http", url: "http://${HOST}/search" },
          words: { type: "bm25", corpus: "docs" },
          old: { type: "run", file: "runs/old.trec" },
          py: { type: "command", command: "python search.py" },
        },
      }),
    });
    mkdirSync(join(root, "src"));
    const { config, path } = await load("goldie.config.json", { HOST: "h" }, join(root, "src"));
    const up = (file: string): string => join("..", file);
    expect(path).toBe(up("goldie.config.json"));
    expect(config).toEqual({
      gold: process.platform === "win32" ? "..\\eval\\q.jsonl" : "../eval/q.jsonl",
      corpus: up("docs"),
      retrievers: {
        api: { type: "http", url: "http://h/search" },
        words: { type: "bm25", corpus: up("docs") },
        old: { type: "run", file: up("runs/old.trec") },
        py: { type: "command", command: "python search.py", cwd: ".." },
      },
    });
  });

  test("a variable that is not set is named with file and key", async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how variables are written.
    write({ "goldie.config.json": '{ "judge": "${MODEL}" }' });
    expect(await refused("goldie.config.json")).toMatchObject({
      code: "config-variable",
      fields: { name: "MODEL", key: "judge" },
      at: { file: "goldie.config.json" },
    });
  });

  test("a key of the environment is in no message", async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how variables are written.
    write({ "goldie.config.json": '{ "timeout": "${KEY}" }' });
    const problem = await refused("goldie.config.json", { KEY: "s3cret" });
    expect(problem.what).toContain("timeout is");
    expect(JSON.stringify(problem)).not.toContain("s3cret");
  });

  test("broken JSON has its line, with any line ends", async () => {
    write({ "goldie.config.json": '{\r\n  "gold": "g.jsonl",\r\n}\r\n' });
    expect(await refused("goldie.config.json")).toMatchObject({
      code: "config-not-json",
      at: { file: "goldie.config.json", line: 3 },
    });
  });
});

describe("which config", () => {
  const find = (folder: string) => findConfig(nodeFileSystem(join(root, folder)));

  test("the nearest one above, up to the root of the project", async () => {
    write({
      "goldie.config.json": "{}",
      "app/package.json": "{}",
      "app/src/deep/x.ts": "",
      "lib/src/x.ts": "",
      "repo/.git/HEAD": "",
      "repo/src/x.ts": "",
    });
    expect(await find("lib/src")).toBe(join(root, "goldie.config.json"));
    expect(await find("app/src/deep")).toBeUndefined();
    expect(await find("repo/src")).toBeUndefined();
    write({ "app/goldie.config.ts": "" });
    expect(await find("app/src/deep")).toBe(join(root, "app/goldie.config.ts"));
  });

  test("two in one folder are refused", async () => {
    write({ "goldie.config.json": "{}", "goldie.config.ts": "" });
    await expect(find(".")).rejects.toMatchObject({
      problem: { code: "several-configs", fields: { names: ["goldie.config.ts", "goldie.config.json"] } },
    });
  });

  test("a file that is not there, or is no config", async () => {
    expect(await refused("goldie.config.ts")).toMatchObject({ code: "no-config" });
    write({ "goldie.yaml": "" });
    expect(await refused("goldie.yaml")).toMatchObject({ code: "unknown-config" });
  });
});
