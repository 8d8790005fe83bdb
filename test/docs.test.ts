/** The documentation is true: pages are what the data says, blocks run, values are recomputed, links lead somewhere. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configProblemCodes } from "../scripts/_docs/config-problems.ts";
import { dashboardProblemCodes } from "../scripts/_docs/dashboard-problems.ts";
import { fileProblemCodes } from "../scripts/_docs/file-problems.ts";
import { judgeProblemCodes } from "../scripts/_docs/judge-problems.ts";
import { labelProblemCodes } from "../scripts/_docs/label-problems.ts";
import { liveProblemCodes } from "../scripts/_docs/live-problems.ts";
import { problemCodes } from "../scripts/_docs/problems.ts";
import { fillRegions, regionIn, withRegion } from "../scripts/_docs/regions.ts";
import { generatedFolders, renderDocs } from "../scripts/_docs/render.ts";
import { retrieverProblemCodes } from "../scripts/_docs/retriever-problems.ts";
import { show } from "../scripts/_docs/show.ts";
import { sqlProblemCodes } from "../scripts/_docs/sql-problems.ts";
import { generatedIn, writePage, writePages } from "../scripts/_docs/write.ts";
import { prepare, root } from "../scripts/_prepare.mjs";
import { checkScript, load, scriptsOf, typeErrors, withBlocks } from "./_blocks.ts";
import { callsOf, createFolder, withOutput } from "./_calls.ts";
import { anchorsOf, type fencesOf, linksOf, type Page, readPages } from "./_markdown.ts";
import { problemCodesIn } from "./_problem-codes.ts";
import { codesOf, problemTables } from "./_problem-tables.ts";
import { readSources } from "./_sources.ts";

const UPDATE = process.env["UPDATE"] === "1";

const write = (path: string, text: string): void => writePage(root, path, text);
const isGenerated = (path: string): boolean =>
  generatedFolders.some((folder) => path.startsWith(`${folder}/`));

// ---------------------------------------------------------------- generated pages

const rendered = renderDocs();
if (UPDATE) writePages(root, rendered);

describe("generated pages", () => {
  test("are those that renderDocs gives (UPDATE=1 writes them)", () => {
    expect(generatedIn(root).sort()).toEqual([...rendered.keys()].sort());
  });

  test.each([...rendered])("%s", (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });

  test("are the same when they are made again", () => {
    expect([...renderDocs()]).toEqual([...rendered]);
  });
});

// ---------------------------------------------------------------- hand-written pages

const pages = readPages(root);
const handWritten = pages.filter(({ path }) => !isGenerated(path));

test("the pages are there", () => {
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["README.md", "docs/README.md", "docs/guide/library.md"]),
  );
});

test.each(handWritten.filter(({ text }) => /<!-- \//.test(text)))(
  "$path: its computed parts",
  async ({ path, text }) => {
    const filled = await fillRegions(text);
    if (UPDATE) write(path, filled);
    else expect(text).toBe(filled);
  },
);

describe("blocks", () => {
  const scripts = pages.flatMap(scriptsOf);

  test("there are some", () => {
    expect(scripts.length).toBeGreaterThan(rendered.size);
  });

  test.each(pages.filter((page) => scriptsOf(page).length > 0))(
    "$path: blocks run and show what they give",
    async ({ path }) => {
      const page: Page = { path, text: readFileSync(join(root, path), "utf8") };
      const replaced: (readonly [ReturnType<typeof fencesOf>[number], string])[] = [];
      const wrong: string[] = [];
      for (const script of scriptsOf(page)) {
        const checked = await checkScript(script, load);
        wrong.push(...checked.wrong.filter((line) => !UPDATE || line.includes("the block throws")));
        script.blocks.forEach(({ fence }, b) => void replaced.push([fence, checked.texts[b]!]));
      }
      if (UPDATE && !isGenerated(path)) write(path, withBlocks(page, replaced));
      expect(wrong).toEqual([]);
    },
  );

  test("have no type error, and a planted one is noticed", () => {
    const block = (call: string) => `\`\`\`ts\nimport { evaluate } from "goldie";\n${call}\n\`\`\`\n`;
    const planted = [
      ...scriptsOf({ path: "wrong.md", text: block("evaluate({ gold: {}, run: {}, metrics: 5 });") }),
      ...scriptsOf({ path: "right.md", text: block("evaluate({ gold: {}, run: {} });") }),
    ];
    expect(typeErrors([...scripts, ...planted])).toEqual([expect.stringContaining("wrong.md:2: ")]);
  }, 60_000);
});

describe("calls of goldie", { timeout: 30_000 }, () => {
  // Calls of a page build on one another, e.g. on a baseline; those of another page do not.
  const folders = new Map<string, ReturnType<typeof createFolder>>();
  const folderOf = (path: string): ReturnType<typeof createFolder> => {
    const folder = folders.get(path) ?? createFolder();
    folders.set(path, folder);
    return folder;
  };
  afterAll(() => {
    for (const folder of folders.values()) folder.close();
  });
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const calls = pages.flatMap(({ path, text }) => callsOf(text).map((one) => ({ path, ...one })));

  test("there are some, on these pages", () => {
    expect(calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["README.md", "docs/guide/command-line.md", "docs/guide/files.md"]),
    );
    const guide = read("docs/guide/command-line.md");
    expect(guide.match(/```sh/g)).toHaveLength(callsOf(guide).length);
  });

  test.each(calls)("$path: $call", async ({ path, ...one }) => {
    const now = await folderOf(path).printed(one.call);
    if (UPDATE) write(path, withOutput(read(path), one, now));
    else expect(now).toBe(one.text);
  });
});

describe("Problem codes", async () => {
  const documented = [
    ...problemCodes,
    ...fileProblemCodes,
    ...judgeProblemCodes,
    ...retrieverProblemCodes,
    ...configProblemCodes,
    ...liveProblemCodes,
    ...dashboardProblemCodes,
    ...labelProblemCodes,
    ...sqlProblemCodes,
  ];
  const sources = readSources(root, "src").filter(({ path }) => !path.endsWith(".test.ts"));
  const { codes: found, starts } = problemCodesIn(sources);
  const codes = [...new Set([...codesOf(await problemTables()), ...found])];
  /** "law-…" stands for all that begin so. */
  const covers = (entry: string, code: string): boolean =>
    entry.endsWith("…") ? code.startsWith(entry.slice(0, -1)) : entry === code;

  test("every code of the sources is in the table of docs/guide/library.md, files.md, judging.md or retrievers.md", () => {
    expect(codes.length).toBeGreaterThan(100);
    // Add a call to scripts/_docs/problems.ts, a small file to scripts/_docs/file-problems.ts, or a call to judge-problems.ts or retriever-problems.ts, that brings it about.
    expect(codes.filter((code) => !documented.some((entry) => covers(entry, code)))).toEqual([]);
    expect(starts.filter((start) => !documented.some((code) => code.startsWith(start)))).toEqual([]);
  });

  test("a documented one is still in the sources", () => {
    const known = (entry: string) =>
      codes.some((code) => covers(entry, code)) || starts.some((start) => entry.startsWith(start));
    expect(documented.filter((entry) => !known(entry))).toEqual([]);
  });
});

