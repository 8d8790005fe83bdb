/** One query's grades as a file's reader keeps them: ids are bytes, and become strings only where somebody asks. */
import type { DocId } from "../core/types.ts";
import type { ReadGold } from "./read-gold.ts";
import { GRADES, type ShapedGold } from "./shape-gold.ts";

export abstract class GoldColumns implements ReadGold {
  readonly grades: Float64Array;
  #ids: readonly DocId[] | undefined;

  /** The ids are distinct and go with `grades`. */
  constructor(grades: Float64Array) {
    this.grades = grades;
  }

  protected abstract makeIds(): readonly DocId[];

  get ids(): readonly DocId[] {
    this.#ids ??= this.makeIds();
    return this.#ids;
  }

  // As any other gold is read.
  get columns(): this {
    return this;
  }
  get graded(): { readonly ids: readonly DocId[]; readonly grades: readonly number[] } {
    return { ids: this.ids, grades: [...this.grades] };
  }

  /** As `shapeGold` shapes grades that are taken as given: entry number i is grade number i. */
  shape(): ShapedGold {
    return new ShapedColumns(this);
  }
}

const NONE = new Uint32Array(0);
const NOTHING = new Float64Array(0);

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
  readonly groupGrades: Float64Array = NOTHING;
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
