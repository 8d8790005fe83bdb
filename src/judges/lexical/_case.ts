/** The texts of one case as numbers: what its claims and its question look for, and what each statement says of it. */
import type { Claim } from "../split/claims.ts";
import { type Rows, readRows } from "./_rows.ts";
import { type Sought, seek } from "./_sought.ts";
import { Wanted } from "./_wanted.ts";
import { englishWeight, type Weigh } from "./_weights.ts";

export interface CaseTexts {
  readonly question?: string;
  readonly claims?: readonly Claim[];
  readonly responseClaims?: readonly Claim[];
  readonly statements: readonly string[];
  readonly weigh?: Weigh;
}

export interface CaseRows {
  readonly question: Sought;
  readonly claims: readonly Sought[];
  readonly responseClaims: readonly Sought[];
  /** Of the statements, and behind them of the response's claims. */
  readonly rows: Rows;
}

export function readCase(texts: CaseTexts): CaseRows {
  const { question = "", claims = [], responseClaims = [], statements, weigh = englishWeight } = texts;
  const wanted = new Wanted(weigh);
  const asking = seek(question, wanted);
  const asked = new Set(asking.terms);
  const reference = claims.map(({ text, focus }) => seek(text, wanted, { reference: true, asked, focus }));
  const response = responseClaims.map(({ text, focus }) => seek(text, wanted, { asked, focus }));
  const rows = readRows([...statements, ...responseClaims.map(({ text }) => text)], wanted);
  return { question: asking, claims: reference, responseClaims: response, rows };
}
