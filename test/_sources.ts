import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";

/** Path from the root, with "/", and text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Every .ts file under a folder of the repository. */
export function readSources(root: string, folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({
      path: `${folder}/${name.replaceAll("\\", "/")}`,
      text: readFileSync(join(root, folder, name), "utf8"),
    }));
}

/** What a module imports, statically, dynamically, by `export from` or as a type; undefined = worked out at run time. */
export function importsOf(source: Source): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  walk(source, (node) => {
    if (ts.isImportDeclaration(node)) found.push(literal(node.moduleSpecifier));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) found.push(literal(node.moduleSpecifier));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      found.push(literal(node.argument.literal));
    else if (ts.isExternalModuleReference(node)) found.push(literal(node.expression));
    else if (ts.isCallExpression(node) && isImportCall(node.expression))
      found.push(literal(node.arguments[0]));
  });
  return found;
}

export const isTest = (path: string): boolean => /\.test(-d)?\.ts$/.test(path);

/** A leading "_" means: only its own folder, and those below it, import the file. */
export const isPrivate = (path: string, target: string): boolean =>
  posix.basename(target).startsWith("_") && !path.startsWith(`${posix.dirname(target)}/`);

/** Private files of other folders that a file imports; tests may import what they like. */
export function privateImports(source: Source): string[] {
  if (isTest(source.path)) return [];
  return importsOf(source)
    .filter((specifier) => specifier?.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(source.path), specifier!))
    .filter((target) => isPrivate(source.path, target))
    .map((target) => `${source.path} imports ${target}`);
}

/** Names of the interfaces, types and classes that a module declares, exported or not. */
export function declaredTypesOf(source: Source): string[] {
  const names: string[] = [];
  walk(source, (node) => {
    const declares =
      ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
    if (declares && node.name !== undefined) names.push(node.name.text);
  });
  return names;
}

/** Lines where an `.id` is compared with a written-out, non-empty string, by an operator or by `switch`. */
export function idBranchesOf(source: Source): number[] {
  const lines: number[] = [];
  walk(source, (node, file) => {
    const hit =
      (ts.isBinaryExpression(node) &&
        isEquality(node.operatorToken.kind) &&
        ((isId(node.left) && literal(node.right)) || (isId(node.right) && literal(node.left)))) ||
      (ts.isCaseClause(node) && isId(node.parent.parent.expression) && literal(node.expression));
    if (hit) lines.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
  });
  return lines;
}

/** Texts that a module writes out: strings, templates and regular expressions, but not what it imports. */
export function literalsOf(source: Source): { readonly text: string; readonly line: number }[] {
  const found: { text: string; line: number }[] = [];
  walk(source, (node, file) => {
    const text =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
        ? node.text
        : ts.isRegularExpressionLiteral(node)
          ? node.text
          : undefined;
    const imported = node.parent !== undefined && "moduleSpecifier" in node.parent;
    if (text !== undefined && !imported)
      found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
  });
  return found;
}

/** Methods that change an array, a typed array, a Map or a Set. */
const CHANGES =
  /^(add|clear|copyWithin|delete|fill|pop|push|reverse|set|shift|sort|splice|unshift|lastIndex)$/;

/**
 * Names of what a module holds at its top and changes while it runs: each `let`, and each constant that a function
 * assigns into (`x[i] = 1`, `x.y = 1`) or changes by a method (`x.set(…)`). What the module fills while it is loaded is
 * a table, not state. What is changed through another name is not seen.
 */
export function moduleStateOf(source: Source): string[] {
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.ES2022, true);
  const variables = file.statements.filter(ts.isVariableStatement).map((one) => one.declarationList);
  const isConst = ({ flags }: ts.VariableDeclarationList): boolean => (flags & ts.NodeFlags.Const) !== 0;
  const namesIn = (lists: readonly ts.VariableDeclarationList[]): string[] =>
    lists.flatMap(({ declarations }) =>
      declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])),
    );
  const constants = new Set(namesIn(variables.filter(isConst)));
  const changed = new Set(namesIn(variables.filter((list) => !isConst(list))));
  walk(source, (node) => {
    const name = changedBy(node);
    if (name !== undefined && constants.has(name) && isInFunction(node)) changed.add(name);
  });
  return [...changed];
}

/** `x` of x[i] = 1, x.y.z += 1, x.count++, delete x.y and x.set(…). */
function changedBy(node: ts.Node): string | undefined {
  const isAccess = (one: ts.Node) => ts.isPropertyAccessExpression(one) || ts.isElementAccessExpression(one);
  const target =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
      ? node.left
      : ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)
        ? node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
          ? node.operand
          : undefined
        : ts.isDeleteExpression(node)
          ? node.expression
          : ts.isCallExpression(node) &&
              ts.isPropertyAccessExpression(node.expression) &&
              CHANGES.test(node.expression.name.text)
            ? node.expression
            : undefined;
  if (target === undefined || !isAccess(target)) return undefined;
  let base: ts.Node = target;
  while (isAccess(base) || ts.isNonNullExpression(base)) base = base.expression;
  return ts.isIdentifier(base) ? base.text : undefined;
}

function isInFunction(node: ts.Node): boolean {
  for (let one = node.parent; one !== undefined; one = one.parent) if (ts.isFunctionLike(one)) return true;
  return false;
}

export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

/** Regular expressions that a module writes out, and the lines where it makes others. */
export function patternsOf(source: Source): { written: Pattern[]; made: number[] } {
  const written: Pattern[] = [];
  const made: number[] = [];
  walk(source, (node, file) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      written.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), line });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === "RegExp"
    )
      made.push(line);
  });
  return { written, made };
}

function walk(source: Source, visit: (node: ts.Node, file: ts.SourceFile) => void): void {
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.ES2022, true);
  const step = (node: ts.Node): void => {
    visit(node, file);
    ts.forEachChild(node, step);
  };
  step(file);
}

function literal(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function isImportCall(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require")
  );
}

function isId(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "id";
  return ts.isElementAccessExpression(node) && literal(node.argumentExpression) === "id";
}

function isEquality(kind: ts.SyntaxKind): boolean {
  const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken, EqualsEqualsToken, ExclamationEqualsToken } =
    ts.SyntaxKind;
  return [
    EqualsEqualsEqualsToken,
    ExclamationEqualsEqualsToken,
    EqualsEqualsToken,
    ExclamationEqualsToken,
  ].includes(kind as never);
}
