/** One query's grades as a file's reader keeps them: ids are bytes, turned into strings on demand. */
import type { DocId } from "../../core/ids.ts";
import { sortDescending } from "../../core/sort-few.ts";
import { GRADES, type ShapedGold } from "../join/shape-gold.ts";
import type { ReadGold } from "./read-gold.ts";

export abstract class GoldColumns implements ReadGold {
  #ids: readonly DocId[] | undefined;

  /** The ids are distinct and go with `grades`. */
  abstract readonly grades: Float64Array;
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
    const { grades } = this;
    return new ShapedColumns(this, new ShapeArrays(grades.length).fill(grades, 0));
  }
}

const NONE = new Uint32Array(0);
const NOTHING = new Float64Array(0);

/** The arrays of a shape. Allocating them takes longer than filling them, so callers keep one set per length. */
export class ShapeArrays {
  readonly gradeOf: Float64Array;
  readonly listedOf: Uint8Array;
  readonly pool: Float64Array;
  readonly #listed: Float64Array[] = [];
  positive = 0;

  constructor(length: number) {
    this.gradeOf = new Float64Array(length);
    this.listedOf = new Uint8Array(length);
    this.pool = new Float64Array(length);
  }

  /** With the grades from a place on. */
  fill(grades: Float64Array, from: number): this {
    const { gradeOf, listedOf, pool } = this;
    const n = pool.length;
    let positive = 0;
    for (let i = 0; i < n; i++) {
      const grade = grades[from + i]!;
      gradeOf[i] = grade;
      pool[i] = grade;
      const listed = grade > 0 ? 1 : 0;
      listedOf[i] = listed;
      positive += listed;
    }
    sortDescending(pool);
    this.positive = positive;
    return this;
  }

  get listed(): Float64Array {
    const { positive } = this;
    this.#listed[positive] ??= this.pool.subarray(0, positive);
    return this.#listed[positive];
  }
}

export class ShapedColumns implements ShapedGold {
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

  constructor(columns: GoldColumns, arrays: ShapeArrays) {
    this.#columns = columns;
    this.gradeOf = arrays.gradeOf;
    this.listedOf = arrays.listedOf;
    this.pool = arrays.pool;
    this.listed = arrays.listed;
    this.goldListed = arrays.positive;
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
