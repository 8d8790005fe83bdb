import { expect, it } from "vitest";
import { ProblemLog } from "../core/problem-log.ts";
import { prepare } from "../evaluate/evaluate.ts";
import { memorySource } from "../files/source.ts";
import { readGoldFile } from "./_gold-file.ts";
import { RowScorer, Scattered } from "./_score-rows.ts";
import { claimer } from "./_threads.ts";

it("a whole list belongs to the thread that read it, and to no other", async () => {
  const log = new ProblemLog();
  const gold = await readGoldFile(memorySource("gold", "q1 0 d1 1\nq2 0 d1 1\n"), {}, log);
  const evaluator = prepare({ metrics: ["rr"], gold: gold.values });
  const claims = new SharedArrayBuffer(gold.lookup.names.size);
  const [first, second] = [1, 2].map(
    (thread) =>
      new RowScorer({
        cells: evaluator.start("run"),
        gold: gold.lookup,
        log,
        file: "run",
        claim: claimer(claims, thread),
      }),
  );
  first!.ranking("q1", ["d1"], 1);
  second!.ranking("q2", ["d1"], 2);
  expect(() => second!.ranking("q1", ["d1"], 3)).toThrow(Scattered);
});