// ---------------------------------------------------------------- links and traces

test("every link leads to a file and to a heading", () => {
  expect(pages.flatMap((page) => brokenLinks(page))).toEqual([]);
});

test("every file of ours that a page or a script names is there", () => {
  expect(pages.flatMap((page) => missingFiles(page))).toEqual([]);
  const scripts = ["scripts", "bench"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|mjs|py)$/.test(name))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), "utf8") })),
  );
  expect(scripts.flatMap((script) => missingFiles(script))).toEqual([]);
});

test("no page speaks of somebody's machine", () => {
  expect(pages.flatMap(machineTraces)).toEqual([]);
});

// ---------------------------------------------------------------- the demo

beforeAll(() => {
  prepare();
}, 120_000);

describe("the demo", () => {
  test("README shows the beginning of what it prints, why passages were missed, and whether the difference is real", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const shown = excerptOf(demoOutput());
    expect(shown).toMatch(
      /^Two live retrievers.*\nrun .*\nWhy relevant.*\nThe five worst.*\nIs the difference real/s,
    );
    const printed = ["```text", shown, "```"].join("\n");
    expect(regionIn(readme, "demo")).toBeDefined();
    if (UPDATE) write("README.md", withRegion(readme, "demo", printed));
    else expect(regionIn(readme, "demo")).toBe(printed);
  }, 60_000);

  test("it says nothing of the machine", () => {
    expect(machineTraces({ path: "demo", text: demoOutput() })).toEqual([]);
  }, 60_000);
});

