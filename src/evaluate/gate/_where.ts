import type { QueryId } from "../../core/ids.ts";
import type { Result } from "../score/result.ts";
import { gateProblem } from "./problems.ts";
import { type GateRule, ruleText } from "./rules.ts";

/** Values of a tag that are named in an error. */
const SHOWN = 10;

/** The queries that a rule is about; a condition that no query meets is an error, or a gate could pass by a typo. */
export function matching(result: Result, rule: GateRule): readonly QueryId[] {
  const wanted = Object.entries(rule.where ?? {});
  if (wanted.length === 0) return result.queries;
  const tags = result.tags();
  const byTag = wanted.map(([tag, value]) => ({
    values: tags.includes(tag) ? result.tagged(tag) : new Map<QueryId, string>(),
    value,
  }));
  const queries = result.queries.filter((query) =>
    byTag.every(({ values, value }) => values.get(query) === value),
  );
  if (queries.length === 0) {
    const values = wanted.flatMap(([tag]) =>
      tags.includes(tag) ? [...new Set(result.tagged(tag).values())].map((value) => `${tag}=${value}`) : [],
    );
    throw gateProblem.error("no-such-queries", {
      rule: ruleText(rule),
      tags,
      values: values.slice(0, SHOWN),
    });
  }
  return queries;
}
