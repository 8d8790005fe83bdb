import type { Flag } from "../../core/judgement.ts";
import type { Problem } from "../../core/types.ts";
import { makeCanary } from "./_canary.ts";
import type { Item } from "./_data-lines.ts";
import { allOf, type Found, nothing, type Question, relevanceOf } from "./_found.ts";
import type { AskedIds, SupportReply } from "./_replies.ts";

export interface Plan {
  readonly items: readonly Item[];
  /** Of the record, without the canary. */
  readonly claimIds: readonly string[];
  readonly asked: AskedIds;
  isCanary(id: string): boolean;
  /** The reply in the ids of the record; nothing where the canary was taken for real. */
  read(reply: SupportReply): Found;
}

/** The lines of one call: the question, the claims with a canary among them, the statements with another. */
export function planOf(q: Question): Plan {
  const canary = makeCanary([
    q.question,
    ...[...q.claims, ...q.responseClaims, ...q.statements].map(([, text]) => text),
  ]);
  const withClaims = q.claims.length + q.responseClaims.length > 0;
  const place = Math.floor(canary.claimAt * (q.claims.length + 1));
  const texts: Item[] = [...q.claims];
  if (withClaims) texts.splice(place, 0, ["", canary.claim]);
  // Numbered anew: a gap, or a number past the last one, would give the canary away.
  const claims: Item[] = texts.map(([, text], i) => [`c${i + 1}`, text]);
  const ownId = new Map<string, string>(
    texts.map(([id], i) => [`c${i + 1}`, id] as const).filter(([, id]) => id !== ""),
  );
  for (const [id] of q.responseClaims) ownId.set(id, id);
  const canaryClaim = withClaims ? `c${place + 1}` : undefined;

  const last = lastOfChunks(q.statements);
  const after = last[Math.floor(canary.statementAt * last.length)]!;
  const [chunk, number] = q.statements[after]![0].split(".");
  const canaryStatement = `${chunk}.${Number(number) + 1}`;
  const statements = [...q.statements];
  statements.splice(after + 1, 0, [canaryStatement, canary.statement]);

  const statementIds = new Set(statements.map(([id]) => id));
  const asksRelevance = q.question.trim() !== "";
  return {
    items: [
      ...(asksRelevance ? [["Q", q.question] as Item] : []),
      ...claims,
      ...q.responseClaims,
      ...statements,
    ],
    claimIds: [...ownId.values()],
    asked: {
      claims: new Set([...claims, ...q.responseClaims].map(([id]) => id)),
      statements: statementIds,
      rated: new Set([...statementIds, ...q.responseClaims.map(([id]) => id)]),
    },
    isCanary: (id: string): boolean => id === canaryClaim || id === canaryStatement,
    read({ claims: rows, relevant, unknown }) {
      const flags: Flag[] = unknown.length === 0 ? [] : [madeUp(unknown)];
      const said = canaryClaim === undefined ? undefined : rows.get(canaryClaim);
      const believed = said !== undefined && said.full.size + said.partial.size > 0;
      const used = [...rows.values()].some(
        ({ full, partial }) => full.has(canaryStatement) || partial.has(canaryStatement),
      );
      if (believed || used)
        return {
          ...nothing,
          flags: [...flags, believed ? canaryFlag : canaryUsedFlag],
          unjudged: allOf(q, canaryProblem),
        };
      const evidence = new Map(
        [...ownId].flatMap(([id, own]) => (rows.has(id) ? [[own, rows.get(id)!] as const] : [])),
      );
      if (relevant.has(canaryStatement))
        return {
          ...nothing,
          evidence,
          flags: [...flags, canaryUsedFlag],
          unjudged: relevanceOf(q, canaryProblem),
        };
      return { ...nothing, evidence, relevant, flags };
    },
  };
}

/** Places of the last statement of each chunk. */
const lastOfChunks = (statements: readonly Item[]): number[] =>
  statements.flatMap(([id], i) => {
    const next = statements[i + 1]?.[0];
    return next === undefined || next.split(".")[0] !== id.split(".")[0] ? [i] : [];
  });

const canaryProblem: Problem = {
  code: "judge-canary",
  what: "the judge took an invented sentence for true or relevant, so its verdicts on these texts cannot be trusted",
  why: "an instruction in a text can make a model approve of everything; so can a model that is too weak",
  fix: "read the chunks of this case for instructions; otherwise take a stronger model",
};
const canaryFlag: Flag = { code: "canary", what: "the judge found support for an invented claim" };
const canaryUsedFlag: Flag = { code: "canary", what: "the judge used an invented statement" };
const madeUp = (ids: readonly string[]): Flag => ({
  code: "unknown-id",
  what: `the judge named ${ids.length} ${ids.length === 1 ? "id" : "ids"} that it was not given; left out`,
  ids: [...new Set(ids)].slice(0, 20),
});
