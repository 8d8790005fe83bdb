/** The syntax tree of a piece of the program, as far as what the build does to it looks at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
export interface Place {
  readonly node: Node;
  readonly parent: Node;
  /** The field of the parent that it stands in. */
  readonly field: string;
  /** Inside a function, or a field of each object of a class: evaluated anew with every call. */
  readonly inFunction: boolean;
}
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const isNode = (x: unknown): x is Node =>
  typeof x === "object" && x !== null && typeof (x as Node).type === "string";

export function walk(node: Node, inFunction: boolean, visit: (place: Place) => void): void {
  const inner =
    inFunction || /Function/.test(node.type) || (node.type === "PropertyDefinition" && node.static !== true);
  for (const [field, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) {
        visit({ node: child, parent: node, field, inFunction: inner });
        walk(child, inner, visit);
      }
}

/** Is it the name of a field, and no variable? */
export const isFieldName = ({ node, parent, field }: Place): boolean =>
  ((field === "property" && parent.type === "MemberExpression") ||
    (field === "key" && parent.shorthand !== true)) &&
  parent.computed === false &&
  parent.value !== node;

/** The same text with other words in some places. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let out = "";
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    out += code.slice(at, start) + text;
    at = end;
  }
  return out + code.slice(at);
}
