import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { prepare, root } from "../scripts/_prepare.mjs";
import { evaluate } from "../src/index.ts";

let output: string;
beforeAll(() => {
  prepare();
  const { status, stdout, stderr } = spawnSync(process.execPath, ["examples/demo.mjs"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  output = stdout;
}, 120_000);

const readRows = (name: string) =>
  readFileSync(join(root, `examples/harbour/${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("it fits a terminal", () => {
  const lines = output.split("\n");
  expect(lines.filter((line) => [...line].length > 100 || line !== line.trimEnd())).toEqual([]);
  expect(lines.length).toBeLessThan(65);
});

test("its means are those of the sources", () => {
  for (const name of ["overlap", "prefix"]) {
    const metrics = ["recall@5", "ndcg@10", "rr", "hit@5", "group-recall@5", "all-groups@5"];
    const result = evaluate({ gold: readRows("gold"), run: readRows(name), metrics });
    const row = output.split("\n").find((line) => line.startsWith(`${name} `))!;
    expect(row.replaceAll("*", "").split(/ +/).slice(1)).toEqual(
      metrics.map((metric) => result.mean(metric).mean!.toFixed(3)),
    );
  }
});

test("what it sends people to is there", () => {
  const next = output.slice(output.indexOf("What to try next"));
  const files = [...next.matchAll(/\b[\w/-]+\.md\b/g)].map(([file]) => file);
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
