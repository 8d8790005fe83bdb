/** Ctrl-C at the very end of a run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { askLive } from "../../src/cli/commands/run/_ask.ts";
import { testEffects } from "./_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-run-ask-"));
afterAll(() => rmSync(cwd, { recursive: true }));

test("a signal that the event loop has not delivered yet is heard", async () => {
  const effects = testEffects({ cwd });
  const options = {
    gold: { q1: ["a"] },
    metrics: ["rr"],
    retrievers: {
      // Closing comes last; the loop does not turn until the run is done.
      main: { retrieve: () => ["a"], close: () => void setImmediate(() => effects.cancel()) },
    },
  };
  const { stopped, live } = await askLive(options, effects, { quiet: true, project: cwd });
  expect(stopped).toBe(130);
  expect(live.runs).toMatchObject([{ name: "main", answered: 1 }]);
});
