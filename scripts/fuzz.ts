// `npm run fuzz [-- --inputs 200000] [--run 1] [--only trec-run]`: broken files for every reader, from seeds.
// `npm run fuzz -- --seed 16777225`: one of them again, with what was wrong.
// Exit code 0: nothing was wrong; 1: something was, and the inputs lie in .goldie/fuzz/; 2: wrong use.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formats } from "../src/formats/index.ts";
import { check } from "./_fuzz/check.ts";
import { inputOf, seedOf } from "./_fuzz/input.ts";
import { type Target, targetsOf } from "./_fuzz/targets.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const folder = join(root, ".goldie/fuzz");
const CHUNK = 5_000;
/** An input that takes longer hangs: the slowest take a tenth of a second. */
const PATIENCE = 30_000;
const SHOWN = 10;
/** More ends than this have another reason than an input. */
const MOST_ENDS = 20;

function refuse(why: string): never {
  console.error(`fuzz: ${why}\nusage: npm run fuzz [-- --inputs N] [--run N] [--only NAME] [--seed N]`);
  process.exit(2);
}

function readArguments() {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      options: { inputs: text, run: text, only: text, seed: text, from: text },
    });
    const number = (name: "inputs" | "run" | "seed" | "from", byDefault: number): number => {
      const given = Number(values[name] ?? byDefault);
      return Number.isSafeInteger(given) && given >= 0
        ? given
        : refuse(`--${name} ${values[name]} is not a number`);
    };
    return {
      inputs: number("inputs", 200_000),
      run: number("run", 1),
      only: values.only ?? "",
      seed: values.seed === undefined ? undefined : number("seed", 0),
      from: values.from === undefined ? undefined : number("from", 0),
    };
  } catch (error) {
    return refuse((error as Error).message);
  }
}
const { inputs, run, only, seed, from } = readArguments();

const nameOf = ({ format, kind }: Target): string => `${format.id} ${kind}`;
const targets = (await targetsOf(formats)).filter((target) => nameOf(target).includes(only));
if (targets.length === 0) refuse(`there is no reader called ${only}`);

/** What a child tells: before each input, and what was wrong with it. */
interface Report {
  readonly at: number;
  readonly wrong?: readonly string[];
}

if (seed !== undefined) await replay(seed);
else if (from !== undefined) await work(from);
else await guard();

async function replay(one: number): Promise<void> {
  const input = inputOf(one, targets);
  console.log(`${nameOf(input.target)}: ${input.how.join(", ")}`);
  console.log(JSON.stringify(Buffer.from(input.bytes).toString("latin1")));
  const wrong = await check(input);
  console.log(wrong.length === 0 ? "nothing is wrong" : wrong.join("\n"));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

/** A child: inputs from here on. It tells where it is, so that a hang has a name. */
async function work(start: number): Promise<void> {
  const send = (report: Report): void => void process.send!(report);
  for (let i = start; i < Math.min(start + CHUNK, inputs); i++) {
    const at = seedOf(run, i);
    send({ at });
    const wrong = await check(inputOf(at, targets));
    if (wrong.length > 0) send({ at, wrong });
    // Messages leave only when the loop is free.
    if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  process.disconnect?.();
}

/** The parent process: children do the work and are killed if they hang. */
async function guard(): Promise<void> {
  const failures = new Map<number, readonly string[]>();
  const started = Date.now();
  let next = 0;
  let ends = 0;
  while (next < inputs && ends < MOST_ENDS) {
    const start = next;
    next = await watched(start, failures);
    if (next !== Math.min(start + CHUNK, inputs)) ends++;
    process.stderr.write(`\r${next.toLocaleString("en-GB")} inputs, ${failures.size} failures`);
  }
  process.stderr.write("\n");
  const share = (i: number): number =>
    Math.floor(inputs / targets.length) + (i < inputs % targets.length ? 1 : 0);
  console.log(
    `seeds ${seedOf(run, 0)} to ${seedOf(run, inputs - 1)}, ${Math.round((Date.now() - started) / 1000)} s`,
  );
  const first = seedOf(run, 0) % targets.length;
  targets.forEach((target, i) => {
    const place = (i - first + targets.length) % targets.length;
    const failed = [...failures.keys()].filter((at) => at % targets.length === i).length;
    console.log(
      `  ${nameOf(target).padEnd(28)} ${String(share(place)).padStart(7)} inputs ${String(failed).padStart(5)} failures`,
    );
  });
  if (failures.size > 0) mkdirSync(folder, { recursive: true });
  for (const [i, [at, wrong]] of [...failures].entries()) {
    const path = join(folder, `${at}.bin`);
    const { bytes, target, how } = inputOf(at, targets);
    writeFileSync(path, bytes);
    if (i >= SHOWN) continue;
    const again = `--seed ${at}${only === "" ? "" : ` --only ${only}`}`;
    console.log(
      `${nameOf(target)} ${again} (${how.join(", ")}; ${relative(root, path)})\n  ${wrong.join("\n  ").slice(0, 1500)}`,
    );
  }
  process.exitCode = failures.size === 0 ? 0 : 1;
}

/** One chunk in a child. Where the next one starts: after the chunk, or after an input at which it hung or died. */
function watched(start: number, failures: Map<number, readonly string[]>): Promise<number> {
  const rest = ["--from", start, "--inputs", inputs, "--run", run, "--only", only].map(String);
  const child: ChildProcess = spawn(process.execPath, [jiti, fileURLToPath(import.meta.url), ...rest], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise((resolve) => {
    let last = start;
    let hung = false;
    let heard = false;
    const end = (): void => {
      hung = true;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(end, PATIENCE);
    child.on("message", ({ at, wrong }: Report) => {
      last = at - seedOf(run, 0);
      heard = true;
      if (wrong !== undefined) failures.set(at, wrong);
      clearTimeout(timer);
      timer = setTimeout(end, PATIENCE);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      const done = Math.min(start + CHUNK, inputs);
      if (code === 0) return resolve(done);
      if (!heard && !hung) refuse("the readers cannot be loaded");
      failures.set(seedOf(run, last), [
        hung ? `it hangs: nothing for ${PATIENCE / 1000} s` : `the process ended with ${code}`,
      ]);
      resolve(last + 1);
    });
  });
}
