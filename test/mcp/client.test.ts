/** The official MCP client starts `goldie mcp` as a process and uses it. */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const modules = join(root, "test/mcp/client/node_modules/@modelcontextprotocol/client");
const without = !existsSync(modules);

interface ToolAnswer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
}
interface OfficialClient {
  connect(transport: unknown): Promise<void>;
  ping(): Promise<unknown>;
  getServerVersion(): { readonly name: string };
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<ToolAnswer>;
  close(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "goldie-mcp-client-"));
cpSync(join(root, "examples/harbour"), folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

async function connected(...flags: readonly string[]): Promise<OfficialClient> {
  const load = (file: string) => import(pathToFileURL(join(modules, "dist", file)).href);
  const { Client } = (await load("index.mjs")) as { Client: new (info: object) => OfficialClient };
  const { StdioClientTransport } = (await load("stdio.mjs")) as {
    StdioClientTransport: new (how: object) => unknown;
  };
  const client = new Client({ name: "goldie-tests", version: "1.0.0" });
  const jiti = createRequire(import.meta.url)
    .resolve("jiti/package.json")
    .replace(/package\.json$/, "lib/jiti-cli.mjs");
  const args = [jiti, join(root, "src/cli/bin.ts"), "mcp", ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }));
  return client;
}

describe.skipIf(without)(
  "the official client (skipped before npm ci --prefix test/mcp/client)",
  { timeout: 120_000 },
  () => {
    it("lists the tools, scores, and pages through the worst queries", async () => {
      const rows = Array.from({ length: 1000 }, (_, i) => i);
      writeFileSync(
        join(folder, "many.jsonl"),
        rows
          .map((i) => `{"id":"q${i}","query":"question number ${i} of many","relevant":["d${i}"]}\n`)
          .join(""),
      );
      writeFileSync(
        join(folder, "run.jsonl"),
        rows.map((i) => `{"id":"q${i}","hits":["d${i % 2 === 0 ? i : "x"}"]}\n`).join(""),
      );
      const client = await connected();
      try {
        expect(client.getServerVersion().name).toBe("goldie");
        await client.ping();
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual([
          "eval",
          "worst",
          "explain",
          "compare",
          "doctor",
          "runs",
        ]);
        const scored = await client.callTool({
          name: "eval",
          arguments: { gold: "gold.jsonl", runs: ["overlap.jsonl"] },
        });
        expect(scored.content[0]!.text).toMatch(/overlap +0\.722/);
        const seen = new Set<string>();
        let cursor: unknown;
        let pages = 0;
        do {
          const given = cursor === undefined ? { gold: "many.jsonl", run: "run.jsonl" } : { cursor };
          const page = await client.callTool({ name: "worst", arguments: given });
          expect(page.isError).toBeUndefined();
          for (const [, query] of page.content[0]!.text.matchAll(/^(q\d+) {2}ndcg/gm)) {
            expect(seen.has(query!)).toBe(false);
            seen.add(query!);
          }
          cursor = page.structuredContent["nextCursor"];
          pages++;
        } while (cursor !== undefined);
        expect(seen.size).toBe(500);
        expect(pages).toBeGreaterThan(2);
        const refused = await client.callTool({ name: "doctor", arguments: { gold: "../gold.jsonl" } });
        expect(refused.isError).toBe(true);
      } finally {
        await client.close();
      }
    });

    it("runs retrievers where that is allowed, and scores what they stored", async () => {
      writeFileSync(
        join(folder, "goldie.config.json"),
        JSON.stringify({
          gold: "gold.jsonl",
          retrievers: { bm25: { type: "bm25", corpus: "corpus.jsonl" } },
        }),
      );
      const client = await connected("--allow-run");
      try {
        const ran = await client.callTool({ name: "run", arguments: { limit: 20 } });
        expect([ran.content[0]!.text, ran.isError]).toEqual([
          expect.stringMatching(/bm25 +\d\.\d/),
          undefined,
        ]);
        const stored = await client.callTool({ name: "runs", arguments: {} });
        expect(stored.content[0]!.text).toContain("bm25");
        const worst = await client.callTool({
          name: "worst",
          arguments: { gold: "gold.jsonl", run: "last" },
        });
        expect([worst.isError, worst.content[0]!.text]).toEqual([
          undefined,
          expect.stringContaining("queries missed something"),
        ]);
      } finally {
        await client.close();
      }
    });
  },
);
