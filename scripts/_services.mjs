// What scripts and checks with real servers share: a folder that is kept between runs, programs, ports.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** Not there: the check says why, and is skipped. */
export class Skipped extends Error {}

/**
 * @param {string} program
 * @param {string[]} args
 */
export function needs(program, ...args) {
  if (spawnSync(program, args, { stdio: "ignore" }).status !== 0)
    throw new Skipped(`${program} is not installed`);
}

/**
 * Kept between runs: downloads are large.
 * @param {string} name
 * @returns {string}
 */
export function cached(name) {
  const folder = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "goldie-services", name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {string} what it printed
 */
export function run(program, args, cwd) {
  const { status, stderr, stdout, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr + stdout}`);
  return stdout;
}

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

export const scratch = () => mkdtempSync(join(tmpdir(), "goldie-service-"));

/** @param {string} folder */
export const remove = (folder) => rmSync(folder, { recursive: true, force: true });
