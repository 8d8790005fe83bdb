/** What the writers of a gate know: its report, and where its queries come from. */
import type { QueryId } from "../../core/ids.ts";
import type { MovedQuery } from "../../evaluate/compare/comparison.ts";
import type { GateReport } from "../../evaluate/gate/gate.ts";

export interface ReportedGate {
  readonly report: GateReport;
  /** `--allow-undecided`: a rule that cannot be decided passes. */
  readonly allowUndecided: boolean;
  /** The words of the queries, where the gold has them. */
  readonly words?: ReadonlyMap<QueryId, string>;
  /** Where the gold is, for annotations. */
  readonly gold?: { readonly file: string; readonly lines: ReadonlyMap<QueryId, number> };
  /** The queries that moved most against the baseline, worst first. */
  readonly moved?: readonly MovedQuery[];
}

/** 0 met, 1 not met, 3 a part failed, 4 undecided. */
export function exitOf({ report, allowUndecided }: ReportedGate): 0 | 1 | 3 | 4 {
  if (report.outcome === "failed-cells") return 3;
  if (report.outcome === "fail") return 1;
  return report.outcome === "undecided" && !allowUndecided ? 4 : 0;
}
