/** The texts of a prepared case in rows: claims, and the statements of all chunks one behind the other, each folded once. */
import type { PreparedCase } from "../../core/judgement-record.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { type FoldedWords, foldTokens, foldTokensWith, type Token } from "../../text/tokens.ts";
import { type SplitClaim, splitClaims } from "../split/claims.ts";
import { withoutMarkup } from "../split/markdown.ts";
import { type Aliases, aliasesOf, inOneForm } from "./_aliases.ts";
import { rolesOf, type StatementRoles } from "./_statements.ts";
import { isNegation } from "./words.ts";

export interface Texts {
  readonly claims: readonly SplitClaim[];
  readonly responseClaims: readonly Folded[];
  readonly statements: readonly Folded[];
  /** By chunk: its place in the record, and where its statements begin and end. */
  readonly bounds: readonly { readonly at: number; readonly from: number; readonly to: number }[];
  readonly roles: StatementRoles;
  readonly aliases: Aliases;
}
export interface Folded {
  readonly id: string;
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** `words`: of the texts that were read before. */
export function textsOf(
  { question, reference, responseClaims = [], chunks }: PreparedCase,
  words?: FoldedWords,
): Texts {
  const fold = (text: string): readonly Token[] => foldTokensWith(words, text);
  const folded = ({ id, text }: { readonly id: string; readonly text: string }): Folded => ({
    id,
    text,
    tokens: fold(withoutMarkup(text)),
  });
  let from = 0;
  const bounds = chunks.map(({ at, statements }) => {
    const bound = { at, from, to: from + statements.length };
    from = bound.to;
    return bound;
  });
  const claims = reference === undefined ? [] : claimsOf(reference);
  const response = responseClaims.map(folded);
  const statements = chunks.flatMap((chunk) => chunk.statements.map(folded));
  const asking = [question, ...claims.map(({ text }) => text)].map((text) => ({
    text,
    tokens: fold(text),
  }));
  const aliases = aliasesOf([...asking, ...response], statements);
  const inForm = (one: Folded): Folded => {
    const tokens = inOneForm(one.tokens, aliases);
    return tokens === one.tokens ? one : { ...one, tokens };
  };
  return {
    claims,
    responseClaims: response.map(inForm),
    statements: statements.map(inForm),
    bounds,
    roles: rolesOf(
      statements.map(({ text }) => text),
      bounds,
    ),
    aliases,
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
