/**
 * Runs the ```ts blocks of a page and compares the values they show.
 * A block that imports starts a new script; a block without an import goes on with the script before it.
 * An expression statement followed by `// → value` shows its value, on the same line or on the lines below:
 * `// → first line`, then `//   further lines`.
 */
import { join } from "node:path";
import ts from "typescript";
import { show } from "../scripts/_docs/show.ts";
import { root } from "../scripts/_prepare.mjs";
import { type Fence, fencesOf, type Page } from "./_markdown.ts";

/** One value on a page: where its statement and its comment stand, and what the comment says. */
interface Shown {
  readonly statement: readonly [start: number, end: number];
  readonly comment: readonly [start: number, end: number];
  readonly says: string;
}
interface Block {
  readonly fence: Fence;
  readonly shown: readonly Shown[];
}
export interface Script {
  readonly path: string;
  /** Line of the page on which it starts. */
  readonly line: number;
  readonly blocks: readonly Block[];
}

export function scriptsOf({ path, text }: Page): Script[] {
  const scripts: { path: string; line: number; blocks: Block[] }[] = [];
  for (const fence of fencesOf(text)) {
    if (fence.language !== "ts") continue;
    const block = { fence, shown: shownIn(fence.text) };
    if (scripts.length === 0 || /^import\b/m.test(fence.text))
      scripts.push({ path, line: text.slice(0, fence.start).split("\n").length, blocks: [block] });
    else scripts.at(-1)!.blocks.push(block);
  }
  return scripts;
}

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("block.ts", text, ts.ScriptTarget.ES2022, true);

function shownIn(text: string): Shown[] {
  return parse(text).statements.flatMap((statement): Shown[] => {
    if (!ts.isExpressionStatement(statement)) return [];
    const [start, end] = [statement.getStart(), statement.getEnd()];
    const beside = /^[ \t]*\/\/ → ?(.*)/.exec(text.slice(end));
    if (beside !== null)
      return [{ statement: [start, end], comment: [end, end + beside[0].length], says: beside[1]! }];
    const below = /^[ \t]*\n\/\/ → ?(.*)((?:\n\/\/(?: {3}.*)?(?=\n|$))*)/.exec(text.slice(end));
    if (below === null) return [];
    const rest = below[2]!
      .split("\n")
      .slice(1)
      .map((line) => line.slice("//   ".length));
    return [
      {
        statement: [start, end],
        comment: [end, end + below[0].length],
        says: [below[1]!, ...rest].join("\n"),
      },
    ];
  });
}

type Import = (name: string) => Promise<object>;

/** Runs a script; what its expressions gave, block by block. Throws what the script throws. */
async function run(script: Script, load: Import): Promise<unknown[][]> {
  const values: unknown[][] = script.blocks.map(() => []);
  const text = script.blocks.map((block, b) => instrumented(block, b)).join("\n");
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => Promise<void>;
  await new AsyncFunction("__load", "__show", outputText)(load, (b: number, value: unknown) =>
    values[b]!.push(value),
  );
  return values;
}

/** The block with its imports loaded at run time and its shown expressions handed over. */
function instrumented({ fence, shown }: Block, b: number): string {
  const edits: [start: number, end: number, text: string][] = shown.map(({ statement: [start, end] }) => [
    start,
    end,
    `__show(${b}, ${fence.text.slice(start, end).replace(/;$/, "")});`,
  ]);
  for (const statement of parse(fence.text).statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    edits.push([statement.getStart(), statement.getEnd(), loading(statement)]);
  }
  return edits
    .sort((x, y) => y[0] - x[0])
    .reduce((text, [start, end, by]) => text.slice(0, start) + by + text.slice(end), fence.text);
}

function loading({ importClause, moduleSpecifier }: ts.ImportDeclaration): string {
  const from = `await __load(${moduleSpecifier.getText()})`;
  const named = importClause?.namedBindings;
  if (importClause === undefined) return `${from};`;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return "";
  if (named === undefined || !ts.isNamedImports(named))
    throw new Error("import names: import { evaluate } from …");
  const names = named.elements
    .filter((element) => !element.isTypeOnly)
    .map(({ propertyName, name }) =>
      propertyName === undefined ? name.text : `${propertyName.getText()}: ${name.text}`,
    );
  return `const { ${names.join(", ")} } = ${from};`;
}

