/** Whose claims to report. */
import type { Facet } from "../../../core/score.ts";
import type { ClaimSide } from "../../../reports/model.ts";

const SIDES: readonly { readonly side: ClaimSide; readonly facets: readonly Facet[] }[] = [
  { side: "reference", facets: ["claims", "support", "verdicts"] },
  { side: "response", facets: ["responseClaims", "responseVerdicts"] },
];

/** `facets`: what the metrics read of a judgement. */
export const claimSides = (facets: ReadonlySet<Facet>): readonly ClaimSide[] =>
  SIDES.flatMap(({ side, facets: read }) => (read.some((one) => facets.has(one)) ? [side] : []));
