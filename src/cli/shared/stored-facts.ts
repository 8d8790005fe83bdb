/** What the store knows about a run besides its scores. */
import type { QueryId } from "../../core/ids.ts";
import { countAnswers, type LiveFacts } from "../../evaluate/answers/facts.ts";
import { timingOf } from "../../evaluate/answers/timing.ts";
import type { RunReport, StoredFacts } from "../../reports/model.ts";
import type { StoredAnswers, StoredRunInfo } from "../../store/store.ts";

export function storedFacts({ id, state, note, manifest }: StoredRunInfo): StoredFacts | undefined {
  if (manifest === undefined) return undefined;
  const { created, git } = manifest;
  return {
    id,
    created,
    state,
    ...(note === undefined ? {} : { note }),
    ...(git === undefined ? {} : { commit: git.commit }),
  };
}

/** How a retriever answered, from what it answered. `queries`: how many there are. */
export function answerFacts({ answers, about, params }: StoredAnswers, queries: number): LiveFacts {
  const timing = timingOf(answers.values());
  return {
    ...(about === undefined ? {} : { about }),
    ...(params === undefined ? {} : { params }),
    ...countAnswers(answers.values()),
    unasked: Math.max(0, queries - answers.size),
    ...(timing === undefined ? {} : { timing }),
  };
}

/** Milliseconds by query. */
export const timesOf = ({ answers }: StoredAnswers): NonNullable<RunReport["timings"]> =>
  new Map(
    [...answers].flatMap(([query, answer]): (readonly [QueryId, number])[] =>
      answer.status === "answered" && answer.ms !== undefined ? [[query, answer.ms]] : [],
    ),
  );
