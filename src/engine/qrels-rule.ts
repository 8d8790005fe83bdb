/** How judgements are read where a tool is imitated that reads them by itself. */
import { ProblemLog } from "../core/problem-log.ts";
import type { QrelsRule } from "../core/rules.ts";
import { dialects } from "../dialects/index.ts";
import { engineProblem } from "./_problems.ts";

/** Of a dialect that is not there nothing is known; whoever plans the metrics says so. Without one, the list of them is not loaded. */
export const qrelsRuleOf = (as: string | undefined): QrelsRule | undefined =>
  as === undefined ? undefined : dialects.find(({ id }) => id === as)?.qrels;

/** The same log, or one in which a document that is judged twice is an error, where the tool ends there. */
export function withRefusals(log: ProblemLog, as: string | undefined): ProblemLog {
  if (as === undefined || qrelsRuleOf(as)?.duplicates !== "error") return log;
  return ProblemLog.of(
    log.toJSON().map(({ code, first, count }) => ({
      code,
      count,
      first: first.map((problem) =>
        code === "duplicate-judgement" && problem.at?.firstLine !== undefined
          ? engineProblem(
              "duplicate-judgement/refused",
              { document: String(problem.fields?.["document"]), dialect: as },
              { at: problem.at, level: "error" },
            )
          : problem,
      ),
    })),
  );
}
