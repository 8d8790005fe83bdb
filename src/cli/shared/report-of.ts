/** Operands of a command as a report. */
import { countAnswers, type LiveFacts } from "../../evaluate/answers/facts.ts";
import { timingOf } from "../../evaluate/answers/timing.ts";
import type { Report, RunReport } from "../../reports/model.ts";
import type { Operands } from "./operands.ts";
import type { StoredOperand } from "./stored-runs.ts";

export const reportOfOperands = ({ runs, words }: Pick<Operands, "runs" | "words">): Report => ({
  runs: runs.map(
    ({ path, result, texts, timings, stored }): RunReport => ({
      result,
      file: path,
      ...(texts === undefined ? {} : { texts }),
      ...(words === undefined ? {} : { words }),
      ...(timings === undefined ? {} : { timings }),
      ...(stored === undefined ? {} : factsOf(stored, result.queries.length)),
    }),
  ),
});

/** What the store knows about a run besides its scores. */
function factsOf({ run, retriever }: StoredOperand, queries: number): Pick<RunReport, "live" | "stored"> {
  const { info } = run;
  const { answers, about, params } = retriever;
  const timing = timingOf(answers.values());
  const live: LiveFacts = {
    ...(about === undefined ? {} : { about }),
    ...(params === undefined ? {} : { params }),
    ...countAnswers(answers.values()),
    unasked: Math.max(0, queries - answers.size),
    ...(timing === undefined ? {} : { timing }),
  };
  const { manifest, note } = info;
  if (manifest === undefined) return { live };
  const { created, git } = manifest;
  return {
    live,
    stored: {
      id: info.id,
      created,
      state: info.state,
      ...(note === undefined ? {} : { note }),
      ...(git === undefined ? {} : { commit: git.commit }),
    },
  };
}
