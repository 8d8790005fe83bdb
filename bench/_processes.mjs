/** Whole processes of Node, with their start, measured from outside. */
import { spawnSync } from "node:child_process";
import { median } from "./_measure.mjs";

const QUIET = { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"], maxBuffer: 1 << 28 };

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, QUIET);
  if (error !== undefined || status !== 0)
    throw new Error(`${args.join(" ")} ended with ${status ?? error}\n${stderr}`);
  return stderr;
}

/** Seconds by the clock. */
export function elapsed(args) {
  const start = performance.now();
  run(process.execPath, args);
  return (performance.now() - start) / 1000;
}

/** Seconds that it computed, all its threads together, as bash counts them: other processes move them less. */
export function computed(args) {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@"';
  const [user, system] = run("bash", ["-c", script, "-", process.execPath, ...args])
    .trim()
    .split("\n")
    .at(-1)
    .split(" ");
  return Number(user) + Number(system);
}

export const canCount = spawnSync("bash", ["--version"], { stdio: "ignore" }).status === 0;

/** Medians of `rounds` in turns, after one round that only warms the disk's cache. */
export function medians(commands, rounds, measure = elapsed) {
  const times = commands.map(() => []);
  for (let round = 0; round <= rounds; round++)
    commands.forEach((args, i) => {
      const seconds = measure(args);
      if (round > 0) times[i].push(seconds);
    });
  return times.map(median);
}
