/** One case: everything that the embedded judge says of it. */
import type { Flag, Judged, PreparedCase, RecordClaim, Support } from "../../core/judgement-record.ts";
import { readCase } from "./_case.ts";
import { entitiesIn } from "./_entities-in.ts";
import type { Lexicon } from "./_lexicon.ts";
import { relevantPlaces } from "./_relevant.ts";
import type { Sought } from "./_sought.ts";
import type { Texts } from "./_texts.ts";
import type { Thresholds } from "./_thresholds.ts";
import { type LexicalVerdict, verdictOf, verdictOfScores } from "./_verdict.ts";
import { negationDiffers } from "./negation.ts";
import { findSupport } from "./support.ts";

/** `scores`: a user's, of the claims of the reference and then of the response against every statement. Without them words decide. */
export function judgeCase(
  one: PreparedCase,
  texts: Texts,
  lexicon: Lexicon,
  thresholds: Thresholds,
  scores?: Float64Array,
): Judged {
  const { claims, responseClaims, statements, bounds } = texts;
  const rows = statements.map(({ tokens }) => tokens);
  const read = readCase({ question: one.question, claims, responseClaims, statements: rows }, lexicon);
  const flags: Flag[] = [];
  const judged = <T extends { id: string; text: string }>(
    claim: T,
    sought: Sought,
    row: number,
  ): RecordClaim => {
    const own = scores?.subarray(row * statements.length, (row + 1) * statements.length);
    const support: Support[] = [];
    for (const { at, from, to } of bounds) {
      const verdict =
        own === undefined
          ? verdictOf(findSupport(sought, read.rows, from, to), thresholds)
          : verdictOfScores(own, from, to, thresholds);
      if (verdict === undefined) continue;
      if (own === undefined) flagNegation(claim, verdict, texts, flags);
      const by = [...verdict.by].sort((a, b) => a - b).map((place) => statements[place]!.id);
      support.push({ chunk: at, level: verdict.level, by });
    }
    return { id: claim.id, text: claim.text, support };
  };
  const supported = read.claims.map((sought, i) => judged({ id: `c${i + 1}`, text: sought.text }, sought, i));
  const answered = read.responseClaims.map((sought, i) =>
    judged(responseClaims[i]!, sought, claims.length + i),
  );
  const relevant = relevantPlaces(one, texts, read, thresholds, supported, scores);
  const ids = relevant && new Set(statements.filter((_, place) => relevant.has(place)).map(({ id }) => id));
  // What a relevant statement says is relevant too, whatever its words.
  const fits = ({ support }: RecordClaim, i: number): boolean =>
    relevant!.has(statements.length + i) ||
    support.some((s) => s.level === "full" && s.by.some((id) => ids!.has(id)));
  return {
    ...(one.reference === undefined ? {} : { claims: supported, entities: entitiesIn(one.reference, texts) }),
    ...(one.responseClaims === undefined
      ? {}
      : {
          responseClaims: answered.map((claim, i) =>
            ids === undefined ? claim : { ...claim, relevant: fits(claim, i) },
          ),
        }),
    ...(ids === undefined ? {} : { relevant: [...ids] }),
    ...(flags.length === 0 ? {} : { flags }),
  };
}

function flagNegation(
  claim: { readonly id: string; readonly text: string },
  { level, by }: LexicalVerdict,
  { statements }: Texts,
  flags: Flag[],
): void {
  const best = statements[by[0]!]!;
  if (level !== "full" || !negationDiffers(claim.text, best.text)) return;
  flags.push({
    code: "negation-differs",
    what: `${best.id} supports ${claim.id} by its words, but only one of them denies something`,
    ids: [claim.id, best.id],
  });
}
