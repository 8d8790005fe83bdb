/** The texts of one case as numbers: what its claims and its question look for, and what each statement says of it. */

import { TokenColumns } from "../../text/token-columns.ts";
import type { Token } from "../../text/tokens.ts";
import type { SplitClaim } from "../split/claims.ts";
import type { Aliases } from "./_aliases.ts";
import { forget, type Lexicon } from "./_lexicon.ts";
import { type RowPlaces, type Rows, readRows } from "./_rows.ts";
import { type Sought, seek } from "./_sought.ts";
import type { StatementRoles } from "./_statements.ts";
import { Wanted } from "./_wanted.ts";

interface CaseParts {
  readonly question?: string;
  readonly questionTokens?: readonly Token[];
  /** `tokens`: of the text, where it was folded before. */
  readonly claims?: readonly (SplitClaim & { readonly tokens?: readonly Token[] })[];
  readonly roles?: StatementRoles;
  readonly aliases?: Aliases;
}

/** Statements folded. */
export interface CaseTexts extends CaseParts {
  readonly responseClaims?: readonly { readonly text: string; readonly tokens: readonly Token[] }[];
  readonly statements: readonly (readonly Token[])[];
}

/** The same in columns of the lexicon's words. */
export interface CaseColumns extends CaseParts {
  readonly columns: TokenColumns;
  readonly responseClaims: readonly (RowPlaces & { readonly text: string })[];
  readonly statements: readonly RowPlaces[];
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
  const { responseClaims = [], statements } = texts;
  forget(lexicon.words);
  const columns = new TokenColumns(lexicon.words, statements.length * 16);
  const placed = (tokens: readonly Token[]): RowPlaces => {
    const from = columns.length;
    for (const token of tokens) columns.push(token);
    return { from, to: columns.length };
  };
  return readColumns(
    {
      ...texts,
      columns,
      statements: statements.map(placed),
      responseClaims: responseClaims.map(({ text, tokens }) => ({ text, ...placed(tokens) })),
    },
    lexicon,
  );
}

export function readColumns(texts: CaseColumns, lexicon: Lexicon): CaseRows {
  const { question = "", questionTokens, claims = [], responseClaims, statements, columns } = texts;
  const { roles, aliases = noAliases } = texts;
  const wanted = new Wanted(lexicon, aliases);
  const asking = seek(question, wanted, { gates: false, tokens: questionTokens });
  const asked = new Set(asking.terms);
  const reference = claims.map(({ text, focus, tokens }) =>
    seek(text, wanted, { reference: true, asked, focus, tokens }),
  );
  const response = responseClaims.map(({ text }) => seek(text, wanted, { asked }));
  const rows = readRows(columns, [...statements, ...responseClaims], wanted, roles);
  return { question: asking, claims: reference, responseClaims: response, rows };
}
