/** Every Problem code of configs, with a config that brings it about: docs/guide/config.md. */
import { findConfig } from "../../src/config/find.ts";
import { loadConfig } from "../../src/config/load.ts";
import { GoldieError, type Problem } from "../../src/core/problem.ts";
import { code, table } from "./markdown.ts";

const folder = "/project";

/** As if the folder held a config of this text; without one, it is not there. */
const loading = (text?: string, name = "goldie.config.json"): Promise<unknown> =>
  loadConfig(`${folder}/${name}`, {
    cwd: folder,
    env: {},
    async read() {
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return new TextEncoder().encode(text);
    },
  });

/** Code → a call that throws it. */
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  "no-config": () => loading(undefined, "other.json"),
  "several-configs": () =>
    findConfig({
      cwd: folder,
      facts: async (path) => (/\.(ts|json)$/.test(path) ? { kind: "file", mode: 0o644, size: 0 } : undefined),
    }),
  "unknown-config": () => loading("", "goldie.config.yaml"),
  "config-not-loaded": () => ofCode('throw new Error("no index yet");'),
  "config-not-exported": () => ofCode("export const config = {};"),
  "config-not-json": () => loading('{ "gold": }'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how variables are written.
  "config-variable": () => loading('{ "judge": "${MODEL}" }'),
  "config-key": () => loading('{ "retriever": {} }'),
  "config-value": () => loading('{ "timeout": "5s" }'),
};

/** Code has to be in a file. */
async function ofCode(text: string): Promise<unknown> {
  const { mkdtempSync, rmSync, writeFileSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const cwd = mkdtempSync(join(tmpdir(), "goldie-docs-"));
  const file = join(cwd, "goldie.config.mjs");
  try {
    writeFileSync(file, text);
    return await loadConfig(file, { cwd, env: {}, read: async () => new TextEncoder().encode(text) });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

export const configProblemCodes: readonly string[] = Object.keys(CALLS);

export async function configProblems(): Promise<string> {
  const rows: string[][] = [];
  for (const [name, make] of Object.entries(CALLS)) {
    const { code: got, what, fix } = await thrownBy(make, name);
    if (got !== name) throw new Error(`the call for ${name} gives ${got}: ${what}`);
    rows.push([code(name), what, fix]);
  }
  return table(["code", "example", "fix"], rows);
}

async function thrownBy(make: () => Promise<unknown>, name: string): Promise<Problem> {
  try {
    await make();
  } catch (error) {
    if (error instanceof GoldieError) return error.problem;
    throw error;
  }
  throw new Error(`the call for ${name} throws nothing`);
}
