/** The order of a ranking by its scores. */

import type { QueryId } from "../../core/ids.ts";
import type { JoinRule } from "../../core/rules.ts";
import { compareIds } from "../../match/ids/index.ts";
import { ofRun } from "../input/problems.ts";
import type { Ranking } from "../input/read-run.ts";
import { joinProblem } from "./problems.ts";

/** Do scores decide the order under this rule? `scored`: the hits have some; `mapping`: they have no order of their own. */
export const isByScore = ({ order }: JoinRule, scored: boolean, mapping: boolean): boolean =>
  order === "score" || (order === "score-if-any" && scored) || (order === "input" && mapping);

/** Ranks by score, best first, and where ties end. undefined: keep the given order. */
export function byScore(
  query: QueryId,
  { ids, scores }: Ranking,
  rule: JoinRule,
): { order?: Uint32Array; ties?: Uint32Array } {
  const n = ids.length;
  if (n === 0) return {};
  const given = scores as readonly number[] | undefined;
  if (given === undefined || (given as readonly unknown[]).length < n || given.includes(undefined as never)) {
    const at = given === undefined ? 0 : ids.findIndex((_, i) => given[i] === undefined);
    throw joinProblem.error("no-score/hit", { rank: at + 1, document: String(ids[at]) }, ofRun(query));
  }
  const s = rule.float === 32 ? given.map(Math.fround) : given;
  let sorted = true;
  let tied = false;
  for (let i = 1; i < n; i++) {
    if (s[i]! > s[i - 1]!) sorted = false;
    else if (s[i] === s[i - 1]) tied = true;
  }
  if (sorted && !tied) return {};
  const order = descendingOrder(
    s,
    tieBreak(rule.ties, (a, b) => compareIds(ids[a] ?? "", ids[b] ?? "")),
  );
  return { order, ...tieRuns(order, s) };
}

/** Positions by score, greatest first: a merge sort that asks the tie rule only on equal scores. */
export function descendingOrder(s: ArrayLike<number>, tie: (a: number, b: number) => number): Uint32Array {
  const n = s.length;
  let from = new Uint32Array(n);
  for (let i = 0; i < n; i++) from[i] = i;
  let to = new Uint32Array(n);
  for (let width = 1; width < n; width *= 2) {
    for (let low = 0; low < n; low += 2 * width) {
      const middle = Math.min(low + width, n);
      const high = Math.min(low + 2 * width, n);
      let left = low;
      let right = middle;
      for (let i = low; i < high; i++) {
        let takeLeft = left < middle;
        if (takeLeft && right < high) {
          const a = from[left]!;
          const b = from[right]!;
          takeLeft = s[a]! > s[b]! || (s[a] === s[b] && tie(a, b) <= 0);
        }
        to[i] = takeLeft ? from[left++]! : from[right++]!;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

function tieRuns(order: Uint32Array, s: readonly number[]): { ties?: Uint32Array } {
  const ends: number[] = [];
  for (let i = 1; i <= order.length; i++)
    if (i === order.length || s[order[i]!] !== s[order[i - 1]!]) ends.push(i);
  return ends.length === order.length ? {} : { ties: Uint32Array.from(ends) };
}

/** Of two positions with equal scores, negative where the first comes first. `compare`: the order of their ids. */
export function tieBreak(
  ties: JoinRule["ties"],
  compare: (a: number, b: number) => number,
): (a: number, b: number) => number {
  if (ties === "given") return (a, b) => a - b;
  if (ties === "given-reversed") return (a, b) => b - a;
  const sign = ties === "id-asc" ? 1 : -1;
  return (a, b) => sign * compare(a, b) || a - b;
}
