/** What puts hits in order. */
import type { JoinRule } from "../core/rules.ts";
import { column } from "./_words.ts";
import type { HitTable } from "./lower.ts";
import type { OrderNode } from "./nodes.ts";

/** Do scores decide the order of these tables under this rule? Rows of a table have no order of their own. */
export const ordersByScore = ({ order }: JoinRule, tables: readonly HitTable[]): boolean =>
  order !== "given" && tables.every(({ score }) => score !== undefined);

/** Whether ranks decide something: the order, or that of equal scores. */
export const readsRank = ({ ties }: JoinRule, byScore: boolean): boolean =>
  !byScore || ties === "given" || ties === "given-reversed";

export function orderOf(
  { ties }: JoinRule,
  byScore: boolean,
  ranked: boolean,
): readonly [better: readonly OrderNode[], tied: readonly OrderNode[]] {
  const place: OrderNode = {
    by: column("place_given"),
    ...(byScore && ties === "given-reversed" ? { descending: true } : {}),
  };
  const id: OrderNode = {
    by: column("doc"),
    bytes: true,
    ...(ties === "id-asc" ? {} : { descending: true }),
  };
  if (!byScore) return [[place], []];
  return [[{ by: column("score"), descending: true }], ranked ? [place] : [id]];
}
