/** The texts of a prepared case in rows: claims, and the statements of all chunks one behind the other, each folded once. */
import type { PreparedCase } from "../../core/judgement-record.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { withoutCitations } from "../split/citations.ts";
import { type SplitClaim, splitClaims } from "../split/claims.ts";
import { isNegation } from "./words.ts";

export interface Texts {
  readonly claims: readonly SplitClaim[];
  readonly responseClaims: readonly Folded[];
  readonly statements: readonly Folded[];
  /** By chunk: its place in the record, and where its statements begin and end. */
  readonly bounds: readonly { readonly at: number; readonly from: number; readonly to: number }[];
}
export interface Folded {
  readonly id: string;
  readonly text: string;
  readonly tokens: readonly Token[];
}

const folded = ({ id, text }: { readonly id: string; readonly text: string }): Folded => ({
  id,
  text,
  tokens: foldTokens(withoutCitations(text)),
});

export function textsOf({ reference, responseClaims = [], chunks }: PreparedCase): Texts {
  let from = 0;
  const bounds = chunks.map(({ at, statements }) => {
    const bound = { at, from, to: from + statements.length };
    from = bound.to;
    return bound;
  });
  return {
    claims: reference === undefined ? [] : claimsOf(reference),
    responseClaims: responseClaims.map(folded),
    statements: chunks.flatMap(({ statements }) => statements.map(folded)),
    bounds,
  };
}

/** "No." before the sentence that says why is not a claim that words could support; alone, it is the whole answer. */
function claimsOf(reference: string): readonly SplitClaim[] {
  const claims = splitClaims(reference);
  const telling = claims.filter(({ text }) => saysSomething(text));
  return telling.length > 0 ? telling : claims;
}

const yesOrNo: ReadonlySet<string> = new Set(["yes", "no", "yeah", "nope", "true", "false"]);

/** It has a content word besides yes, no and function words. */
export const saysSomething = (text: string): boolean =>
  foldTokens(text).some(({ key }) => !yesOrNo.has(key) && !isStopWord(key) && !isNegation(key));
