/** A copy of the bundled example with stored runs of some weeks, made by the commands themselves. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../_prepare.mjs";

const bin = join(root, "dist/cli/bin.js");

/** As many as stand side by side. */
const METRICS = ["recall@5", "ndcg@10", "rr", "hit@5", "group-recall@5"];

/** What was tried, oldest first: a retriever's settings as they change, and the gold once. */
const HISTORY: readonly {
  readonly day: string;
  readonly commit: string;
  readonly note: string;
  readonly settings: object;
  /** Questions of the gold from here on; default: all. */
  readonly questions?: number;
}[] = [
  { day: "2026-03-02", commit: "3f9c1d2", note: "first index", settings: plain(0), questions: 80 },
  { day: "2026-03-06", commit: "8b07a51", note: "b = 1", settings: { ...plain(0), b: 1 }, questions: 80 },
  { day: "2026-03-11", commit: "c41e6f0", note: "titles", settings: plain(1), questions: 80 },
  { day: "2026-03-17", commit: "c41e6f0", note: "16 more questions", settings: plain(1) },
  { day: "2026-03-20", commit: "5d2b9ea", note: "no titles", settings: stemmed(0) },
  { day: "2026-03-25", commit: "91a7c03", note: "stemming", settings: stemmed(1) },
  { day: "2026-04-01", commit: "e60f4d8", note: "titles × 3", settings: stemmed(3) },
];

function plain(title: number): object {
  return { analyzer: "unicode", fields: { title } };
}
function stemmed(title: number): object {
  return { analyzer: "english", fields: { title } };
}

/** Runs a command of the build; what it printed. */
export function goldie(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`goldie ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The stored runs, oldest first. */
export function createProject(folder: string): readonly string[] {
  cpSync(join(root, "examples/harbour"), folder, { recursive: true });
  mkdirSync(join(folder, ".git"));
  const gold = readFileSync(join(folder, "gold.jsonl"), "utf8");
  const runs = join(folder, ".goldie/runs");
  const ids: string[] = [];
  for (const { day, commit, note, settings, questions } of HISTORY) {
    writeFileSync(join(folder, "gold.jsonl"), gold.split("\n").slice(0, questions).join("\n"));
    writeFileSync(join(folder, ".git/HEAD"), `${commit.padEnd(40, "0")}\n`);
    const bm25 = { type: "bm25", corpus: "corpus.jsonl", ...settings };
    writeFileSync(
      join(folder, "goldie.config.json"),
      JSON.stringify({ gold: "gold.jsonl", retrievers: { bm25 }, metrics: METRICS }),
    );
    goldie(folder, "run", "--quiet", "--note", note);
    const made = readdirSync(runs).find((id) => !ids.includes(id))!;
    ids.push(dated(runs, made, day));
  }
  return ids;
}

/** Puts a stored run at another day, so that the pictures are the same next time. */
function dated(runs: string, made: string, day: string): string {
  const id = `${day.replaceAll("-", "")}-100000-000-${made.slice(-4)}`;
  renameSync(join(runs, made), join(runs, id));
  const path = join(runs, id, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...manifest, id, created: `${day}T10:00:00.000Z` }));
  rmSync(join(runs, id, "summary.json"), { force: true });
  return id;
}

/** A command that serves a page, for as long as `use` takes. */
export async function serving(
  folder: string,
  args: readonly string[],
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = spawn(process.execPath, [bin, ...args, "--no-open"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  try {
    const url = await new Promise<string>((ready, fail) => {
      let text = "";
      server.stdout.on("data", (piece) => {
        text += piece;
        const [, found] = /^\w+: (http:\S+)$/m.exec(text) ?? [];
        if (found !== undefined) ready(found);
      });
      server.once("exit", (code) => fail(new Error(`goldie ${args[0]} ended with ${code}`)));
    });
    await use(url);
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}
