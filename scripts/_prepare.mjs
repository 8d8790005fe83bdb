// What `npm test`, `npm run demo` and the tests share: install and build when needed.
// Plain Node without packages: it runs before there is a node_modules.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a Node script at the root with our own stdin, stdout and stderr.
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {boolean} whether it ended with 0
 */
export function runNode(script, args = []) {
  return spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" }).status === 0;
}

/**
 * Runs a program of an installed package. Its file is looked up because `.bin` needs a shell on Windows.
 * @param {string} name "tsc", or "package:program" where they differ
 * @param {readonly string[]} args
 */
export function runBin(name, args = []) {
  return runNode(binOf(name), args);
}

function binOf(name) {
  const [pkg, program = pkg] = name.split(":");
  const folder = join(root, "node_modules", pkg);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[program]);
}

/**
 * Runs npm: the one that started us where there is one.
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} options
 */
export function npm(args, options = {}) {
  const own = process.env.npm_execpath;
  const where = { cwd: root, ...options };
  return own && /npm-cli\.c?js$/.test(own)
    ? spawnSync(process.execPath, [own, ...args], where)
    : spawnSync("npm", args, { ...where, shell: process.platform === "win32" });
}

/** Whether node_modules is absent or older than the lock file. */
export function needsInstall() {
  // npm writes this file last, at the end of an install that worked.
  return newest("node_modules/.package-lock.json") < newest("package-lock.json");
}

/** Whether dist is absent or older than what it is made from. */
function needsBuild() {
  const sources = ["src", "tsdown.config.ts", "tsconfig.json", "package.json"].map(newest);
  return newest("dist/index.js") < Math.max(...sources);
}

export function install() {
  return npm(["ci", "--no-audit", "--no-fund"], { stdio: "inherit" }).status === 0;
}

/** Says nothing unless it fails: tsdown tells of its timings and of Node's version at any log level. */
export function build() {
  const options = { cwd: root, encoding: "utf8", maxBuffer: Number.POSITIVE_INFINITY };
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [binOf("tsdown")], options);
  if (status === 0) return true;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}${error ? `${error.message}\n` : ""}`);
  return false;
}

/**
 * Installs and builds what is out of date; throws when that fails.
 * @param {(line: string) => void} say told before what takes a while
 */
export function prepare(say = () => {}) {
  if (needsInstall() && !install()) throw new Error("npm ci failed");
  if (!needsBuild()) return;
  say("building, once …");
  if (!build()) throw new Error("the build failed");
}

/** Time of the last change of a file or of anything in a folder; 0 when it is absent. */
function newest(path) {
  const full = join(root, path);
  if (!existsSync(full)) return 0;
  const stat = statSync(full);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(full).map((name) => newest(join(path, name))));
}
