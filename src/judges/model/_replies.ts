/** What a reply says, checked against what was asked. */
import { findJson, type Json, type ReplyObject } from "./_read-json.ts";

export type Read<T> = { readonly value: T } | { readonly error: string; readonly cutOff: boolean };

export interface ClaimsReply {
  readonly claims: readonly string[];
  readonly entities: readonly string[];
}
export interface SupportReply {
  readonly claims: ReadonlyMap<string, Evidence>;
  readonly relevant: ReadonlySet<string>;
  /** Unknown ids as written, once per occurrence. */
  readonly unknown: readonly string[];
}
/** The ids that a reply may hold; `rated`: in relevant. */
export interface AskedIds {
  readonly claims: ReadonlySet<string>;
  readonly statements: ReadonlySet<string>;
  readonly rated: ReadonlySet<string>;
}
export interface Evidence {
  readonly full: ReadonlySet<string>;
  readonly partial: ReadonlySet<string>;
  /** Statements that say the opposite. */
  readonly against: ReadonlySet<string>;
}

const wrong = (error: string): { error: string; cutOff: false } => ({ error, cutOff: false });

export function readClaimsReply(text: string): Read<ClaimsReply> {
  const found = findJson(text, ["claims", "entities"]);
  if ("error" in found) return found;
  const claims = texts(found.value["claims"]);
  const entities = texts(found.value["entities"] ?? []);
  if (claims === undefined) return wrong("claims must be a list of texts");
  if (entities === undefined) return wrong("entities must be a list of texts");
  if (claims.length === 0) return wrong("claims must not be empty: the text states at least one thing");
  return { value: { claims, entities } };
}

/** Only ids count: of claims and statements that were asked about. Two entries for one claim are merged. */
export function readSupportReply(text: string, asked: AskedIds): Read<SupportReply> {
  const found = findJson(text, ["claims", "relevant"]);
  if ("error" in found) return found;
  const rows = rowsOf(found.value["claims"] ?? []);
  if (rows === undefined || (asked.claims.size > 0 && found.value["claims"] === undefined))
    return wrong('claims must be a list of {"id","full","partial"}');
  if (found.value["relevant"] === undefined) return wrong("relevant must be a list of ids");
  const unknown: string[] = [];
  const known = (value: Json | undefined, ids: ReadonlySet<string>): Set<string> | undefined => {
    const listed = idsOf(value ?? []);
    if (listed === undefined) return undefined;
    unknown.push(...listed.filter((id) => !ids.has(id)));
    return new Set(listed.filter((id) => ids.has(id)));
  };
  const claims = new Map<string, Evidence>();
  for (const [given, row] of rows) {
    const id = cleanId(given);
    if (!asked.claims.has(id)) {
      unknown.push(id);
      continue;
    }
    if (LISTS.every((name) => row[name] === undefined)) continue;
    const full = known(row["full"], asked.statements);
    const partial = known(row["partial"], asked.statements);
    const against = known(row["against"], asked.statements);
    if (full === undefined || partial === undefined || against === undefined)
      return wrong(`full, partial and against of ${id} must be lists of ids`);
    // Evidence that does not exist is not "no evidence": the claim is asked for again.
    if (full.size + partial.size + against.size === 0 && isFilled(...LISTS.map((name) => row[name])))
      continue;
    const before = claims.get(id);
    const evidence: Evidence = {
      full: new Set([...(before?.full ?? []), ...full]),
      partial: new Set([...(before?.partial ?? []), ...partial]),
      against: new Set([...(before?.against ?? []), ...against]),
    };
    const both = [...evidence.full].find((one) => evidence.against.has(one));
    if (both !== undefined)
      return wrong(
        `${both} is in full and in against of ${id}; a statement cannot state a claim and deny it`,
      );
    claims.set(id, evidence);
  }
  const relevant = known(found.value["relevant"], asked.rated);
  if (relevant === undefined) return wrong("relevant must be a list of ids");
  if (relevant.size === 0 && isFilled(found.value["relevant"]))
    return wrong("relevant must be a list of ids that stand before the lines of the data");
  return { value: { claims, relevant, unknown } };
}

const LISTS = ["full", "partial", "against"] as const;

const isFilled = (...values: readonly (Json | undefined)[]): boolean =>
  values.some((value) => (idsOf(value ?? []) ?? []).length > 0);

function texts(value: Json | undefined): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const out = new Set<string>();
  for (const one of value as readonly Json[]) {
    if (typeof one !== "string") return undefined;
    if (one.trim() !== "") out.add(one.trim());
  }
  return [...out];
}

/** A list of rows, or an object by id, which some models make of it. */
function rowsOf(value: Json): [string, ReplyObject][] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const rows: [Json | undefined, Json][] = Array.isArray(value)
    ? (value as readonly Json[]).map((row) => [isObject(row) ? row["id"] : undefined, row])
    : Object.entries(value as ReplyObject);
  const out: [string, ReplyObject][] = [];
  for (const [id, row] of rows) {
    if (typeof id !== "string" || !isObject(row)) return undefined;
    out.push([id, row]);
  }
  return out;
}

const isObject = (value: Json): value is ReplyObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function idsOf(value: Json): string[] | undefined {
  const list = value === null ? [] : typeof value === "string" ? listed(value) : value;
  if (!Array.isArray(list) || list.some((one: Json) => typeof one !== "string")) return undefined;
  return (list as string[]).map(cleanId).filter((id) => id !== "");
}

/** "1, 2" is a list; "not 1" and "all except 2" name an id and do not mean it. */
const listed = (text: string): string[] | undefined => {
  const ids = text.split(/[,\s]+/).map(cleanId);
  return ids.every((id) => /^(?:[a-z]?\d[\d.]*)?$/.test(id)) ? ids : undefined;
};

/** "[2.1]", "C1" and "2.1." are ids too. */
const cleanId = (id: string): string =>
  id
    .trim()
    .replace(/^[[("'`]+/, "")
    .replace(/(?<![\])"'`.:,])[\])"'`.:,]+$/, "")
    .toLowerCase();
