/** Which files the commands and the library run through: each traced in a child process. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../_prepare.mjs";

/** A file whose functions were called. */
export interface Step {
  readonly file: string;
  /** The function that was the first. */
  readonly name: string;
  /** The files of the functions that called it, the nearest first. */
  readonly callers: readonly string[];
}
export interface Way {
  readonly title: string;
  /** In the order of the first call. */
  readonly steps: readonly Step[];
}
const program = join(root, "src/cli/bin.ts");
const WAYS: readonly { readonly title: string; readonly run: readonly string[] }[] = [
  { title: "goldie eval gold.jsonl run.trec", run: [program, "eval", "gold.jsonl", "run.trec"] },
  { title: "goldie judge cases.jsonl", run: [program, "judge", "cases.jsonl"] },
  { title: "evaluate({ gold, run, metrics })", run: [join(root, "scripts/_map/evaluate.mjs")] },
];

/** Traces them all, on the example. */
export async function traceWays(): Promise<Way[]> {
  const folder = mkdtempSync(join(tmpdir(), "goldie-map-"));
  try {
    cpSync(join(root, "examples/harbour"), folder, { recursive: true });
    writeFileSync(join(folder, "run.trec"), trecRun(readFileSync(join(folder, "overlap.jsonl"), "utf8")));
    return await Promise.all(
      WAYS.map(async ({ title, run }, i) => ({ title, steps: await trace(run, folder, `trace-${i}.json`) })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function trecRun(jsonl: string): string {
  return jsonl
    .trim()
    .split("\n")
    .flatMap((line) => {
      const { id, hits } = JSON.parse(line) as { id: string; hits: { id: string; score: number }[] };
      return hits.map((hit, rank) => `${id} Q0 ${hit.id} ${rank + 1} ${hit.score} overlap\n`);
    })
    .join("");
}

function trace(run: readonly string[], cwd: string, to: string): Promise<Step[]> {
  const env = { ...process.env, MAP_TRACE: join(cwd, to) };
  const preload = new URL("trace.mjs", import.meta.url).href;
  const child = spawn(process.execPath, ["--import", preload, ...run], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (piece) => {
    told += piece;
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done(JSON.parse(readFileSync(env.MAP_TRACE, "utf8")));
      else fail(new Error(`${run.join(" ")} ended with ${code}\n${told}`));
    });
  });
}

/** What any place may use at any time: the words that all is written in, the units, the tools of the commands. */
const EVERYWHERE: ReadonlySet<string> = new Set(["core", "text", "files", "calls", "metrics", "cli/shared"]);
/** Folders whose folders are the places; the other ones are one place each, whatever is below them. */
const DIVIDED: ReadonlySet<string> = new Set(["cli", "evaluate"]);

/** The place of a file: "formats", "evaluate/join", "cli/commands/eval". */
function folderOf(file: string): string {
  const [, part = "", ...rest] = file.split("/").slice(0, -1);
  if (!DIVIDED.has(part)) return part;
  return [part, ...(rest[0] === "commands" ? rest.slice(0, 2) : rest.slice(0, 1))].join("/");
}

/** A folder with those of its files that a way calls. */
export interface Place {
  readonly folder: string;
  readonly steps: Step[];
}

/** The folders of a way, in the order in which they are entered, and apart from them those without a place in an order. */
export function placesOf({ steps }: Way): { readonly places: Place[]; readonly everywhere: Place[] } {
  const found = new Map<string, Place>();
  for (const step of steps) {
    const folder = folderOf(step.file);
    if (!found.has(folder)) found.set(folder, { folder, steps: [] });
    found.get(folder)!.steps.push(step);
  }
  const all = [...found.values()];
  return {
    places: all.filter(({ folder }) => !EVERYWHERE.has(folder)),
    everywhere: all.filter(({ folder }) => EVERYWHERE.has(folder)),
  };
}

export interface Returns {
  /** Called from a folder that comes later on the way: against its direction. */
  readonly back: readonly Step[];
  /** Called from a folder that comes before, when the way had gone on to others. */
  readonly again: readonly Step[];
}

/**
 * Where the way comes to a folder that it had left. A function that goes on with files of its own folder,
 * after it called another one, has not come back: it was there all the time.
 */
export function returnsOf(way: Way): Returns {
  const order = new Map(placesOf(way).places.map(({ folder }, i) => [folder, i]));
  const left = new Set<string>();
  const found = { back: [] as Step[], again: [] as Step[] };
  let now: string | undefined;
  for (const step of way.steps) {
    const folder = folderOf(step.file);
    if (!order.has(folder)) continue;
    if (now !== undefined && now !== folder) left.add(now);
    now = folder;
    // Shared tools have no place in the order; attribute the call to their caller.
    const from = step.callers.map(folderOf).find((caller) => order.has(caller));
    if (!left.has(folder) || from === folder) continue;
    const isLater = from !== undefined && order.get(from)! > order.get(folder)!;
    found[isLater ? "back" : "again"].push(step);
  }
  return found;
}
