/** The codes of Problems that are written out in our sources, not in a table of words: read off the syntax, not guessed from the text. */
import ts from "typescript";

export interface FoundCodes {
  readonly codes: readonly string[];
  /** What a code starts with, where the rest of it is worked out: "broken-". */
  readonly starts: readonly string[];
}

const CODE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const START = /^[a-z]+-$/;

export function problemCodesIn(
  sources: readonly { readonly path: string; readonly text: string }[],
): FoundCodes {
  const files = sources.map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  const makers = new Map<string, Set<number>>();
  const each = (visit: (node: ts.Node) => void): void => {
    const walk = (node: ts.Node): void => {
      visit(node);
      ts.forEachChild(node, walk);
    };
    for (const file of files) walk(file);
  };
  each((node) => {
    const made = makerOf(node);
    if (made !== undefined) makers.set(made.name, (makers.get(made.name) ?? new Set()).add(made.at));
  });
  const codes = new Set<string>();
  const starts = new Set<string>();
  const take = (value: ts.Node): void => {
    if (ts.isStringLiteralLike(value)) {
      if (CODE.test(value.text)) codes.add(value.text);
    } else if (ts.isTemplateExpression(value) && START.test(value.head.text)) starts.add(value.head.text);
    else if (ts.isConditionalExpression(value)) [value.whenTrue, value.whenFalse].forEach(take);
    else if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) take(value.expression);
  };
  each((node) => {
    if (
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      nameOf(node.name) === "code" &&
      node.initializer !== undefined
    )
      take(node.initializer);
    if (!ts.isCallExpression(node)) return;
    for (const at of makers.get(nameOf(node.expression) ?? "") ?? [])
      if (node.arguments[at] !== undefined) take(node.arguments[at]);
  });
  return { codes: [...codes], starts: [...starts] };
}

/** Texts that may be keys of a table, and templates for such: `no-${of}`, as the first thing a call is given. Names of properties are none. */
export function keysIn(sources: readonly { readonly path: string; readonly text: string }[]): {
  readonly texts: ReadonlySet<string>;
  readonly templates: readonly RegExp[];
} {
  const texts = new Set<string>();
  const templates: RegExp[] = [];
  const walk = (node: ts.Node): void => {
    const { parent } = node;
    if (ts.isStringLiteralLike(node) && !(ts.isPropertyAssignment(parent) && parent.name === node))
      texts.add(node.text);
    if (ts.isTemplateExpression(node) && ts.isCallExpression(parent) && parent.arguments[0] === node) {
      const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (/^[a-z0-9/-]*[a-z][a-z0-9/-]*$/.test(fixed.join("")))
        templates.push(new RegExp(`^${fixed.join("[a-z0-9-]+")}$`));
    }
    ts.forEachChild(node, walk);
  };
  for (const { path, text } of sources) walk(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return { texts, templates };
}

/** A function with a parameter `code: string`: its name, and the place of the parameter. */
function makerOf(node: ts.Node): { name: string; at: number } | undefined {
  const made = ts.isVariableDeclaration(node) && node.initializer !== undefined ? node.initializer : node;
  if (!ts.isFunctionLike(made)) return undefined;
  const name = nameOf((node as ts.NamedDeclaration).name);
  const at = made.parameters.findIndex(
    (one) => nameOf(one.name) === "code" && one.type?.kind === ts.SyntaxKind.StringKeyword,
  );
  return name === undefined || at < 0 ? undefined : { name, at };
}

/** `bad` of bad(…), this.#bad(…) and reader.bad(…). */
function nameOf(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPrivateIdentifier(node)) return node.text.slice(1);
  return ts.isPropertyAccessExpression(node) ? nameOf(node.name) : undefined;
}
