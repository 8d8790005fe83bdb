/**
 * Written by hand from what `npm run judge:tune` prints. Tuned on the dev part of WiCE and on one half of CLAPNQ (by a hash of the id);
 * what `npm run judge:bench` reports is the test part and the other half.
 */
export interface Thresholds {
  /** A chunk that says this share of a claim, with all its names and numbers, supports it. */
  readonly full: number;
  readonly partial: number;
  /** A statement is relevant from here on, where there is a reference. */
  readonly relevant: number;
  /** And where there is the question alone. */
  readonly question: number;
}

export const tuned: Thresholds = { full: 0.65, partial: 0.58, relevant: 0.51, question: 0.29 };

/** Where a function of the user scores: as such functions mean it. */
export const tunedForScores: Thresholds = { ...tuned, full: 0.5, partial: 0.25, relevant: 0.5 };