describe("README comes to the point", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");

  test("it opens with one sentence, the command and its output", () => {
    const opening = /^# Goldie\n\n([^\n]+)\n\n```sh\nnpm run demo\n```\n\n<!-- demo -->\n/.exec(readme);
    expect(opening?.[1]?.match(/[.!?](?=\s|$)/g)).toHaveLength(1);
  });

  test("fewer than 900 words to the end of the first code example", () => {
    const words = wordsToFirstExample(readme);
    expect(words).toBeGreaterThan(100);
    expect(words).toBeLessThan(900);
    expect(wordsToFirstExample("one two\n```ts\nthree;\n```\nfour")).toBe(5);
  });
});

describe("what README says of the package", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const sizeOf = (path: string): number =>
    statSync(path).isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
      : statSync(path).size;

  test("it is called so, and as small", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(readme.match(/goldie-[\d.]+\.tgz/g)).toContain(`goldie-${version}.tgz`);
    const [one, all] = [...readme.matchAll(/under (\d+) kB/g)].map(([, most]) => Number(most) * 1000);
    expect(sizeOf(join(root, "dist/index.js"))).toBeLessThan(one!);
    expect(sizeOf(join(root, "dist"))).toBeLessThan(all!);
  });

  test("an install brings the packages that it names", () => {
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const packages = Object.entries(lock.packages as Record<string, { dev?: boolean; devOptional?: boolean }>)
      .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
      .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
    const [, count, names] = /(\w+) small packages \(([^)]*)\)/.exec(readme)!;
    const named = names!
      .split(", ")
      .flatMap((name) =>
        name.endsWith(" twice") ? Array<string>(2).fill(name.slice(0, -" twice".length)) : [name],
      );
    expect(named.sort()).toEqual(packages.sort());
    expect(count).toBe(
      ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][packages.length],
    );
  });
});

// ---------------------------------------------------------------- the checks

function demoOutput(): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["examples/demo.mjs"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (status !== 0) throw new Error(`the demo failed: ${stderr}`);
  return stdout
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/** The parts that README shows of the demo; what is left out is a line with an ellipsis. */
function excerptOf(output: string): string {
  const shown = /^(Two live retrievers|run {2,}|Why relevant|The five worst|Is the difference real)/;
  const parts = output.split("\n\n").map((part) => (shown.test(part) ? part : "…"));
  return parts.filter((part, i) => part !== "…" || parts[i - 1] !== "…").join("\n\n");
}

/** Words as `wc -w` counts them, fences and table borders included. */
function wordsToFirstExample(text: string): number {
  const [upTo] = /^[\s\S]*?\n```ts\n[\s\S]*?\n```/.exec(text) ?? [];
  if (upTo === undefined) throw new Error("there is no code example");
  return upTo.split(/\s+/).filter((word) => word !== "").length;
}

function brokenLinks({ path, text }: Page): string[] {
  return linksOf(text).flatMap((link) => {
    if (/^[a-z]+:/i.test(link)) return [];
    const [file, anchor] = link.split("#") as [string, string | undefined];
    const target = file === "" ? path : posix.join(posix.dirname(path), decodeURIComponent(file));
    if (target !== path && !existsSync(join(root, target))) return [`${path}: ${link} leads nowhere`];
    if (anchor === undefined || !target.endsWith(".md")) return [];
    const there = target === path ? text : readFileSync(join(root, target), "utf8");
    return anchorsOf(there).has(anchor) ? [] : [`${path}: ${link}: there is no such heading`];
  });
}

/** Paths that begin at the root. `<id>` stands for any name; what `npm run new` would write need not be there. */
function missingFiles({ path, text }: Page): string[] {
  const made = [...text.matchAll(/npm run new [a-z]+ ([\w-]+)/g)].map(([, name]) => name!);
  return [...text.matchAll(/(?<![\w./$}-])(?:src|test)\/[\w./<>-]*[\w>]/g)].flatMap(([named]) => {
    if (made.includes(posix.basename(named).split(".")[0]!) || matches(named)) return [];
    return [`${path}: there is no ${named}`];
  });
}

