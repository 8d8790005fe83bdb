/** One query's grades as a file's reader keeps them: ids are bytes, and become strings only where somebody asks. */
import type { DocId } from "../core/types.ts";
import type { ReadGold } from "./read-gold.ts";
import { GRADES, type ShapedGold } from "./shape-gold.ts";

export class GoldColumns {
  readonly grades: Float64Array;
  readonly #makeIds: () => readonly DocId[];
  #ids: readonly DocId[] | undefined;

  /** `ids` are distinct and go with `grades`. */
  constructor(grades: Float64Array, ids: () => readonly DocId[]) {
    this.grades = grades;
    this.#makeIds = ids;
  }

  get ids(): readonly DocId[] {
    this.#ids ??= this.#makeIds();
    return this.#ids;
  }

  /** As any other gold is read. */
  read(): ReadGold {
    const columns = this;
    const graded = {
      get ids() {
        return columns.ids;
      },
      get grades() {
        return [...columns.grades];
      },
    };
    return { graded, columns };
  }

  /** As `shapeGold` shapes grades that are taken as given: entry number i is grade number i. */
  shape(): ShapedGold {
    return new ShapedColumns(this);
  }
}

const NONE = new Uint32Array(0);

class ShapedColumns implements ShapedGold {
  readonly has = GRADES;
  readonly gradeOf: Float64Array;
  readonly listedOf: Uint8Array;
  readonly pool: Float64Array;
  readonly listed: Float64Array;
  readonly goldListed: number;
  readonly groupCount = 0;
  readonly groupsStart: Uint32Array = NONE;
  readonly groupsOf: Uint32Array = NONE;
  readonly groupGrades: Float64Array = new Float64Array(0);
  readonly byIdDescending: Uint32Array = NONE;
  readonly passages = false;
  readonly hasList = false;
  readonly #columns: GoldColumns;
  #index: Map<string, number> | undefined;

  constructor(columns: GoldColumns) {
    this.#columns = columns;
    const { grades } = columns;
    const n = grades.length;
    this.gradeOf = grades;
    this.listedOf = new Uint8Array(n);
    let positive = 0;
    for (let i = 0; i < n; i++)
      if (grades[i]! > 0) {
        this.listedOf[i] = 1;
        positive++;
      }
    this.pool = grades.slice();
    sortDescending(this.pool);
    this.listed = this.pool.subarray(0, positive);
    this.goldListed = positive;
  }
  get index(): ReadonlyMap<string, number> {
    this.#index ??= new Map(this.#columns.ids.map((id, i) => [id, i]));
    return this.#index;
  }
  get keys(): readonly string[] {
    return this.#columns.ids;
  }
  get lists(): readonly (readonly string[])[] {
    return this.#columns.ids.map((id) => [id]);
  }
}

/** Gold lists are short: insertion beats the generic sort. */
function sortDescending(list: Float64Array): void {
  if (list.length > 64) {
    list.sort().reverse();
    return;
  }
  for (let i = 1; i < list.length; i++) {
    const x = list[i]!;
    let j = i - 1;
    while (j >= 0 && list[j]! < x) {
      list[j + 1] = list[j]!;
      j--;
    }
    list[j + 1] = x;
  }
}
