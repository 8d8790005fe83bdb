import type { Flag } from "../../core/judgement-record.ts";
import { makeCanary } from "./_canary.ts";
import type { DataItem } from "./_data-lines.ts";
import { allOf, nothing, type Question, type SupportFound } from "./_found.ts";
import type { AskedIds, Evidence, SupportReply } from "./_replies.ts";
import { modelProblem } from "./problems.ts";

export interface SupportPlan {
  readonly items: readonly DataItem[];
  /** Of the record, without the canary. */
  readonly claimIds: readonly string[];
  readonly asked: AskedIds;
  /** Of the statements in the call. */
  readonly numbers: readonly string[];
  isCanary(id: string): boolean;
  /** The reply in the ids of the record; nothing where the canary was taken for real. */
  read(reply: SupportReply): SupportFound;
}

/**
 * The lines of one call: the question, the claims with a canary among them, the statements with another.
 * Statements are numbered 1, 2, 3 for the call: a token each, where "2.1" has three.
 */
export function planOf(q: Question): SupportPlan {
  const canary = makeCanary([
    q.question,
    ...[...q.claims, ...q.responseClaims, ...q.statements].map(([, text]) => text),
  ]);
  const withClaims = q.claims.length + q.responseClaims.length > 0;
  const place = Math.floor(canary.claimAt * (q.claims.length + 1));
  const texts: DataItem[] = [...q.claims];
  if (withClaims) texts.splice(place, 0, ["", canary.claim]);
  // Renumbered: a gap, or a number past the last one, would give the canary away.
  const claims: DataItem[] = texts.map(([, text], i) => [`c${i + 1}`, text]);
  const ownId = new Map<string, string>(
    texts.map(([id], i) => [`c${i + 1}`, id] as const).filter(([, id]) => id !== ""),
  );
  for (const [id] of q.responseClaims) ownId.set(id, id);
  const canaryClaim = withClaims ? `c${place + 1}` : undefined;

  const chunks = chunksOf(q.statements);
  chunks.splice(Math.floor(canary.statementAt * (chunks.length + 1)), 0, [["", canary.statement]]);
  const shown: DataItem[] = [];
  const ownStatement = new Map<string, string>();
  let canaryStatement = "";
  for (const chunk of chunks) {
    shown.push(BLANK);
    for (const [id, text] of chunk) {
      const number = String(ownStatement.size + (canaryStatement === "" ? 1 : 2));
      shown.push([number, text]);
      if (id === "") canaryStatement = number;
      else ownStatement.set(number, id);
    }
  }
  const own = (ids: ReadonlySet<string>): Set<string> =>
    new Set([...ids].map((id) => ownStatement.get(id) ?? id));

  // In their order: at the end of a schema's list, the canary would give itself away.
  const statementIds = new Set(Array.from({ length: ownStatement.size + 1 }, (_, i) => String(i + 1)));
  const asksRelevance = q.question.trim() !== "";
  return {
    items: [
      ...(asksRelevance ? [["Q", q.question] as DataItem] : []),
      ...claims,
      ...q.responseClaims,
      ...shown,
    ],
    claimIds: [...ownId.values()],
    asked: {
      claims: new Set([...claims, ...q.responseClaims].map(([id]) => id)),
      statements: statementIds,
      rated: new Set([...statementIds, ...q.responseClaims.map(([id]) => id)]),
    },
    numbers: [...ownStatement.keys()],
    isCanary: (id: string): boolean => id === canaryClaim || id === canaryStatement,
    read({ claims: rows, relevant, unknown }) {
      const flags: Flag[] = unknown.length === 0 ? [] : [madeUp(unknown)];
      const said = canaryClaim === undefined ? undefined : rows.get(canaryClaim);
      const believed = said !== undefined && said.full.size + said.partial.size > 0;
      const used = [...rows.values()].some(
        (row) =>
          row.full.has(canaryStatement) ||
          row.partial.has(canaryStatement) ||
          row.against.has(canaryStatement),
      );
      // Claims too: a judge that takes anything for relevant does not go by the texts.
      if (believed || used || relevant.has(canaryStatement))
        return {
          ...nothing,
          flags: [...flags, believed ? canaryFlag : canaryUsedFlag],
          unjudged: allOf(q, canaryProblem),
        };
      const evidence = new Map<string, Evidence>();
      for (const [id, claim] of ownId) {
        const row = rows.get(id);
        if (row !== undefined) {
          const { full, partial, against } = row;
          evidence.set(claim, { full: own(full), partial: own(partial), against: own(against) });
        }
      }
      return { ...nothing, evidence, relevant: own(relevant), flags };
    },
  };
}

// An empty line costs no token after a full stop, and no text can make one.
const BLANK: DataItem = ["", ""];

function chunksOf(statements: readonly DataItem[]): DataItem[][] {
  const chunks = new Map<string, DataItem[]>();
  for (const one of statements) {
    const chunk = one[0].slice(0, one[0].indexOf("."));
    const before = chunks.get(chunk);
    if (before === undefined) chunks.set(chunk, [one]);
    else before.push(one);
  }
  return [...chunks.values()];
}

const canaryProblem = modelProblem("judge-canary", {});
const canaryFlag: Flag = { code: "canary", what: "the judge found support for an invented claim" };
const canaryUsedFlag: Flag = { code: "canary", what: "the judge used an invented statement" };
const madeUp = (ids: readonly string[]): Flag => ({
  code: "unknown-id",
  what: `the judge named ${ids.length} ${ids.length === 1 ? "id" : "ids"} that it was not given (${[...new Set(ids)].slice(0, 9).join(", ").slice(0, 90)}); left out`,
});
