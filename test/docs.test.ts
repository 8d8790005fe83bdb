/** The documentation is true: pages are what the data says, blocks run, values are recomputed, links lead somewhere. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { problemCodes } from "../scripts/_docs/problems.ts";
import { fillRegions, regionIn, withRegion } from "../scripts/_docs/regions.ts";
import { generatedFolders, renderDocs } from "../scripts/_docs/render.ts";
import { show } from "../scripts/_docs/show.ts";
import { generatedIn, writePage, writePages } from "../scripts/_docs/write.ts";
import { prepare, root } from "../scripts/_prepare.mjs";
import { checkScript, load, scriptsOf, typeErrors, withBlocks } from "./_blocks.ts";
import { anchorsOf, type fencesOf, linksOf, type Page, readPages } from "./_markdown.ts";
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
  ({ path, text }) => {
    const filled = fillRegions(text);
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

test("every Problem code of the sources is in the table of docs/guide/library.md", () => {
  const sources = readSources(root, "src").filter(({ path }) => !path.endsWith(".test.ts"));
  const codes = codesIn(sources);
  expect(codes.length).toBeGreaterThan(20);
  // Add a call that brings it about to scripts/_docs/problems.ts.
  expect(codes.filter((code) => !problemCodes.includes(code))).toEqual([]);
});

// ---------------------------------------------------------------- links and traces

test("every link leads to a file and to a heading", () => {
  expect(pages.flatMap((page) => brokenLinks(page))).toEqual([]);
});

test("no page speaks of somebody's machine", () => {
  expect(pages.flatMap(machineTraces)).toEqual([]);
});

// ---------------------------------------------------------------- the demo

beforeAll(() => {
  prepare();
}, 120_000);

describe("the demo", () => {
  test("README shows what it prints", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const printed = ["```text", demoOutput(), "```"].join("\n");
    expect(regionIn(readme, "demo")).toBeDefined();
    if (UPDATE) write("README.md", withRegion(readme, "demo", printed));
    else expect(regionIn(readme, "demo")).toBe(printed);
  }, 60_000);

  test("it says nothing of the machine", () => {
    expect(machineTraces({ path: "demo", text: demoOutput() })).toEqual([]);
  }, 60_000);
});

test("the library is as small as README says, and the package is called as it says", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(readme.match(/goldie-[\d.]+\.tgz/g)).toContain(`goldie-${version}.tgz`);
  const [, most] = /under (\d+) kB/.exec(readme)!;
  const built = readdirSync(join(root, "dist")).map((name) => statSync(join(root, "dist", name)).size);
  expect(built.reduce((sum, size) => sum + size, 0)).toBeLessThan(Number(most) * 1000);
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

/** Codes of Problems, however they are made. */
function codesIn(sources: readonly { readonly text: string }[]): string[] {
  const codes = sources.flatMap(({ text }) => [
    ...[...text.matchAll(/\bcode: "([a-z-]+)"/g)].map((m) => m[1]!),
    ...[...text.matchAll(/\b(?:bad|refuse)\(\s*(?:query,\s*)?"([a-z]+(?:-[a-z]+)+)"/g)].map((m) => m[1]!),
    ...[...text.matchAll(/\? "(bad-[a-z]+)" : "(bad-[a-z]+)"/g)].flatMap((m) => [m[1]!, m[2]!]),
  ]);
  return [...new Set(codes)];
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

  test("a stale computed part", () => {
    const stale = "# A\n\n<!-- edge-cases -->\nold\n<!-- /edge-cases -->\n";
    expect(fillRegions(stale)).not.toBe(stale);
    expect(fillRegions(fillRegions(stale))).toBe(fillRegions(stale));
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
    ["see /home", "/me/x"],
    ["C:", "\\Users"],
    ["file:", "///x"],
  ])("a machine's path: %s%s", (start, end) => {
    expect(machineTraces({ path: "planted.md", text: start + end })).toHaveLength(1);
  });

  test("a code that the table lacks", () => {
    expect(codesIn([{ text: `bad(query, "new-code", "…"); const p = { code: "other-code" };` }])).toEqual([
      "other-code",
      "new-code",
    ]);
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
