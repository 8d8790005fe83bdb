import { expect, it } from "vitest";
import { diagnoseRuns } from "./diagnose-runs.ts";

it("reads gold and runs in every form", () => {
  const diagnosis = diagnoseRuns({
    gold: {
      q1: { a: 1, x: 0, neg: -1 },
      q2: [["b", "c"], ["d"]],
      q3: ["e"],
      q4: { relevant: ["f"], grades: { g: 3 } },
      q5: { passages: ["some text"] },
      q6: [],
    },
    runs: [
      {
        name: "mixed",
        run: {
          q1: { x: 0.2, a: 0.9 },
          q2: ["b", "z"],
          q3: [
            { id: "e::1", doc: "e", score: 0.1 },
            { id: "y", score: 0.7 },
          ],
          q4: ["g", "f"],
          q5: new Error("time-out"),
        },
      },
    ],
    k: 1,
  });
  expect(diagnosis.gold).toMatchObject({
    queries: 6,
    ids: 6,
    texts: 1,
    empty: { count: 1, samples: ["q6"] },
  });
  expect(diagnosis.runs[0]).toMatchObject({
    overlap: { gold: 6, found: 3 },
    emptyRankings: { samples: ["q5"] },
    // By score, a comes before x; the list of q3 keeps its order.
    unjudged: { hits: 4, unjudged: 1 },
    disorder: { count: 1, samples: ["q3"] },
  });
  expect(diagnosis.runs[0]!.proposals[0]).toMatchObject({ flag: "--unit doc", found: 4 });
});

it("knows gold of spans from no gold at all", () => {
  const gold = { q1: { spans: [{ doc: "h.md", lines: [1, 2] as const }] }, q2: [] };
  expect(diagnoseRuns({ gold, runs: [] }).gold).toMatchObject({ texts: 1, empty: { samples: ["q2"] } });
});
