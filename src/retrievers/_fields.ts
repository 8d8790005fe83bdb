/** Hits of foreign libraries → hits: where the id, the text and the rest are, by paths or functions. */
import { type FieldGetter, fieldPath, fieldsIn, likelyId } from "../core/field-path.ts";
import type { QueryId } from "../core/ids.ts";
import type { Hit } from "../core/ranking.ts";
import { firstNames } from "../core/shown.ts";
import { checked } from "./_check-options.ts";
import { retrieverProblem } from "./problems.ts";

/** A path such as "payload.docId", or a function of one hit as the client returns it. */
// biome-ignore lint/suspicious/noExplicitAny: what a client returns has its own type, which people know and we do not.
export type HitField = string | ((hit: any) => unknown);

/** Where the parts of a hit are. */
export interface HitFields {
  /** The id that the gold uses. A function that returns null says that there is none: hits are then matched by text. */
  readonly id?: HitField;
  readonly text?: HitField;
  readonly score?: HitField;
  /** The document that a chunk is part of. */
  readonly doc?: HitField;
}
export const HIT_FIELDS = ["id", "text", "score", "doc"] as const;

/** Of one kind of retriever; of several paths the first that leads to something counts. */
interface HitDefaults {
  readonly id: string | readonly string[];
  readonly text?: readonly string[] | FieldGetter;
  readonly score?: readonly string[] | FieldGetter;
  readonly doc?: readonly string[] | FieldGetter;
}

export type HitListReader = (query: QueryId, list: readonly unknown[]) => Hit[];

export function hitReader(retriever: string, options: HitFields, defaults: HitDefaults): HitListReader {
  const idAt = options.id ?? defaults.id;
  const id = getter(retriever, "id", idAt);
  const text = optional(retriever, "text", options.text, defaults.text, isText);
  const score = optional(retriever, "score", options.score, defaults.score, Number.isFinite);
  const doc = optional(retriever, "doc", options.doc, defaults.doc, (x) => isText(x) || Number.isFinite(x));
  const path = typeof idAt === "function" ? "id(hit)" : typeof idAt === "string" ? idAt : idAt.join(" or ");
  return (query, list) =>
    list.map((given, i) => {
      const found = id(given);
      // Null from a path is a hit without an id; null from a function is meant.
      if (found === undefined || found === "" || (found === null && typeof idAt !== "function"))
        throw noId(query, given, i + 1, path);
      // What is not an id, a text or a score is named where answers are read.
      return {
        id: found,
        ...present("text", text(given)),
        ...present("score", score(given)),
        ...present("doc", doc(given)),
      } as Hit;
    });
}

const isText = (x: unknown): boolean => typeof x === "string";

/** What is at a usual place may be something else, and is then left out; what people name must be right. */
function optional(
  retriever: string,
  option: string,
  given: HitField | undefined,
  usual: readonly string[] | FieldGetter = [],
  isRight: (value: unknown) => boolean,
): FieldGetter {
  if (given !== undefined) return getter(retriever, option, given);
  const get = getter(retriever, option, usual);
  return (hit) => {
    const found = get(hit);
    return isRight(found) ? found : undefined;
  };
}

/** Of several fields the first that is there; those with a "-" are distances, turned round so that higher is better. */
export function scoreOf(...signed: readonly string[]): FieldGetter {
  const paths = signed.map((one) => {
    const isDistance = one.startsWith("-");
    return { isDistance, get: fieldPath(isDistance ? one.slice(1) : one) };
  });
  return (hit) => {
    for (const { isDistance, get } of paths) {
      const value = get(hit);
      if (value !== undefined && value !== null)
        return isDistance && typeof value === "number" ? -value : value;
    }
    return undefined;
  };
}

const present = (name: string, value: unknown): object =>
  value === undefined || value === null ? {} : { [name]: value };

type Given = HitField | readonly string[];

function getter(retriever: string, option: string, given: Given): FieldGetter {
  if (typeof given === "function") return given;
  if (typeof given === "string") return fieldPath(given);
  checked(retriever, option, given, Array.isArray, 'a path such as "payload.docId", or a function');
  const paths = given.map(fieldPath);
  return (hit) => {
    for (const path of paths) {
      const found = path(hit);
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  };
}

function noId(query: QueryId, hit: unknown, rank: number, path: string) {
  const likely = likelyId(hit);
  return retrieverProblem.error(
    "no-id-in-hit",
    {
      rank,
      path,
      ...firstNames("fields", fieldsIn(hit)),
      ...(likely === undefined || likely === path ? {} : { likely }),
    },
    { at: { side: "run", query } },
  );
}

/** The list in an answer. `at`: its path, for the message. */
export function listIn(query: QueryId, answer: unknown, list: unknown, at: string): readonly unknown[] {
  if (Array.isArray(list)) return list;
  const likely = fieldsIn(answer).find((path) => Array.isArray(fieldPath(path)(answer)));
  throw retrieverProblem.error(
    "no-hits-in-answer",
    { path: at, ...firstNames("fields", fieldsIn(answer)), ...(likely === undefined ? {} : { likely }) },
    { at: { side: "run", query } },
  );
}