/** Whether a path is there; at `<id>`, with any name. */
function matches(path: string): boolean {
  const [before, after] = path.split(/<\w+>/) as [string, string | undefined];
  if (after === undefined) return existsSync(join(root, path));
  return readdirSync(join(root, before)).some((name) =>
    after.startsWith("/") ? existsSync(join(root, before, name, after)) : name.endsWith(after),
  );
}

function machineTraces({ path, text }: Page): string[] {
  const patterns = [/(?:^|[^A-Za-z0-9_.])\/(?:work|root|tmp|home|Users|var)\//, /\b[A-Z]:\\/, /\bfile:\/\//];
  return text
    .split("\n")
    .flatMap((line, i) => (patterns.some((p) => p.test(line)) ? [`${path}:${i + 1}: ${line}`] : []));
}

// ---------------------------------------------------------------- the checks can fail

describe("what is wrong is noticed", () => {
  const page = (code: string): Page => ({ path: "planted.md", text: `# A\n\n\`\`\`ts\n${code}\n\`\`\`\n` });
  const check = async (code: string) => checkScript(scriptsOf(page(code))[0]!, load);

  test.each([
    ["beside", "1 + 1; // → 3", "1 + 1; // → 2"],
    ["below", "1 + 1;\n// → 3", "1 + 1; // → 2"],
    ["on several lines", `"a\\nb";\n// → a\n//   c`, `"a\\nb";\n// → a\n//   b`],
    ["an awaited one", "await Promise.resolve(1); // → 3", "await Promise.resolve(1); // → 1"],
    [
      "from the library",
      `import { evaluateOne } from "goldie";\nevaluateOne({ gold: ["a"], hits: ["a"], metrics: ["rr"] }); // → {}`,
      `import { evaluateOne } from "goldie";\nevaluateOne({ gold: ["a"], hits: ["a"], metrics: ["rr"] }); // → { rr: { status: "scored", value: 1 } }`,
    ],
  ])("a wrong value %s", async (_, wrong, right) => {
    const { wrong: found, texts } = await check(wrong);
    expect(found).toHaveLength(1);
    expect(texts).toEqual([`${right}\n`]);
    expect((await check(right)).wrong).toEqual([]);
  });

  test("a block that throws, in another block of the same script too", async () => {
    expect((await check("throw new Error('no')")).wrong).toHaveLength(1);
    const scripts = scriptsOf({
      path: "p.md",
      text: `${page("const a: number = 1;").text}${page("a + b;").text}`,
    });
    expect(scripts).toHaveLength(1);
    expect((await checkScript(scripts[0]!, load)).wrong).toEqual([
      expect.stringContaining("b is not defined"),
    ]);
  });

  test("a call that prints something else, or fails", async () => {
    const page = "```sh\nnpx goldie --version\n```\n\n```text\n0.0.0\n```\n";
    const folder = createFolder();
    try {
      const [call] = callsOf(page);
      const now = await folder.printed(call!.call);
      expect(now).not.toBe(call!.text);
      expect(callsOf(withOutput(page, call!, now))).toEqual([{ call: call!.call, text: now }]);
      await expect(folder.printed("goldie eval nothing.jsonl")).rejects.toThrow("ends with 2");
    } finally {
      folder.close();
    }
  });

  test("a stale computed part", async () => {
    const stale = "# A\n\n<!-- edge-cases -->\nold\n<!-- /edge-cases -->\n";
    const filled = await fillRegions(stale);
    expect(filled).not.toBe(stale);
    expect(await fillRegions(filled)).toBe(filled);
  });

  test.each([
    "[x](nowhere.md)",
    "![x](no.png)",
    "[x](README.md#nothing)",
    "[x](#nothing)",
    "[x]: nowhere.md",
  ])("a broken link: %s", (link) => {
    expect(brokenLinks({ path: "planted.md", text: `# A heading\n\n${link}\n` })).toHaveLength(1);
  });

  test.each([
    "[x](README.md)",
    "[x](#a-heading)",
    "`[x](nowhere.md)`",
    "[x](https://example.org/a)",
    "[x](docs/)",
  ])("a link that is fine: %s", (link) => {
    expect(brokenLinks({ path: "planted.md", text: `# A heading\n\n${link}\n` })).toEqual([]);
  });

  test.each([
    ["`src/evaluate/join.ts`", "src/evaluate/join.ts"],
    ["see src/core/types.ts.", "src/core/types.ts"],
    ["`src/cli/commands/<id>/nothing.ts`", "src/cli/commands/<id>/nothing.ts"],
    ["`src/nothing/`", "src/nothing"],
  ])("a file that is not there: %s", (text, named) => {
    expect(missingFiles({ path: "planted.md", text })).toEqual([`planted.md: there is no ${named}`]);
  });

  test.each([
    "`src/evaluate/join/join.ts`",
    "`src/fusion/<id>.ts`",
    "`src/cli/commands/<id>/command.ts`",
    "`npm run new metric u-measure` writes `src/metrics/u-measure.ts` and `src/metrics/u-measure.vectors.json`",
    "`hyparquet/src/column.js`",
    "in `src/`",
  ])("a file that is there, will be there, or is somebody else's: %s", (text) => {
    expect(missingFiles({ path: "planted.md", text })).toEqual([]);
  });

  test.each([
    ["see /home", "/me/x"],
    ["C:", "\\Users"],
    ["file:", "///x"],
  ])("a machine's path: %s%s", (start, end) => {
    expect(machineTraces({ path: "planted.md", text: start + end })).toHaveLength(1);
  });

  test("codes, however they are made", () => {
    const text = `
      const bad = (query: string, code: string, what: string) => add({ code, what });
      bad("q1", "new-code", "some words");
      const p = { code: x ? "one-code" : y ? "two-code" : \`made-\${z}\`, what: "no-code-here" };
      class A { #tell(code: string) {} m() { this.#tell("private-code"); } }
      const code = z ? "utf-16" : "word";
    `;
    const { codes, starts } = problemCodesIn([{ path: "planted.ts", text }]);
    expect([...codes].sort()).toEqual(["new-code", "one-code", "private-code", "two-code", "utf-16", "word"]);
    expect(starts).toEqual(["made-"]);
  });

  test("values as they are written in TypeScript", () => {
    expect(show({ a: [1, "x"], "b-c": new Map([["k", Number.NaN]]), d: undefined })).toBe(
      `{ a: [1, "x"], "b-c": Map { "k" => NaN }, d: undefined }`,
    );
    expect(show(Array.from({ length: 3 }, () => "x".repeat(40)))).toBe(
      `[\n  "${"x".repeat(40)}",\n  "${"x".repeat(40)}",\n  "${"x".repeat(40)}",\n]`,
    );
    expect(show([new Float64Array([1, -0]), null, -0, {}])).toBe("[Float64Array [1, -0], null, -0, {}]");
  });
});
