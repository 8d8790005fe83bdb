// What the embedded judge says of every case of the project, verdict and confidence: a change of speed changes none of them.
// UPDATE=1 rewrites cases/own-verdicts.jsonl. Read the diff.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readOwn } from "../../scripts/_judge/data.ts";
import { createLexicalJudge } from "../../src/judges/lexical/index.ts";
import { prepareCase } from "../../src/judges/prepare.ts";

const file = fileURLToPath(new URL("./cases/own-verdicts.jsonl", import.meta.url));

it("every verdict and confidence on the project's own cases is as it was", () => {
  const judge = createLexicalJudge();
  const lines = readOwn().map(({ id, question, contexts, claim }) => {
    const { responseClaims, unjudged, flags } = judge.judge(
      prepareCase({ id, question, contexts, response: claim }).prepared!,
    );
    const claims = responseClaims!.map(({ support, confidences, missing }) => [
      support.map(({ chunk, level, by }) => `${level} ${chunk + 1}: ${by.join(" ")}`).join(", "),
      confidences,
      missing ?? [],
    ]);
    const open = unjudged?.some(({ part }) => part === "responseClaims") === true;
    return JSON.stringify({ id, claims, open, flags: flags?.length ?? 0 });
  });
  if (process.env["UPDATE"] === "1") writeFileSync(file, `${lines.join("\n")}\n`);
  expect(lines).toEqual(readFileSync(file, "utf8").trimEnd().split("\n"));
});
