/** The texts of a prepared case in rows: claims, and the statements of all chunks one behind the other. */
import type { PreparedCase } from "../../core/judgement.ts";
import { type Claim, splitClaims } from "../split/claims.ts";

export interface Texts {
  readonly claims: readonly Claim[];
  readonly responseClaims: readonly Numbered[];
  readonly statements: readonly Numbered[];
  /** By chunk: its place in the record, and where its statements begin and end. */
  readonly bounds: readonly { readonly at: number; readonly from: number; readonly to: number }[];
}
interface Numbered {
  readonly id: string;
  readonly text: string;
}

export function textsOf({ reference, responseClaims = [], chunks }: PreparedCase): Texts {
  let from = 0;
  const bounds = chunks.map(({ at, statements }) => {
    const bound = { at, from, to: from + statements.length };
    from = bound.to;
    return bound;
  });
  const claims = reference === undefined ? [] : splitClaims(reference);
  return { claims, responseClaims, statements: chunks.flatMap(({ statements }) => statements), bounds };
}
