/**
 * Pieces of the program, and modules of Node, that are loaded when something of theirs is first used: `const x =
 * require("./_late.js")` becomes a function that requires it once, and each `x.name` asks that function. Of the pieces
 * that are loaded at once, names are taken at the start: a field of an object with hundreds of them is slower to look up
 * than a variable.
 */
import { parseSync } from "rolldown/experimental";
import { applyEdits, type Edit, isFieldName, type Node, type Place, walk } from "./_syntax.ts";

/** A statement `const name = require("path");`, and where its fields are read. */
interface Required {
  readonly name: string;
  readonly path: string;
  readonly statement: Node;
  readonly uses: Place[];
}

/** The same piece, which is CommonJS. `isLate`: by the path in a require. `first`: it may use no late one when it is loaded. */
export function requiredOnUse(code: string, isLate: (path: string) => boolean, first: boolean): string {
  const program = parseSync("chunk.js", code).program as unknown as Node;
  const requires = new Map(
    (program.body as readonly Node[]).flatMap(requireOf).map((one) => [one.name, one]),
  );
  walk(program, false, (place) => {
    const { node, parent, field } = place;
    const declares = parent.type === "VariableDeclarator" && field === "id";
    if (node.type !== "Identifier" || isFieldName(place) || declares) return;
    requires.get(node.name as string)?.uses.push(place);
  });
  const edits = [...requires.values()].flatMap(({ name, path, statement, uses }): Edit[] => {
    const whole = uses.find(({ field, parent }) => field !== "object" || parent.computed !== false);
    const early = first ? uses.find(({ inFunction }) => !inFunction) : undefined;
    if (path.startsWith("node:") && (whole ?? early) !== undefined) return [];
    const refuse = ({ node }: Place, how: string): never => {
      throw new Error(
        `${path} ${how}, and cannot be late: ${lineOf(code, node)}\nTake the file of that name out of the late ones in tsdown.config.ts.`,
      );
    };
    if (whole !== undefined) refuse(whole, "is used as a whole");
    if (!path.startsWith("node:") && !isLate(path)) {
      const fields = new Set(uses.map(({ parent }) => (parent.property as Node).name as string));
      const taken = [...fields].map((field) => `${field}: ${name}$${field}`).join(", ");
      return [
        put(statement, `const { ${taken} } = require("${path}");`),
        ...uses.map(({ parent }) => put(parent, `${name}$${(parent.property as Node).name as string}`)),
      ];
    }
    if (early !== undefined) refuse(early, "is used when the program starts");
    return [
      put(statement, `let ${name}$loaded;\nconst ${name} = () => (${name}$loaded ??= require("${path}"));`),
      ...uses.map(({ node }) => put(node, `(${name}())`)),
    ];
  });
  return applyEdits(code, edits);
}

const put = ({ start, end }: Node, text: string): Edit => ({ start, end, text });

function requireOf(statement: Node): Required[] {
  if (statement.type !== "VariableDeclaration") return [];
  const [{ id, init }, ...others] = statement.declarations as readonly [Record<"id" | "init", Node | null>];
  const path = (init?.arguments as readonly Node[] | undefined)?.[0]?.value;
  if ((init?.callee as Node | undefined)?.name !== "require" || others.length > 0) return [];
  return id?.type === "Identifier" && typeof path === "string" && /^(\.\/|node:)/.test(path)
    ? [{ name: id.name as string, path, statement, uses: [] }]
    : [];
}

const GIVEN =
  /Object\.defineProperty\(exports, "([^"]+)", \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/** What a piece gives to others as plain fields, for which it must stay what it was when they took it. */
export function givenAsFields(code: string): string {
  const program = parseSync("chunk.js", code).program as unknown as Node;
  const given = new Set([...code.matchAll(GIVEN)].map(([, , name]) => name));
  // A constant cannot change: where one of its name does, it is another variable.
  const variable = new Set(
    (program.body as readonly Node[]).flatMap(variablesOf).filter((name) => given.has(name)),
  );
  walk(program, false, ({ node, parent, field }) => {
    const changes =
      parent.type === "AssignmentExpression" ? field === "left" : parent.type === "UpdateExpression";
    if (changes && node.type === "Identifier" && variable.has(node.name as string))
      throw new Error(`${String(node.name)} is given to other pieces of the program, and changes`);
  });
  return code.replace(GIVEN, "exports.$1 = $2;");
}

function variablesOf(statement: Node): string[] {
  if (statement.type !== "VariableDeclaration" || statement.kind === "const") return [];
  return (statement.declarations as readonly { readonly id: Node }[]).map(({ id }) => String(id.name));
}

const lineOf = (code: string, { start, end }: Node): string =>
  code.slice(code.lastIndexOf("\n", start) + 1, code.indexOf("\n", end)).trim();
