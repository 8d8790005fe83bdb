// Loads the TypeScript sources with a note at the start of every function: its file and its name go to globalThis.noteCall.
import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { root } from "../_prepare.mjs";

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith(".ts") || url.includes("/node_modules/")) return next(url, context);
  const path = fileURLToPath(url);
  const name = relative(root, path).split(sep).join("/");
  const { outputText } = ts.transpileModule(withNotes(name, await readFile(path, "utf8")), {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return { format: "module", shortCircuit: true, source: outputText };
}

/**
 * What is called while a module is being loaded is no part of a way: notes count only outside of that.
 * @param {string} path as it is shown
 * @param {string} text
 */
export function withNotes(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  /** @type {[place: number, text: string][]} */
  const notes = [];
  let waits = false;
  /** @param {ts.Node} node @param {boolean} inside a function */
  const visit = (node, inside) => {
    if (ts.isAwaitExpression(node) && !inside) waits = true;
    const isFunction = ts.isFunctionLike(node);
    if (isFunction && "body" in node && node.body !== undefined) {
      const note = `noteCall(${JSON.stringify(path)}, ${JSON.stringify(nameOf(node))})`;
      if (ts.isBlock(node.body)) notes.push([node.body.getStart(file) + 1, ` ${note};`]);
      else notes.push([node.body.getStart(file), `(${note}, (`], [node.body.getEnd(), "))"]);
    }
    ts.forEachChild(node, (child) => visit(child, inside || isFunction));
  };
  visit(file, false);
  notes.sort(([a], [b]) => b - a);
  let noted = text;
  for (const [place, note] of notes) noted = noted.slice(0, place) + note + noted.slice(place);
  // A module that waits at its top level is the program itself.
  return waits
    ? noted
    : noted.replace(/^(#!.*\n)?/, "$1noteCall.loading++; ").concat("\nnoteCall.loading--;\n");
}

/** @param {ts.SignatureDeclaration} node */
function nameOf(node) {
  for (let at = /** @type {ts.Node} */ (node); at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isConstructorDeclaration(at)) return `new ${at.parent.name?.text ?? "class"}`;
    if ("name" in at && at.name !== undefined) return /** @type {ts.Node} */ (at.name).getText();
  }
  return "a function";
}
