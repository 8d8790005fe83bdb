import type { QueryId } from "../../../core/ids.ts";
import { type GoldieError, nearest } from "../../../core/problem.ts";
import { wrongUse } from "./problems.ts";

export const unknownQuery = (query: QueryId, all: readonly QueryId[], cases = false): GoldieError =>
  wrongUse("unknown-query", {
    cases,
    query,
    names: all.slice(0, 5),
    count: all.length,
    nearest: nearest(query, all, 1),
  });
