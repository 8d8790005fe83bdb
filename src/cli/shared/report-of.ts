/** Operands of a command as a report. */
import type { Report, RunReport } from "../../reports/model.ts";
import type { Operands } from "./operands.ts";
import { answerFacts, storedFacts } from "./stored-facts.ts";
import type { StoredOperand } from "./stored-runs.ts";

export const reportOfOperands = ({ runs, words }: Pick<Operands, "runs" | "words">): Report => ({
  runs: runs.map(
    ({ path, result, texts, missed, timings, stored }): RunReport => ({
      result,
      file: path,
      ...(texts === undefined ? {} : { texts }),
      ...(missed === undefined ? {} : { missed: missed() }),
      ...(words === undefined ? {} : { words }),
      ...(timings === undefined ? {} : { timings }),
      ...(stored === undefined ? {} : factsOf(stored, result.queries.length)),
    }),
  ),
});

function factsOf({ run, retriever }: StoredOperand, queries: number): Pick<RunReport, "live" | "stored"> {
  const stored = storedFacts(run.info);
  return { live: answerFacts(retriever, queries), ...(stored === undefined ? {} : { stored }) };
}
