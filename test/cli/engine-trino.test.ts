/** Commands on Trino, as far as a stand-in can be one: second tries, and a coordinator that goes away. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { quickClock, type StandIn, type Step, standIn } from "../sql/_trino-stand-in.ts";
import { testEffects } from "./_effects.ts";
import type { Ran } from "./_goldie.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-engine-trino-"));
afterAll(() => rmSync(cwd, { recursive: true }));
beforeAll(() => writeFileSync(join(cwd, "gold.qrels"), "q1 0 d1 1\n"));

const open: StandIn[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const queued: Step = { stats: { state: "QUEUED" } };
const failed: Step = {
  error: { errorName: "REMOTE_HOST_GONE", errorType: "INTERNAL_ERROR", message: "a worker is gone" },
  stats: { state: "FAILED" },
};
/** The columns of the table. */
const described: readonly Step[] = [
  {
    columns: ["column_name", "data_type"].map((name) => ({ name, type: "varchar" })),
    data: [
      ["query", "varchar"],
      ["doc", "varchar"],
      ["score", "double"],
    ],
  },
];

/** The row of q1 with one relevant hit, filled in when the statement is known. */
function counted(): { steps: readonly Step[]; fill(sql: string): void } {
  const page: { columns: { name: string; type: string }[]; data: unknown[][] } = { columns: [], data: [] };
  const texts: Readonly<Record<string, unknown>> = {
    run: "runs",
    query: "q1",
    first_unknown: null,
    repeated_doc: null,
  };
  const none = ["unknown", "repeated", "fault"];
  return {
    steps: [queued, page],
    fill(sql) {
      const last = sql.slice(sql.lastIndexOf("\nSELECT ") + 1);
      const names = [...last.matchAll(/"(\w+)"(?=,\n|\nFROM)/g)].map(([, name]) => name!);
      page.columns = names.map((name) => ({ name, type: name in texts ? "varchar" : "double" }));
      page.data = [names.map((name) => (name in texts ? texts[name] : none.includes(name) ? 0 : 1))];
    },
  };
}

async function goldie(server: StandIn, command: string, ...flags: string[]): Promise<Ran> {
  open.push(server);
  const clock = quickClock();
  const effects = testEffects({ cwd, sleep: clock.sleep, now: clock.now });
  const url = `${server.url.replace("http:", "trino:")}/lake/logs`;
  const asked = [command, "gold.qrels", "--engine", url, "--run-table", "runs", ...flags];
  const code = await main(asked, effects);
  return { code, out: effects.stdout.text, err: effects.stderr.text };
}

async function retrying(): Promise<StandIn> {
  const { steps, fill } = counted();
  const server = await standIn(described, [queued, failed], steps);
  server.onRequest = ({ method, body }) => {
    if (method === "POST" && body.startsWith("WITH")) fill(body);
  };
  return server;
}

test("a second try is no error under --strict", async () => {
  const gate = await goldie(await retrying(), "gate", "--min", "rr=0.9", "--strict");
  expect(gate).toMatchObject({ code: 0 });
  expect(gate.err).toContain("a worker is gone");
  expect(await goldie(await retrying(), "eval", "-m", "rr", "--strict")).toMatchObject({ code: 0 });
});

test.each([
  ["while it is asked for the next page", [queued, "gone"]],
  [
    "in the middle of the rows",
    [queued, { columns: [{ name: "run", type: "varchar" }], data: [["runs"]] }, "gone"],
  ],
] as const)("a coordinator that is gone %s: exit 3, with the reason and no score", async (_, steps) => {
  for (const [command, ...flags] of [
    ["eval", "-m", "rr"],
    ["gate", "--min", "rr=0"],
  ] as const) {
    const server = await standIn(described, steps);
    const { code, out, err } = await goldie(server, command, ...flags);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toMatch(/^error\n.*Trino/m);
    expect(err.replace(/\s+/g, " ")).toMatch(/refused|reset|closed/);
  }
});
