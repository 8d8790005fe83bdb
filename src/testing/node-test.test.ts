import { AssertionError } from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { evaluate } from "../evaluate/evaluate.ts";
import { baselineText } from "../evaluate/gate/baseline.ts";
import {
  assertDoesNotRetrieve,
  assertMeets,
  assertNoRegression,
  assertRecall,
  assertRetrieves,
} from "./node-test.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-node-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const baseline = join(folder, "goldie.baseline.json");
const gold = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`q${i}`, [`d${i}`]]));
const good = gold;
const bad = Object.fromEntries(
  Object.entries(gold).map(([query, [id]], i) => [query, i < 12 ? ["x"] : [id!]]),
);
writeFileSync(baseline, baselineText(evaluate({ gold, run: good, metrics: ["rr"] })));

test("each assertion passes, or throws an AssertionError with the matcher's message", async () => {
  const search = () => ["a", "b"];
  await assertRetrieves(search, "how?", ["a"], { k: 1 });
  await assertDoesNotRetrieve(search, "how?", ["b"], { k: 1 });
  assertRecall(["a"], ["a", "b"], { min: 0.5 });
  assertMeets(good, "rr >= 1", { gold });
  assertMeets(evaluate({ gold, run: good, metrics: ["rr"] }), "rr >= 1");
  assertNoRegression(good, baseline, { metric: "rr", gold });

  const failing: [() => unknown, RegExp][] = [
    [() => assertRetrieves(search, "how?", ["b"], { k: 1 }), /should retrieve all .*\n\n {2}1 {2}a\n/],
    [() => assertDoesNotRetrieve(search, "how?", ["a"]), /should retrieve none .*\n\n✓ 1 {2}a\n/],
    [() => assertRecall(["a"], ["a", "b"]), /^recall@10 should be at least 1, but is 0\.500/],
    [() => assertMeets(bad, "rr >= 1", { gold }), /^rr of run should be >= 1, but is 0\.400/],
    [() => assertNoRegression(bad, baseline, { metric: "rr", gold }), /a real drop/],
  ];
  for (const [run, message] of failing) {
    const error = await Promise.resolve()
      .then(run)
      .then(
        () => undefined,
        (reason) => reason,
      );
    expect(error).toBeInstanceOf(AssertionError);
    expect(error.message).toMatch(message);
  }
});
