/** How far something is supported or relevant: 0 no or none, 1 partial, 2 yes or full. */
export type Level = 0 | 1 | 2;

interface LevelWord {
  readonly level: Level;
  /** It tells more than yes or no. */
  readonly graded: boolean;
}
const WORDS: Readonly<Record<string, LevelWord>> = {
  yes: { level: 2, graded: false },
  true: { level: 2, graded: false },
  "1": { level: 2, graded: false },
  no: { level: 0, graded: false },
  false: { level: 0, graded: false },
  "0": { level: 0, graded: false },
  none: { level: 0, graded: true },
  partial: { level: 1, graded: true },
  full: { level: 2, graded: true },
};

/** undefined: not a label. */
export function readLevel(given: unknown): LevelWord | undefined {
  const word = String(given).trim().toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

/** Which labels there are, lowest first, and how a level is one of them. */
export interface Scale {
  readonly labels: readonly string[];
  place(level: Level): number;
  /** Whether a level counts as support or relevance in a metric. */
  yes(level: Level): boolean;
}

/** What partial support is worth where only yes and no count. */
export type PartialIs = "no" | "yes";

export const scaleOf = (graded: boolean, partial: PartialIs): Scale => {
  const yes = (level: Level): boolean => level === 2 || (level === 1 && partial === "yes");
  return graded
    ? { labels: ["none", "partial", "full"], place: (level) => level, yes }
    : { labels: ["no", "yes"], place: (level) => (yes(level) ? 1 : 0), yes };
};
