/**
 * What the C/W/L metrics share: a reader goes on after each hit with some chance, and the score is the gain per hit that
 * such a reader sees. Ranks here count from 0.
 */

import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import {
  div,
  type Expr,
  type Form,
  form,
  ge,
  gold,
  grade,
  greatest,
  gt,
  hits,
  le,
  mul,
  sub,
  when,
} from "../core/form.ts";
import type { NumberParam } from "../core/params.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import type { Score } from "../core/score.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { within } from "./_forms.ts";

/** A reader gives up here at the latest: cwl_eval's lists are this long, filled up with worthless hits. */
const DEEPEST = 1000;

const minRel = {
  kind: "number",
  min: 0,
  default: 0,
  doc: "Grades up to this one are worth nothing.",
  rule: "gain",
} as const satisfies NumberParam;

const maxRel = {
  kind: "number",
  above: 0,
  doc: "Grades from this one on are worth 1 (default: the highest grade in the gold of the query, but at least 1).",
  rule: "gain",
} as const satisfies NumberParam;

/** What grades are worth: nothing up to the least, 1 from the greatest on, in proportion between them. */
interface GradeScale {
  readonly "min-rel": number;
  readonly "max-rel": number | undefined;
  readonly k?: number | undefined;
}

export const scale = { "max-rel": maxRel, "min-rel": minRel } as const;

/** How much gain the reader came for. */
export const wanted = {
  kind: "number",
  above: 0,
  default: 1,
  doc: "How much gain the user is looking for; a hit with the highest grade is worth 1.",
  rule: "discount",
} as const satisfies NumberParam;

/** The chance to go on after the hit at `place` (from 1), from its gain and the gain down to it. */
export type GoOn = (place: number, gain: number, soFar: number) => number;

const worth = (grade: number, low: number, high: number): number =>
  grade <= low ? 0 : grade >= high ? 1 : (grade - low) / (high - low);

const highest = (r: JudgedRanking, { "max-rel": max }: GradeScale): number =>
  max ?? Math.max(1, r.pool[0] ?? 1);

/** No document of the gold is worth anything. */
const worthless = (r: JudgedRanking, scale: GradeScale): boolean =>
  (r.pool[0] ?? 0) <= 0 || worth(r.pool[0]!, scale["min-rel"], highest(r, scale)) === 0;

interface SeenHits {
  /** The chance that the reader sees the hit, and what it is worth; only hits that are worth something. */
  readonly terms: readonly { readonly rank: number; readonly chance: number; readonly gain: number }[];
  /** How many hits the reader is expected to see. */
  readonly hits: number;
}

function read(r: JudgedRanking, scale: GradeScale, goOn: GoOn): SeenHits {
  const [low, high] = [scale["min-rel"], highest(r, scale)];
  const terms: { rank: number; chance: number; gain: number }[] = [];
  // Stop here for readers who never stop, unless the cut-off is later.
  const deepest = Math.max(DEEPEST, scale.k ?? 0);
  let chance = 1;
  let hits = 0;
  let soFar = 0;
  for (let rank = 0; rank < deepest && chance > 0; rank++) {
    const gain = rank < r.length ? worth(r.grades[rank]!, low, high) : 0;
    if (gain > 0) terms.push({ rank, chance, gain });
    hits += chance;
    soFar += gain;
    chance *= goOn(rank + 1, gain, soFar);
  }
  return { terms, hits };
}

export function scoreReader(r: JudgedRanking, scale: GradeScale, goOn: GoOn): Score {
  if (worthless(r, scale)) return noRelevant;
  const { terms, hits } = read(r, scale, goOn);
  let total = 0;
  for (const { chance, gain } of terms) total += chance * gain;
  return scored(total / hits);
}

export function explainReader(what: string, r: JudgedRanking, scale: GradeScale, goOn: GoOn): Derivation {
  if (worthless(r, scale)) return noRelevantDocument;
  const { terms, hits } = read(r, scale, goOn);
  return ratio(
    what,
    sum(
      "expected gain",
      terms.map(({ rank, chance, gain }) =>
        product(
          "chance × gain",
          [value("chance that the reader sees it", chance), value(`gain of grade ${r.grades[rank]}`, gain)],
          rank + 1,
        ),
      ),
    ),
    value("hits that the reader is expected to see", hits),
  );
}

/** What a grade is worth, as a form. */
function worthOfGrade({ "min-rel": low, "max-rel": max }: GradeScale): Expr<"grade" | "gold"> {
  const high = max ?? greatest(1, gold("pool", "max"));
  return when(ge(grade, high), 1, div(sub(grade, low), sub(high, low)));
}

/** The form for a reader whom no gain makes stop: `chance` is that of reaching a rank. */
export function readerForm(scale: GradeScale, goOn: GoOn, chance: Expr<"rank">): Form {
  const low = scale["min-rel"];
  const deepest = Math.max(DEEPEST, scale.k ?? 0);
  let ranks = 0;
  for (let place = 1, left = 1; place <= deepest && left > 0; left *= goOn(place++, 0, 0)) ranks += left;
  const seen = hits("sum", within(scale.k ?? DEEPEST, gt(grade, low)), mul(chance, worthOfGrade(scale)));
  return form(div(seen, ranks), { when: le(gold("pool", "max"), low), because: "no-relevant" });
}

/** The chance to go on of a reader whose patience grows with the goal. */
export const goalChance = (place: number, goal: number): number => ((place + goal - 1) / (place + goal)) ** 2;
