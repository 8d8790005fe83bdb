// trec_eval's own test commands, as its users write them, through files and the whole program: every byte is equal.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";
import { readCommandLine } from "./_words.ts";

const folder = fileURLToPath(new URL("../../../shared/data/trec_eval/", import.meta.url));
const inputs = join(folder, "v10.0");
const PARAMS =
  "-m iprec_at_recall..10,.20,.25,.75,.50 -m P.5,7,3 -m recall.20,2000 -m Rprec_mult.5.0,0.2,0.35 -m utility.2,-1,0,0 -m 11pt_avg..25,.5,.75 -m ndcg.1=3,2=9,4=4.5 -m ndcg_cut.10,20,23.4 -m success.2,5,20";

/** The file with what the tool prints, its flags and files, and the versions that have it. */
const CALLS: readonly (readonly [string, string, (readonly string[])?])[] = [
  ["out.test", "qrels.test results.test"],
  ["out.test", "qrels.test.with-comments results.test", ["v10.0"]],
  ["out.comment.test", "qrels.comment.test results.comment.test", ["v10.0"]],
  ["out.test.a", "-m all_trec qrels.test results.test"],
  ["out.test.aq", "-m all_trec -q qrels.test results.test"],
  ["out.test.aqc", "-m all_trec -q -c qrels.test results.trunc"],
  ["out.test.aqcM", "-qc -M100 -m all_trec qrels.test results.trunc"],
  ["out.test.aql", "-m all_trec -m relstring.20 -q -l2 qrels.rel_level results.test"],
  ["out.test.meas_params", `-q ${PARAMS} qrels.test results.test`],
];
const VERSIONS = { "v9.0.8": "trec_eval9", "v10.0": "trec_eval" } as const;

const cases = Object.entries(VERSIONS).flatMap(([version, as]) =>
  CALLS.filter(([, , versions]) => versions?.includes(version) ?? true).map(
    ([out, call]) => [`goldie eval --as ${as} ${call}`, join(folder, version, out)] as const,
  ),
);

describe.skipIf(!existsSync(inputs))(
  "trec_eval's own tests (needs ../shared/data/trec_eval)",
  { timeout: 30_000 },
  () => {
    test.each(cases)("%s", async (call, out) => {
      const effects = testEffects({ cwd: inputs });
      expect(await main(readCommandLine(call).argv, effects)).toBe(0);
      expect(effects.stdout.text).toBe(readFileSync(out, "utf8"));
    });

    test("10.0 without -c refuses a run that lacks a judged query", async () => {
      const effects = testEffects({ cwd: inputs });
      expect(
        await main(readCommandLine("goldie eval --as trec_eval qrels.test results.trunc").argv, effects),
      ).toBe(2);
      expect([effects.stdout.text, effects.stderr.text]).toEqual(["", expect.stringContaining("without -c")]);
    });
  },
);
