/**
 * From what `npm run judge:tune` prints: full on the dev part of WiCE (pages and short passages), one half of CLAPNQ (146 questions, by a hash
 * of the id) and one half of the project's own cases, the mean of them; partial on WiCE dev, relevant and question on that half of CLAPNQ,
 * where they were not moved for differences of less than 0.01. The small constants beside the code were chosen on the same parts.
 * `npm run judge:bench` reports the other parts.
 */
export interface Thresholds {
  /** A chunk that says a claim with this confidence supports it. */
  readonly full: number;
  readonly partial: number;
  /** A statement is relevant from here on, where there is a reference. */
  readonly relevant: number;
  /** And where there is the question alone. */
  readonly question: number;
}

export const tuned: Thresholds = { full: 0.51, partial: 0.45, relevant: 0.51, question: 0.29 };
