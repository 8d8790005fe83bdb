// From nothing, and from the example apps, to the first table: the package as npm would install it, in its own process.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { npm, prepare, root } from "../../scripts/_prepare.mjs";

let work: string;
/** The installed package. */
let installed: string;
/** A project that has LangChain, as .ci/run installs it. */
const langchain = join(root, "test/retrievers/packages/node_modules");

beforeAll(() => {
  prepare();
  work = realpathSync(mkdtempSync(join(tmpdir(), "goldie-init-")));
  const packed = npm(["pack", "--pack-destination", work], { encoding: "utf8" });
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  const tarball = readdirSync(work).find((name) => name.endsWith(".tgz"))!;
  installed = join(work, "npx/node_modules/goldie");
  mkdirSync(installed, { recursive: true });
  const unpacked = spawnSync("tar", ["-xzf", join(work, tarball), "--strip-components=1", "-C", installed]);
  if (unpacked.status !== 0) throw new Error(`tar failed: ${unpacked.stderr}`);
  for (const name of [
    "chokidar",
    "fzstd",
    "hyparquet",
    "hyparquet-compressors",
    "hyparquet-writer",
    "jiti",
    "readdirp",
  ])
    symlinkSync(join(root, "node_modules", name), join(work, "npx/node_modules", name), "junction");
}, 240_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** As `npx goldie` runs it: from another folder than that of the project. */
function goldie(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(installed, "dist/cli/bin.js"), ...args],
    {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", ...env },
    },
  );
  return { status, stdout, stderr, seconds: (performance.now() - start) / 1000 };
}

/** A copy of an example, without its own config and gold. */
function cloneOf(example: string, bare: boolean): string {
  const folder = join(work, `${example}-${bare ? "bare" : "own"}`);
  cpSync(join(root, "examples", example), folder, { recursive: true });
  if (bare)
    for (const name of readdirSync(folder))
      if (/^(goldie\.config\..*|eval)$/.test(name)) rmSync(join(folder, name), { recursive: true });
  return folder;
}

const times: string[] = [];
afterAll(() => process.stdout.write(`init --yes to the first table: ${times.join(", ")}\n`));

function firstTable(name: string, folder: string, config: string): void {
  const { status, stdout, stderr, seconds } = goldie(folder, ["init", "--yes"]);
  times.push(`${name} ${seconds.toFixed(1)} s`);
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^run +recall@5 /m);
  expect(stdout).toMatch(/^ {2}goldie bless last/m);
  expect(existsSync(join(folder, config))).toBe(true);
  // The commands that it names work.
  const again = goldie(folder, ["run"]);
  expect([again.status, again.stdout.includes("no change in any metric")]).toEqual([0, true]);
}

describe("init --yes", { timeout: 120_000 }, () => {
  test("in an empty folder sets up an example", () => {
    const folder = join(work, "empty");
    mkdirSync(folder);
    firstTable("empty folder", folder, "goldie.config.ts");
    const { status, stdout } = goldie(folder, ["gate", "--min", "recall@5=0.5"]);
    expect([status, stdout.includes("Gate passed")]).toEqual([0, true]);
  });

  test("in a folder of Markdown measures BM25", () => {
    firstTable("Markdown", cloneOf("markdown", true), "goldie.config.ts");
  });

  test("in an HTTP service finds its search function", () => {
    const folder = cloneOf("http", true);
    firstTable("HTTP service", folder, "goldie.config.mjs");
    expect(readFileSync(join(folder, "goldie.config.mjs"), "utf8")).toContain("search(query, k)");
  });

  test.skipIf(!existsSync(join(langchain, "@langchain/core")))(
    "in a LangChain app finds its retriever (skipped where @langchain/core is not installed)",
    () => {
      const folder = cloneOf("langchain", true);
      symlinkSync(langchain, join(folder, "node_modules"), "junction");
      firstTable("LangChain", folder, "goldie.config.ts");
      expect(readFileSync(join(folder, "goldie.config.ts"), "utf8")).toContain(
        "fromLangChain({ retriever })",
      );
    },
  );
});

describe("the examples with their own config", { timeout: 120_000 }, () => {
  test("Markdown, with the rules of its gate", () => {
    const folder = cloneOf("markdown", false);
    expect(goldie(folder, ["run"])).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining("error"),
    });
    expect(goldie(folder, ["gate", "last/default"])).toMatchObject({ status: 0 });
    expect(goldie(folder, ["compare", "last"])).toMatchObject({ status: 0 });
  });

  test("the HTTP service, asked over HTTP", async () => {
    const folder = cloneOf("http", false);
    const { server, port } = await serving(folder);
    try {
      const { status, stdout } = await goldieBeside(folder, ["run", "--json"], { PORT: port });
      expect(status).toBe(0);
      const { runs } = JSON.parse(stdout);
      expect(runs.map(({ name }: { name: string }) => name)).toEqual(["service", "bm25"]);
      expect(runs[0].summary["recall@5"].mean).toBe(1);
    } finally {
      server.kill();
    }
  });

  test.skipIf(!existsSync(join(langchain, "@langchain/core")))(
    "LangChain, with an alias in its config (skipped where @langchain/core is not installed)",
    () => {
      const folder = cloneOf("langchain", false);
      symlinkSync(langchain, join(folder, "node_modules"), "junction");
      const { status, stdout, stderr } = goldie(folder, ["run"]);
      expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
      expect(stdout).toContain("main: missed 1 of 5 relevant documents");
    },
  );
});

/** Starts the example's server on any port. */
async function serving(cwd: string): Promise<{ server: ChildProcess; port: string }> {
  const server = spawn(process.execPath, ["server.mjs"], {
    cwd,
    env: { PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const piece of server.stdout!) {
    const [, port] = /:(\d+)\n/.exec(String(piece)) ?? [];
    if (port !== undefined) return { server, port };
  }
  throw new Error("the server ended before it listened");
}

/** While something else answers. */
function goldieBeside(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(installed, "dist/cli/bin.js"), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.on("data", (piece) => {
    stdout += piece;
  });
  return new Promise<{ status: number | null; stdout: string }>((done) => {
    child.on("close", (status) => done({ status, stdout }));
  });
}
