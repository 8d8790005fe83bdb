/** Tells what was missed as queries pass by, up to so many hits. */
import type { RankingInput } from "../evaluate/input/read-run.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import { type MissesAsked, RunMissFinder } from "../evaluate/why/run-misses.ts";
import type { RunWatch } from "./_score-rows.ts";
import { weightOf } from "./weight.ts";

export class MissWatch implements RunWatch {
  #finder: RunMissFinder | undefined;
  readonly #most: number;
  /** Hits, and what long texts count as. */
  weight = 0;

  constructor(asked: MissesAsked, most: number) {
    this.#finder = new RunMissFinder(asked);
    this.#most = most;
  }

  add(i: number, ranking: RankingInput): void {
    if (this.#finder === undefined) return;
    this.weight += weightOf(ranking);
    // Too many: some of what was missed would be worse than nothing.
    if (this.weight > this.#most) this.#finder = undefined;
    else this.#finder.add(i, ranking);
  }

  /** undefined: there were too many hits. */
  end(run: string): RunMisses | undefined {
    return this.#finder?.end(run);
  }
}
