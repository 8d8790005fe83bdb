/** Gold with ids, and a run that names its queries by their questions: the command that is printed works. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-questions-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const files: Readonly<Record<string, string>> = {
  "run.jsonl": lines(
    { query: "when does it open?", hits: ["d1"] },
    { query: "who is it?", hits: ["d9", "d2"] },
  ),
  "question.jsonl": lines(
    { id: "q1", question: "when does it open?", relevant: ["d1"] },
    { id: "q2", question: "who is it?", relevant: ["d2"] },
  ),
  "user_input.jsonl": lines(
    { id: "q1", user_input: "when does it open?", relevant: ["d1"] },
    { id: "q2", user_input: "who is it?", relevant: ["d2"] },
  ),
  "question.csv": "id,question,relevant\nq1,when does it open?,d1\nq2,who is it?,d2\n",
  "question_id.csv": "question_id,question,doc,grade\nq1,when does it open?,d1,1\nq2,who is it?,d2,1\n",
  "beir/queries.jsonl": lines({ _id: "q1", text: "when does it open?" }, { _id: "q2", text: "who is it?" }),
  "beir/qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t1\n",
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}
async function goldie(...argv: readonly string[]) {
  const effects = testEffects({ cwd });
  const code = await main(argv, effects);
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}
/** The command below the error, word by word. */
const proposed = (stderr: string): string[] => /\n {2}run {2}goldie (.*)\n/.exec(stderr)![1]!.split(" ");

test.each(["question.jsonl", "user_input.jsonl", "question.csv", "question_id.csv"])(
  "%s: the question as the id, whatever its column is called",
  async (gold) => {
    const refused = await goldie("eval", gold, "run.jsonl", "-m", "rr");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("--col gold.id=query");
    const { code, stdout, stderr } = await goldie(...proposed(refused.stderr));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^run +0\.750\b/m);
  },
);

test("a column that is not there is still refused", async () => {
  for (const gold of ["question.jsonl", "question.csv"]) {
    const { code, stderr } = await goldie("eval", gold, "run.jsonl", "--col", "gold.id=quesion");
    expect(code).toBe(2);
    expect(stderr).toContain(`${gold} has no column "quesion"`);
  }
});

test("a data set with its questions apart is converted first", async () => {
  const first = await goldie("eval", "beir", "run.jsonl", "-m", "rr");
  const second = await goldie(...proposed(first.stderr));
  expect(second.code).toBe(2);
  expect(proposed(second.stderr)).toEqual(["convert", "beir", "gold.jsonl", "--kind", "gold"]);
  expect((await goldie(...proposed(second.stderr))).code).toBe(0);
  const { stdout } = await goldie("eval", "gold.jsonl", "run.jsonl", "-m", "rr", "--col", "gold.id=query");
  expect(stdout).toMatch(/^run +0\.750\b/m);
});
