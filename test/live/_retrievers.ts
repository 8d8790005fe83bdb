/** Retrievers for tests, and gold that they are asked about. */
import type { Clock } from "../../src/calls/clock.ts";
import type { Retrieve } from "../../src/core/retriever.ts";
import type { LiveResult, LiveRun } from "../../src/live/run.ts";

/** q0, q1 … with d0, d1 … as their relevant documents. */
export const goldOf = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ id: `q${i}`, query: `words ${i}`, relevant: [`d${i}`] }));

const numberOf = (queryId: string): number => Number(queryId.slice(1));

/** Every third query finds its document second, every fourth not at all, the others first. */
export const usual: Retrieve = (_, { queryId }) => {
  const i = numberOf(queryId);
  return i % 4 === 3 ? ["x"] : i % 3 === 2 ? ["x", `d${i}`] : [`d${i}`, "x"];
};

/** Takes so long. */
export const slow =
  (clock: Clock, ms: (i: number) => number, retrieve: Retrieve = usual): Retrieve =>
  async (words, context) => {
    await clock.sleep(ms(numberOf(context.queryId)), context.signal);
    return retrieve(words, context);
  };

export const status = (code: number): Error =>
  Object.assign(new Error(`the server answered ${code}`), { status: code });

/** All of a run but what time decides. */
export const timeless = ({ runs, cancelled }: LiveResult): unknown =>
  JSON.parse(
    JSON.stringify({ cancelled, runs: runs.map(timelessRun) }, (_, value) =>
      value instanceof Map ? [...value] : value,
    ),
  );
function timelessRun({ timing: _, answers, retried: _r, ...run }: LiveRun): unknown {
  const plain = [...answers].map(([query, answer]) => {
    if (answer.status === "failed") return [query, answer];
    const { ms: _, attempts: _a, ...rest } = answer;
    return [query, rest];
  });
  return { ...run, answers: plain };
}
