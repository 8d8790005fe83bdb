/** The one place where a ranking meets its gold: order, ties, duplicates, units, ids, grades, groups and texts are settled here. */

import type { QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import type { JudgedRanking } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import { ofRun } from "../input/problems.ts";
import type { Ranking } from "../input/read-run.ts";
import { TableRanking } from "../input/table-ranking.ts";
import { type CreditColumns, credit, namesOf } from "./_credit.ts";
import { firstOnes, hasDuplicates, reportDuplicates } from "./_duplicates.ts";
import { scoredGold } from "./_scored-gold.ts";
import { candidates } from "./candidates.ts";
import { MappingRanking } from "./mapping-ranking.ts";
import { byScore, isByScore } from "./order.ts";
import { joinProblem } from "./problems.ts";
import type { Scratch } from "./scratch.ts";
import { GROUPS, type ShapedGold } from "./shape-gold.ts";
import { checkSpans } from "./spans.ts";

function pickFrom<T>(list: ArrayLike<T>, at: ArrayLike<number>): T[] {
  const picked = new Array<T>(at.length);
  for (let i = 0; i < at.length; i++) picked[i] = list[at[i]!]!;
  return picked;
}
const pick = (
  { ids, texts, docs, spans, off, from, lines }: CreditColumns,
  at: ArrayLike<number>,
): CreditColumns => ({
  ids: pickFrom(ids, at),
  texts: texts && pickFrom(texts, at),
  docs: docs && pickFrom(docs, at),
  spans: spans && pickFrom(spans, at),
  off: off && pickFrom(off, at),
  from: from && pickFrom(from, at),
  lines: lines && pickFrom(lines, at),
});

/** Positions that pass, or undefined when all do. */
function positions(n: number, keep: (i: number) => boolean): number[] | undefined {
  const kept: number[] = [];
  for (let i = 0; i < n; i++) if (keep(i)) kept.push(i);
  return kept.length === n ? undefined : kept;
}

/** What the join of tables knows of gold. */
const isTable = ({ has, forbidden }: ShapedGold): boolean => (has & GROUPS) === 0 && forbidden === undefined;

/** `known`: documents judged for any query, where a metric asks. */
export function join(
  query: QueryId,
  input: Ranking,
  gold: ShapedGold,
  rule: JoinRule,
  scratch: Scratch,
  log: ProblemLog,
  known?: ReadonlySet<string>,
): JudgedRanking {
  let given = input;
  if (input instanceof TableRanking) {
    const { rows } = input;
    // A list without the scores to sort by is rejected elsewhere.
    const ordered = rule.order !== "score" || rows.scored;
    if (scratch.table !== undefined && ordered && !rows.odd && known === undefined && isTable(gold))
      return scratch.table.join(rows, gold, rule);
    given = input.columns;
  } else if (input instanceof MappingRanking) {
    if (scratch.table !== undefined && known === undefined && isTable(gold)) {
      const joined = scratch.table.joinMapping(input, gold, rule);
      if (joined !== undefined) return joined;
    }
    given = input.columns;
  }
  // Texts and spans are compared themselves; the ids of such hits may well be absent.
  const byId = "ids" in rule.match;
  const ranking = scratch.plain ? given : candidates(query, given, gold, rule);
  if ("spans" in rule.match) checkSpans(query, ranking, gold.spans ?? [], log);
  let c = ranking as CreditColumns;
  let ties: Uint32Array | undefined;
  if (isByScore(rule, ranking.scores !== undefined, ranking.mapping)) {
    const best = byScore(query, ranking, rule);
    ties = best.ties;
    if (best.order !== undefined) c = pick(c, best.order);
  }
  const withScores = (r: JudgedRanking): JudgedRanking =>
    scratch.readsScores
      ? Object.defineProperty(r, "scored", { value: scoredGold(c.ids, ranking, gold), configurable: true })
      : r;
  scratch.ids = c.ids;
  scratch.from = c.from;
  // Most lists: nothing to cut, to rename or to leave out.
  if (
    scratch.plain &&
    !ranking.nulls &&
    !c.ids.includes("") &&
    (ranking.distinct || !hasDuplicates(c.ids, scratch))
  )
    return withScores(credit(c, undefined, gold, rule, scratch, undefined, ties, false, known));

  const depth = rule.depth === "all" || rule.depth === "k" ? c.ids.length : rule.depth;
  const drop = (keep: (i: number) => boolean): void => {
    const kept = positions(c.ids.length, keep);
    if (kept === undefined) return;
    // Runs of equal scores shrink with the hits that leave.
    let at = 0;
    ties = ties?.map((end) => {
      while (at < kept.length && kept[at]! < end) at++;
      return at;
    });
    c = pick(c, kept);
  };
  if (depth < c.ids.length) drop((i) => i < depth);
  if (rule.judgedOnly === true)
    drop((i) => {
      const e = gold.index.get(c.ids[i] as string);
      return e !== undefined && gold.gradeOf[e]! >= 0;
    });
  if (ranking.nulls && byId) {
    if (rule.nulls === "error")
      throw joinProblem.error("null-id/hit", { rank: c.ids.indexOf(null) + 1 }, ofRun(query));
    if (rule.nulls === "drop-after-depth") drop((i) => c.ids[i] !== null);
  }
  if (rule.blank === "error" && byId)
    for (let i = 0; i < c.ids.length; i++)
      if (c.ids[i] === "") throw joinProblem.error("empty-id/hit", { rank: i + 1 }, ofRun(query));

  const names = namesOf(c, gold, rule);
  const repeated = !ranking.distinct && hasDuplicates(names, scratch);
  let blank: Uint8Array | undefined;
  if (repeated && rule.duplicates !== "keep") {
    reportDuplicates(query, names, rule, log, { file: ranking.file, lines: c.lines, docs: c.docs });
    const first = firstOnes(names);
    if (rule.duplicates === "blank") blank = first.map((one) => 1 - one);
    else drop((i) => first[i] === 1);
  }

  const { idRule } = scratch;
  const byDoc = rule.unit === "doc";
  let keys: (string | null)[] | undefined;
  if ((idRule !== undefined || byDoc) && byId)
    keys = c.ids.map(
      (id, i) =>
        (byDoc ? c.docs?.[i] : undefined) ?? (id === null ? null : idRule === undefined ? id : idRule(id)),
    );
  if (byDoc && keys !== undefined) {
    const first = firstOnes(keys);
    drop((i) => first[i] === 1);
    keys = keys.filter((_, i) => first[i] === 1);
    blank = blank?.filter((_, i) => first[i] === 1);
  }
  scratch.ids = c.ids;
  scratch.from = c.from;
  const kept = rule.duplicates === "keep" || rule.duplicates === "blank";
  return withScores(credit(c, keys, gold, rule, scratch, blank, ties, repeated && kept && !byDoc, known));
}
