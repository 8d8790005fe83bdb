/** A reference answer, or a response, taken apart into claims that can be true or false by themselves. Where it is not clear, nothing is split. */
import { splitStatements } from "./statements.ts";

export interface Claim {
  /** A sentence. */
  readonly text: string;
  /** Of claims that came from one list ("causes are A, B and C"): what only this one says. */
  readonly focus?: string;
}

/** The claims of a text in order; a text with nothing but white space has none. */
export function splitClaims(text: string): readonly Claim[] {
  const claims: Claim[] = [];
  for (const statement of splitStatements(text)) claims.push({ text: statement.text });
  return claims;
}
