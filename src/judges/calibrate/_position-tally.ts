import type { Random } from "../../core/random.ts";
import type { ChunkVerdicts } from "./_position-verdicts.ts";
import { estimate } from "./estimate.ts";
import type { PositionBias } from "./position.ts";

interface Run {
  readonly order: readonly number[];
  readonly given: readonly ChunkVerdicts[];
  readonly moved: readonly ChunkVerdicts[];
  readonly again: readonly ChunkVerdicts[] | undefined;
}
interface Changes {
  cells: number;
  changed: number;
}
const addUp = (all: readonly Changes[]): Changes => ({
  cells: all.reduce((sum, { cells }) => sum + cells, 0),
  changed: all.reduce((sum, { changed }) => sum + changed, 0),
});

/** Counts over all cases what came out differently in another order. */
export class PositionTally {
  readonly #cases: Changes[] = [];
  #again: Changes | undefined;
  readonly #positions: Record<"given" | "shuffled", { chunks: number; supporting: number }>[] = [];
  readonly #up = { cells: 0, gained: 0, lost: 0 };
  readonly #down = { cells: 0, gained: 0, lost: 0 };

  add({ order, given, moved, again }: Run): void {
    const changes = { cells: 0, changed: 0 };
    order.forEach((chunk, place) => {
      this.#count(chunk, "given", given[chunk]!);
      this.#count(place, "shuffled", moved[chunk]!);
      const side = place < chunk ? this.#up : place > chunk ? this.#down : undefined;
      for (const [before, now] of inBoth(given[chunk]!, moved[chunk]!)) {
        changes.cells++;
        if (now !== before) changes.changed++;
        if (side === undefined) continue;
        side.cells++;
        if (now > before) side.gained++;
        if (now < before) side.lost++;
      }
    });
    this.#cases.push(changes);
    if (again === undefined) return;
    this.#again ??= { cells: 0, changed: 0 };
    for (const [i, verdicts] of given.entries())
      for (const [before, now] of inBoth(verdicts, again[i]!)) {
        this.#again.cells++;
        if (now !== before) this.#again.changed++;
      }
  }

  #count(place: number, which: "given" | "shuffled", { supporting }: ChunkVerdicts): void {
    this.#positions[place] ??= {
      given: { chunks: 0, supporting: 0 },
      shuffled: { chunks: 0, supporting: 0 },
    };
    this.#positions[place][which].chunks++;
    if (supporting) this.#positions[place][which].supporting++;
  }

  report(cases: number, tooShort: number, random: Random): PositionBias {
    const share = {
      of: ({ cells, changed }: Changes) =>
        cells === 0
          ? ({ status: "undefined", because: "no-data" } as const)
          : ({ status: "known", value: changed / cells } as const),
      counts: ({ cells }: Changes) => cells > 0,
    };
    const drawing = { confidence: 0.95, resamples: 2000, random };
    return {
      cases,
      tooShort,
      ...addUp(this.#cases),
      changedShare: estimate(this.#cases, addUp, [share], drawing)[0]!,
      ...(this.#again === undefined ? {} : { again: this.#again }),
      positions: this.#positions.map((counts, i) => ({ position: i + 1, ...counts })),
      movedUp: this.#up,
      movedDown: this.#down,
    };
  }
}

/** Levels of the cells that both have. */
const inBoth = (a: ChunkVerdicts, b: ChunkVerdicts): [number, number][] =>
  [...a.cells].flatMap(([cell, level]): [number, number][] => {
    const other = b.cells.get(cell);
    return other === undefined ? [] : [[level, other]];
  });
