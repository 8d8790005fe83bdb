// What `goldie init` asks, and what it makes of the answers.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-init-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}
const read = (path: string): string => readFileSync(join(cwd, path), "utf8");

/** `answers`: what a person types; without them nobody is there. */
async function init(args: readonly string[] = [], answers?: string) {
  const effects = testEffects({
    cwd,
    tty: answers !== undefined,
    ...(answers === undefined ? {} : { stdin: new TextEncoder().encode(answers) }),
  });
  const person = answers === undefined ? {} : { stdin: { ...effects.stdin, isTTY: true } };
  const code = await main(["init", ...args], { ...effects, ...person });
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

const text = (title: string, body: string): string =>
  `# ${title}\n\n${body} This page has enough words to be asked about, and a few more of them.\n`;
const project = {
  "package.json": "{}",
  "src/search.js": 'export const search = (query, k) => ["a.md", "b.md", "c.md"].slice(0, k);\n',
  "src/lookup.js": 'export const lookup = (query) => ["c.md"];\n',
  ...Object.fromEntries(
    ["docs", "notes"].flatMap((folder) =>
      ["a", "b", "c"].map((name) => [
        `${folder}/${name}.md`,
        text(`Page ${name} of ${folder}`, `All about ${name}.`),
      ]),
    ),
  ),
};

describe("init", { timeout: 60_000 }, () => {
  test("asks two questions at a terminal, and takes the answers", async () => {
    write(project);
    const { code, stderr } = await init([], "2\n2\n");
    expect(code).toBe(0);
    expect(stderr.match(/\?\n/g)).toHaveLength(2);
    expect(stderr).toContain("  1  search in src/search.js\n  2  lookup in src/lookup.js\n[1] ");
    expect(read("goldie.config.mjs")).toContain("main: (query) => lookup(query)");
    expect(read("goldie.config.mjs")).toContain('corpus: "notes"');
  });

  test.each([
    ["an empty line", "\n\n"],
    ["what is no number of the list", "x\n9\n"],
    ["the end of the input", ""],
  ])("%s takes the first", async (_, answers) => {
    write(project);
    expect(await init([], answers)).toMatchObject({ code: 0 });
    expect(read("goldie.config.mjs")).toContain("main: (query, { k }) => search(query, k)");
    expect(read("goldie.config.mjs")).toContain('corpus: "docs"');
  });

  test("asks nothing with --yes, or where nobody is", async () => {
    write(project);
    expect((await init(["--yes"], "2\n2\n")).stderr).not.toContain("?\n");
    expect((await init(["--force"])).stderr).not.toContain("?\n");
    expect(read("goldie.config.mjs")).toContain("search(query, k)");
  });

  test("--force writes a new config, and leaves gold alone", async () => {
    const gold = '{"id":"mine","query":"page a","relevant":["a.md"]}\n';
    write({ ...project, "eval/queries.jsonl": gold, "goldie.config.json": "{}" });
    expect(await init(["--yes"])).toMatchObject({ code: 2 });
    expect(read("goldie.config.json")).toBe("{}");
    expect(await init(["--yes", "--force"])).toMatchObject({ code: 0 });
    expect(() => read("goldie.config.json")).toThrow();
    expect(read("goldie.config.mjs")).toContain('gold: "eval/queries.jsonl"');
    expect(read("eval/queries.jsonl")).toBe(gold);
  });

  test.each([
    [
      "a broken line",
      '{"query":"mine?","relevant":["docs/a.md"]}\n{"query":"mine, too?","relevant":\n',
      "eval/queries.jsonl:2 ",
    ],
    ["no questions", '{"id":"q1","relevant":["docs/a.md"]}\n', "its rows have no questions"],
  ])("gold with %s is refused, and left as it is", async (_, mine, cause) => {
    write({ ...project, "eval/queries.jsonl": mine });
    for (const args of [["--yes"], ["--yes", "--force"]]) {
      const { code, stderr } = await init(args);
      expect(code).toBe(2);
      expect(stderr).toContain("eval/queries.jsonl already exists, but cannot be used: ");
      expect(stderr.replace(/\n {4,}/g, " ")).toContain(cause);
      expect(read("eval/queries.jsonl")).toBe(mine);
    }
    expect(existsSync(join(cwd, "goldie.config.mjs"))).toBe(false);
  });

  test("questions come from the user's documents, and are marked", async () => {
    write(project);
    await init(["--yes"]);
    const rows = read("eval/queries.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({
        query: expect.stringMatching(/^Page [abc] of docs$/),
        relevant: [expect.stringMatching(/^[abc]\.md$/)],
        tags: { synthetic: "yes" },
      });
  });

  test("--ci beside a config writes the workflow alone", async () => {
    const config = "export default {};\n";
    write({ ...project, "goldie.config.mjs": config });
    const { code, stdout } = await init(["--ci"]);
    expect(code).toBe(0);
    expect(read("goldie.config.mjs")).toBe(config);
    expect(read(".github/workflows/goldie.yml")).toContain("npx goldie run && npx goldie gate\n");
    expect(stdout).toContain("config: goldie.config.mjs, left as it is\n");
    const again = await init(["--ci"]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain(".github/workflows/goldie.yml already exists");
  });

  test("--force keeps a copy of every config, and says so", async () => {
    write({ ...project, "goldie.config.mjs": "// mine\n", "goldie.config.mjs.bak": "// older\n" });
    const { stdout } = await init(["--force"]);
    expect(stdout).toContain("replaced: goldie.config.mjs; the old one is kept as goldie.config.mjs.bak2\n");
    expect(read("goldie.config.mjs.bak2")).toBe("// mine\n");
    expect(read("goldie.config.mjs.bak")).toBe("// older\n");
    expect(read("goldie.config.mjs")).toContain("main:");
  });

  test("says that no search function was found, and how to add one", async () => {
    write(
      Object.fromEntries(
        Object.entries(project).filter(([path]) => path === "package.json" || path.startsWith("docs/")),
      ),
    );
    const { code, stdout } = await init(["--yes"]);
    expect(code).toBe(0);
    expect(stdout).toContain("no search function found; add yours to goldie.config.mjs, which shows how\n");
    for (const type of ["command", "http"])
      expect(read("goldie.config.mjs")).toContain(`// main: { type: "${type}", `);
  });

  test("--ci writes nine lines", async () => {
    write(project);
    expect(await init(["--yes", "--ci"])).toMatchObject({ code: 0 });
    const workflow = read(".github/workflows/goldie.yml");
    expect(workflow.trimEnd().split("\n")).toHaveLength(9);
    expect(workflow).toContain("npx goldie run && npx goldie gate last/main");
  });
});
