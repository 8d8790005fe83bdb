/** How to read judgements under a dialect with its own qrels reader. */
import { ProblemLog } from "../core/problem-log.ts";
import type { QrelsRule } from "../core/rules.ts";
import { dialects } from "../dialects/index.ts";
import { engineProblem } from "./_problems.ts";

/** Unknown dialects are ignored here and reported when metrics are planned. Without a dialect, the list is not loaded. */
export const qrelsRuleOf = (as: string | undefined): QrelsRule | undefined =>
  as === undefined ? undefined : dialects.find(({ id }) => id === as)?.qrels;

/** The same log, or one that turns duplicate judgements into errors if the tool does. */
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