/** What is wrong with a script's values, and its blocks with the right ones. */
export async function checkScript(
  script: Script,
  load: Import,
): Promise<{ wrong: string[]; texts: string[] }> {
  const where = `${script.path}:${script.line}`;
  let values: unknown[][];
  try {
    values = await run(script, load);
  } catch (error) {
    return {
      wrong: [`${where}: the block throws ${error}`],
      texts: script.blocks.map(({ fence }) => fence.text),
    };
  }
  const wrong: string[] = [];
  const texts = script.blocks.map(({ fence, shown }, b) => {
    let text = fence.text;
    [...shown.entries()].reverse().forEach(([i, { statement, comment, says }]) => {
      const is = show(values[b]![i]);
      if (is === says) return;
      const line = `${where}: ${fence.text.slice(...statement)}`;
      wrong.unshift(`${line}\n  shows ${says}\n  gives ${is}`);
      text =
        text.slice(0, comment[0]) + commentOf(fence.text.slice(...statement), is) + text.slice(comment[1]);
    });
    return text;
  });
  return { wrong, texts };
}

function commentOf(statement: string, is: string): string {
  const [first, ...rest] = is.split("\n");
  const width = statement.split("\n").at(-1)!.length + " // → ".length + first!.length;
  if (rest.length === 0 && width <= 110) return ` // → ${first}`;
  return ["", `// → ${first}`, ...rest.map((line) => `//   ${line}`.trimEnd())].join("\n");
}

/** The page with the blocks of its scripts replaced. */
export function withBlocks({ text }: Page, blocks: readonly (readonly [Fence, string])[]): string {
  return [...blocks]
    .sort(([a], [b]) => b.start - a.start)
    .reduce(
      (page, [fence, by]) => page.slice(0, fence.start) + by + page.slice(fence.start + fence.text.length),
      text,
    );
}

/** Entry points as package.json has them, and the sources they are built from. */
const ENTRIES: Readonly<Record<string, string>> = {
  goldie: "src/index.ts",
  "goldie/files": "src/engine/index.ts",
  "goldie/html": "src/reports/html/html.ts",
  "goldie/judges": "src/judges/index.ts",
  "goldie/live": "src/live/index.ts",
  "goldie/node-test": "src/testing/node-test.ts",
  "goldie/reports": "src/reports/index.ts",
  "goldie/retrievers": "src/retrievers/index.ts",
  "goldie/sql": "src/sql/index.ts",
  "goldie/vitest": "src/testing/vitest.ts",
};
const sourceOf = (name: string): string => {
  const path = ENTRIES[name];
  if (path === undefined) throw new Error(`the package has no entry ${name}`);
  return path;
};

/** Modules as a reader would have them: "goldie" and its subpaths are our sources. */
export const load: Import = (name) =>
  /^goldie(\/|$)/.test(name) ? import(new URL(`../${sourceOf(name)}`, import.meta.url).href) : import(name);

/** Type errors of all scripts together, as strict as our own sources are checked. */
export function typeErrors(scripts: readonly Script[]): string[] {
  const files = new Map(
    scripts.map((script, i) => [
      join(root, "docs", `_script-${i}.ts`),
      { script, text: script.blocks.map(({ fence }) => fence.text).join("\n") },
    ]),
  );
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config.config, include: [], files: [] },
    ts.sys,
    root,
  );
  const compilerOptions: ts.CompilerOptions = {
    ...options,
    paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, [join(root, path)]])),
  };
  const host = ts.createCompilerHost(compilerOptions);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, version, ...rest) => {
    const own = files.get(name);
    return own === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, own.text, version, true);
  };
  const program = ts.createProgram([...files.keys()], compilerOptions, host);
  return [...files].flatMap(([name, { script }]) => {
    const file = program.getSourceFile(name)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((d) => {
      const line = file.text.slice(0, d.start).split("\n").at(-1);
      return `${script.path}:${script.line}: ${ts.flattenDiagnosticMessageText(d.messageText, "\n")} (at ${line}…)`;
    });
  });
}
