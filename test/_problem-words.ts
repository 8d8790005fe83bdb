/** Who reads the words of a Problem, or writes them: found by type, since much else has a `what`. */
import { join } from "node:path";
import ts from "typescript";
import type { Source } from "./_sources.ts";

export interface Found {
  readonly path: string;
  readonly line: number;
  /** reads: looks into words. edits: puts other words into a Problem. makes: a Problem that no table made. */
  readonly does: "reads" | "edits" | "makes";
}

const WORDS: ReadonlySet<string> = new Set(["what", "why", "fix"]);
const DECLARED = "src/core/problem.ts";

/** `sources` lie under `root`; they need not be there, and take the place of files that are. */
export function wordsUsedIn(root: string, sources: readonly Source[]): Found[] {
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const given = new Map(sources.map(({ path, text }) => [join(root, path), text]));
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => given.has(name) || fileExists(name);
  host.readFile = (name) => given.get(name) ?? readFile(name);
  const program = ts.createProgram({ rootNames: [...given.keys()], options, host });
  const checker = program.getTypeChecker();
  return sources.flatMap(({ path }) => {
    const file = program.getSourceFile(join(root, path))!;
    const found: Found[] = [];
    const tell = (node: ts.Node, does: Found["does"]): void => {
      found.push({ path, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, does });
    };
    const step = (node: ts.Node): void => {
      if (readsWord(checker, node)) tell(node, "reads");
      if (ts.isObjectLiteralExpression(node)) {
        if (editsWords(checker, node)) tell(node, "edits");
        else if (makesProblem(node)) tell(node, "makes");
      }
      ts.forEachChild(node, step);
    };
    step(file);
    return found;
  });
}

/** `problem.what`, `problem["what"]`, `const { what } = problem`. */
function readsWord(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return WORDS.has(node.name.text) && hasWord(checker.getTypeAtLocation(node.expression), node.name.text);
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    const name = node.argumentExpression.text;
    return WORDS.has(name) && hasWord(checker.getTypeAtLocation(node.expression), name);
  }
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return false;
  const name = nameOf(node.propertyName ?? node.name);
  return name !== undefined && WORDS.has(name) && hasWord(checker.getTypeAtLocation(node.parent), name);
}

/** Is this property of the type the one that Problem declares? */
function hasWord(type: ts.Type, name: string): boolean {
  const types = type.isUnion() ? type.types : [type];
  return types.some((one) =>
    one
      .getProperty(name)
      ?.declarations?.some((declaration) => declaration.getSourceFile().fileName.endsWith(DECLARED)),
  );
}

/** `{ ...problem, fix: "…" }` */
function editsWords(checker: ts.TypeChecker, node: ts.ObjectLiteralExpression): boolean {
  return (
    node.properties.some(({ name }) => name !== undefined && WORDS.has(nameOf(name) ?? "")) &&
    node.properties.some(
      (one) => ts.isSpreadAssignment(one) && hasWord(checker.getTypeAtLocation(one.expression), "what"),
    )
  );
}

/** `{ code: "…", what: "…", fix: "…" }` */
function makesProblem(node: ts.ObjectLiteralExpression): boolean {
  const names = node.properties.map(({ name }) => name && nameOf(name));
  return ["code", "what", "fix"].every((name) => names.includes(name));
}

const nameOf = (name: ts.Node): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
