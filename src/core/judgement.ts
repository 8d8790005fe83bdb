/** A judge's verdicts on a query, in any tool's words. */
import type { Problem } from "./problem.ts";
import type { Facet } from "./score.ts";

/** A verdict as the judge gave it: true, 1, "yes" … */
export type Verdict = boolean | number | string;

/** A model's or a person's reading of one query's contexts, as data. Raw words are kept; a VerdictRule reads them. */
export interface Judgement {
  readonly question?: string;
  readonly contexts?: readonly string[];
  readonly reference?: string;
  readonly response?: string;
  /** One per context: does it help to arrive at the reference? */
  readonly verdicts?: readonly Verdict[];
  /** One per context: does it help to arrive at the response? (the variant without a reference) */
  readonly responseVerdicts?: readonly Verdict[];
  /** The claims of the reference: is each one found in the contexts? */
  readonly claims?: readonly (Verdict | Claim)[];
  /** Per context, its statements: is each one relevant to the question? */
  readonly statements?: readonly (readonly (Verdict | Statement)[])[];
  readonly entities?: { readonly reference: readonly string[]; readonly contexts: readonly string[] };
  /** Replies of judges that rate all contexts at once, in order. */
  readonly ratings?: readonly Verdict[];
  /** The claims of the response: is each one found in the contexts? */
  readonly responseClaims?: readonly (Verdict | Claim)[];
  /** One per claim of the response: is it relevant to the question? */
  readonly responseRelevant?: readonly Verdict[];
  /** One per context, where there is no reference: does it help to answer the question? */
  readonly questionVerdicts?: readonly Verdict[];
  /** Claim of the reference × context, where a judge told them apart: 0 none of the claim, 1 a part, 2 all of it. */
  readonly support?: readonly (readonly number[])[];
  /** Parts that could not be judged, and why; metrics that read them fail. */
  readonly unjudged?: Readonly<Partial<Record<Facet, Problem>>>;
}

export interface Claim {
  readonly text?: string;
  readonly verdict: Verdict;
  /** Contexts (from 0) that support it, if the judge named them. */
  readonly by?: readonly number[];
  /** What a reader should know beside the verdict, such as "contradicted by context 2". */
  readonly note?: string;
}

export interface Statement {
  readonly text?: string;
  readonly verdict: Verdict;
}

/** A Judgement after its words were read: all that a judged metric may read. A part that the judgement lacks is absent. */
export interface JudgedContexts {
  readonly verdicts?: readonly number[];
  readonly responseVerdicts?: readonly number[];
  readonly claims?: readonly number[];
  readonly statements?: readonly number[];
  readonly entities?: { readonly reference: readonly string[]; readonly contexts: readonly string[] };
  readonly ratings?: readonly number[];
  readonly responseClaims?: readonly number[];
  readonly responseRelevant?: readonly number[];
  readonly questionVerdicts?: readonly number[];
  readonly support?: readonly (readonly number[])[];
  /** Of claims, for explanations only. */
  readonly notes?: {
    readonly claims?: readonly (string | undefined)[];
    readonly responseClaims?: readonly (string | undefined)[];
  };
}
