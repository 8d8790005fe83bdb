/** Collects misses while queries are scored, up to this many hits. */
import type { RankingInput } from "../evaluate/input/read-run.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import { type MissesAsked, RunMissFinder } from "../evaluate/why/run-misses.ts";
import type { RunWatch } from "./_score-rows.ts";
import { weightOf } from "./weight.ts";

/** After this share of the maximum, extrapolate whether the rest will fit; give up if it would be far too much. */
const ENOUGH = 1 / 8;
const FAR_MORE = 1.5;

export class MissWatch implements RunWatch {
  #finder: RunMissFinder | undefined;
  readonly #most: number;
  readonly #expected: number | undefined;
  #hits = 0;
  /** Number of hits; long ids and texts count as several. */
  weight = 0;

  /** `expected`: about how many hits the run has, where that is known. */
  constructor(asked: MissesAsked, most: number, expected?: number) {
    this.#finder = new RunMissFinder(asked);
    this.#most = most;
    this.#expected = expected;
  }

  add(i: number, ranking: RankingInput): void {
    if (this.#finder === undefined) return;
    this.weight += weightOf(ranking);
    this.#hits += "length" in ranking ? Number(ranking.length) : 0;
    if (this.weight > ENOUGH * this.#most) this.#lookAhead();
    // Too many: an incomplete list of misses would mislead.
    if (this.weight > this.#most) this.#finder = undefined;
    else this.#finder.add(i, ranking);
  }

  /** Extrapolates the weight to the whole run: long texts were not known when hits were estimated. */
  #lookAhead(): void {
    if (this.#expected === undefined || this.#hits === 0) return;
    const whole = (this.weight / this.#hits) * this.#expected;
    if (whole > FAR_MORE * this.#most) this.weight = whole;
  }

  /** undefined: there were too many hits. */
  end(run: string): RunMisses | undefined {
    return this.#finder?.end(run);
  }
}
