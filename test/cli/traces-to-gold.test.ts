import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

const span = (id: string, question: string, doc: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: `t${id}`,
                spanId: `s${id}`,
                name: "retrieve",
                attributes: [
                  { key: "openinference.span.kind", value: { stringValue: "RETRIEVER" } },
                  { key: "input.value", value: { stringValue: question } },
                  { key: "retrieval.documents.0.document.id", value: { stringValue: doc } },
                ],
              },
            ],
          },
        ],
      },
    ],
  });

async function folder() {
  const cwd = await mkdtemp(join(tmpdir(), "goldie-traces-"));
  await writeFile(
    join(cwd, "traces.jsonl"),
    `${[span("1", "dog licence fee", "p054"), span("2", " how long does the  ferry take?", "p001")].join("\n")}\n`,
  );
  const run = async (...words: string[]) => {
    const effects = testEffects({ cwd });
    const code = await main(words, effects);
    return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
  };
  return { cwd, run };
}

const rowsIn = async (path: string): Promise<{ query: string; candidates: string[] }[]> =>
  (await readFile(path, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("questions of traces, labelled, score the traces they come from", async () => {
  const { cwd, run } = await folder();
  expect((await run("gold", "from-traces", "traces.jsonl", "-o", "gold.jsonl")).code).toBe(0);
  const rows = await rowsIn(join(cwd, "gold.jsonl"));
  const labelled = rows.map((row) => ({ ...row, relevant: row.candidates }));
  await writeFile(join(cwd, "gold.jsonl"), labelled.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { code, stdout } = await run("eval", "gold.jsonl", "traces.jsonl", "-m", "recall@5");
  expect(code).toBe(0);
  expect(stdout).toMatch(/traces +1\.000/);
});

test.each(["eval", "doctor"])(
  "gold with ids of its own: %s names the command that works",
  async (command) => {
    const { cwd, run } = await folder();
    const gold = [
      { id: "q-1", query: "dog licence fee", relevant: ["p054"] },
      { id: "q-2", query: " how long does the  ferry take?", relevant: ["p001"] },
    ];
    await writeFile(join(cwd, "gold.jsonl"), gold.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const said = await run(command, "gold.jsonl", "traces.jsonl");
    const text = said.stdout + said.stderr;
    expect(text).toContain("goldie eval gold.jsonl traces.jsonl --col gold.id=query\n");
    expect(said.code).toBe(command === "eval" ? 2 : 0);
    if (command === "doctor") expect(text).toContain("traces names 2 of its 2 queries by their questions");
    const mended = await run(
      "eval",
      "gold.jsonl",
      "traces.jsonl",
      "--col",
      "gold.id=query",
      "-m",
      "recall@5",
    );
    expect(mended.code).toBe(0);
    expect(mended.stdout).toMatch(/traces +1\.000/);
  },
);
