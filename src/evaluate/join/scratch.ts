/** Columns reused from query to query: allocating them costs more than filling them. */
import type { DocId } from "../../core/ids.ts";
import type { JudgedRanking } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import { parseIdRule } from "../../match/ids/parse.ts";
import { TableScratch, tableFits } from "./join-table.ts";

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Fingerprints of ids are numbers below this. */
export const SLOTS: number = 1 << 16;

const IDENTITY = Uint32Array.from({ length: 1024 }, (_, i) => i);

export class Scratch {
  /** The rule cuts, renames, adds and drops nothing: what most lists need is a look-up and no more. */
  readonly plain: boolean;
  /** How a hit's id is written for the look-up; absent where it is taken as it is. */
  readonly idRule: ((id: DocId) => DocId) | undefined;
  grades: Float64Array = new Float64Array(128);
  judged: Uint8Array = new Uint8Array(128);
  relevant: Uint8Array = new Uint8Array(128);
  /** 0, 1, 2 …: the items of a list without duplicates. */
  identity: Uint32Array = IDENTITY;
  readonly ranking: Mutable<JudgedRanking> = {
    length: 0,
    grades: this.grades,
    judged: this.judged,
    relevant: this.relevant,
    item: IDENTITY,
    pool: this.grades,
    goldListed: 0,
    listed: this.grades,
  };
  /** By rank: the ids of the hits that were joined last; not of rows whose ids are bytes. */
  ids: readonly (DocId | null)[] = [];
  /** Beside them: which hit of the list each one is, where the ranking says so. */
  from: readonly number[] | undefined;
  /** A metric reads the scores of hits that the gold names. */
  readonly readsScores: boolean;

  /** By fingerprint of an id: the last list that had one. */
  seen: Uint16Array = new Uint16Array(SLOTS);
  #list = 0;
  /** For rows of a file whose ids are bytes; absent where the rule, or a metric that reads ties or scores, needs more. */
  readonly table: TableScratch | undefined;

  constructor(rule: JoinRule, readsTies = false, readsScores = false) {
    const { match, unit, depth, judgedOnly, self, tail, floor, blank } = rule;
    this.readsScores = readsScores;
    this.table = tableFits(rule) && !readsTies && !readsScores ? new TableScratch() : undefined;
    const whole = typeof depth !== "number" && judgedOnly !== true && self !== "drop" && tail === undefined;
    this.plain =
      whole &&
      floor === undefined &&
      blank !== "drop" &&
      unit === "chunk" &&
      "ids" in match &&
      match.ids === "exact";
    this.idRule = "ids" in match && match.ids !== "exact" ? parseIdRule(match.ids) : undefined;
  }

  nextList(): number {
    if (this.#list === 0xffff) {
      this.seen.fill(0);
      this.#list = 0;
    }
    return ++this.#list;
  }

  fit(n: number): void {
    if (n <= this.grades.length) return;
    const size = 2 ** Math.ceil(Math.log2(n));
    this.grades = new Float64Array(size);
    this.judged = new Uint8Array(size);
    this.relevant = new Uint8Array(size);
    if (size > this.identity.length) this.identity = Uint32Array.from({ length: size }, (_, i) => i);
  }
}
