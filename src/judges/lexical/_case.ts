/** The texts of one case as numbers: what its claims and its question look for, and what each statement says of it. */

import type { Token } from "../../text/tokens.ts";
import type { SplitClaim } from "../split/claims.ts";
import type { Aliases } from "./_aliases.ts";
import type { Lexicon } from "./_lexicon.ts";
import { type Rows, readRows } from "./_rows.ts";
import { type Sought, seek } from "./_sought.ts";
import type { StatementRoles } from "./_statements.ts";
import { Wanted } from "./_wanted.ts";

export interface CaseTexts {
  readonly question?: string;
  readonly claims?: readonly SplitClaim[];
  readonly responseClaims?: readonly { readonly text: string; readonly tokens: readonly Token[] }[];
  /** Folded. */
  readonly statements: readonly (readonly Token[])[];
  readonly roles?: StatementRoles;
  readonly aliases?: Aliases;
}

const noAliases: Aliases = new Map();

export interface CaseRows {
  readonly question: Sought;
  readonly claims: readonly Sought[];
  readonly responseClaims: readonly Sought[];
  /** Of the statements, and behind them of the response's claims. */
  readonly rows: Rows;
}

export function readCase(texts: CaseTexts, lexicon: Lexicon): CaseRows {
  const { question = "", claims = [], responseClaims = [], statements, roles, aliases = noAliases } = texts;
  const wanted = new Wanted(lexicon, aliases);
  const asking = seek(question, wanted);
  const asked = new Set(asking.terms);
  const reference = claims.map(({ text, focus }) => seek(text, wanted, { reference: true, asked, focus }));
  const response = responseClaims.map(({ text }) => seek(text, wanted, { asked }));
  const rows = readRows([...statements, ...responseClaims.map(({ tokens }) => tokens)], wanted, roles);
  return { question: asking, claims: reference, responseClaims: response, rows };
}
