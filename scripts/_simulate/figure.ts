/** What a simulation found, beside what it has to keep. */

export interface Figure {
  /** What was done, such as "paired t, α 0.05". */
  readonly what: string;
  /** Queries in a sample. */
  readonly n: number;
  /** How often it happened, of `samples`. */
  readonly share: number;
  readonly samples: number;
  /** What the share has to keep; absent where it is only told. */
  readonly from?: number;
  readonly to?: number;
}

/** Standard error of the simulation itself, for a share that is really `share`. */
const errorOf = (share: number, samples: number): number => Math.sqrt((share * (1 - share)) / samples);

/** A share that is at most `limit`: two standard errors more are the simulation's own noise. */
export const atMost = (limit: number, samples: number): { readonly to: number } => ({
  to: limit + 2 * errorOf(limit, samples),
});

export const keeps = ({ share, from = 0, to = 1 }: Figure): boolean => share >= from && share <= to;

/** The same for few samples: out of bounds only by more than two standard errors. */
export const keepsRoughly = ({ share, samples, from = 0, to = 1 }: Figure): boolean =>
  share >= from - 2 * errorOf(from, samples) && share <= to + 2 * errorOf(to, samples);
