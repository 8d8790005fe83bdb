import type { Interval, Reason } from "../../stats/index.ts";

/** A mean that a judge gives, corrected by what labels of people say of the judge; or why that cannot be done. */
export type CorrectedMean =
  | ({
      readonly status: "known";
      readonly value: number;
      /** What the judge alone gives. */
      readonly judge: number;
      /** How far the judge was believed, 0 to 1. */
      readonly weight: number;
      readonly labelled: number;
      readonly judged: number;
    } & Interval)
  | { readonly status: "undefined"; readonly because: Reason };
