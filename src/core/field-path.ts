/** Paths to fields of foreign objects: "doc.id", "payload.tags[0]", 'metadata["loc.page"]'. */
import { nearest } from "./problem.ts";
import { coreProblem } from "./problems.ts";

export type FieldGetter = (value: unknown) => unknown;

type PathStep = string | number;

/** They lead out of the data. */
const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * What a path leads to; undefined where a step is missing.
 * @example
 * fieldPath("payload.tags[0]")({ payload: { tags: ["a"] } }) // "a"
 */
export function fieldPath(path: string): FieldGetter {
  const steps = stepsOf(path);
  return (value) => {
    let at = value;
    for (const step of steps) at = fieldOf(at, step);
    return typeof at === "function" ? undefined : at;
  };
}

function stepsOf(path: string): PathStep[] {
  if (typeof path !== "string" || path === "") throw coreProblem.error("bad-path/empty", {});
  const wrong = () => coreProblem.error("bad-path/grammar", { path });
  const steps: PathStep[] = [];
  let i = 0;
  while (i < path.length) {
    if (path[i] === "[") {
      const quote = path[i + 1];
      const quoted = quote === '"' || quote === "'";
      const end = quoted ? path.indexOf(`${quote}]`, i + 2) : path.indexOf("]", i);
      if (end < 0) throw wrong();
      const inside = path.slice(i + (quoted ? 2 : 1), end);
      if (!quoted && !/^\d{1,9}$/.test(inside)) throw wrong();
      steps.push(quoted ? inside : Number(inside));
      i = end + (quoted ? 2 : 1);
      if (i < path.length && path[i] !== "." && path[i] !== "[") throw wrong();
    } else {
      const dot = path[i] === ".";
      // A path neither starts nor ends with a dot.
      if (dot && steps.length === 0) throw wrong();
      const from = dot ? i + 1 : i;
      let end = from;
      while (end < path.length && !".[]".includes(path[end]!)) end++;
      if (end === from || path[end] === "]") throw wrong();
      steps.push(path.slice(from, end));
      i = end;
    }
  }
  for (const step of steps)
    if (FORBIDDEN.has(String(step))) throw coreProblem.error("bad-path/prototype", { path });
  return steps;
}

/** Of the object itself or of its class, never of Object, Array or the like. */
function fieldOf(value: unknown, name: PathStep): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  for (let owner: object | null = value; owner !== null; owner = Object.getPrototypeOf(owner)) {
    if (owner !== value && isBuiltIn(owner)) return undefined;
    if (Object.hasOwn(owner, name)) return (value as Record<PathStep, unknown>)[name];
  }
  return undefined;
}

/** Also those of another realm. */
const isBuiltIn = (prototype: object): boolean => {
  const made: unknown = Object.hasOwn(prototype, "constructor") ? prototype.constructor : undefined;
  return (
    Object.getPrototypeOf(prototype) === null ||
    (typeof made === "function" && Function.prototype.toString.call(made).includes("[native code]"))
  );
};

/** Two levels are enough to see where an id is. */
const MOST_FIELDS = 100;

/**
 * The paths of the fields that are there, those of nested objects included.
 * @example
 * fieldsIn({ score: 1, payload: { docId: "a" } }) // ["score", "payload.docId"]
 */
export function fieldsIn(value: unknown, prefix = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const names: string[] = [];
  for (const name of Object.keys(value)) {
    if (names.length >= MOST_FIELDS) break;
    const path = joined(prefix, name);
    const inner = (value as Record<string, unknown>)[name];
    const nested = prefix === "" && !Array.isArray(inner) ? fieldsIn(inner, path) : [];
    if (nested.length === 0) names.push(path);
    else names.push(...nested);
  }
  return names;
}

const joined = (prefix: string, name: string): string => {
  if (/[.[\]]/.test(name) || name === "") return `${prefix}[${JSON.stringify(name)}]`;
  return prefix === "" ? name : `${prefix}.${name}`;
};

/** By how sure they are. */
const ID_NAMES = [
  "id",
  "_id",
  "id_",
  "docid",
  "doc_id",
  "documentid",
  "document_id",
  "chunkid",
  "chunk_id",
  "uuid",
  "key",
  "slug",
  "source",
  "url",
  "path",
] as const;

/** The path of the field that looks most like an id, to propose it; undefined where none does. */
export function likelyId(value: unknown): string | undefined {
  const candidates = fieldsIn(value).filter((path) => {
    const found = fieldPath(path)(value);
    return (typeof found === "string" && found !== "") || typeof found === "number";
  });
  const last = (path: string): string => path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  for (const name of ID_NAMES) {
    const match = candidates.find((path) => last(path) === name);
    if (match !== undefined) return match;
  }
  return nearest("documentId", candidates, 1)[0];
}
