/** Debian's PostgreSQL, as a user that is not root: it refuses to run as that. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const server = "/usr/lib/postgresql";
const versions = existsSync(server) ? readdirSync(server) : [];
const bin = join(server, versions.at(-1) ?? "", "bin");
export const hasPostgres = existsSync(join(bin, "initdb"));

const userId = (flag: string): number =>
  Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
const isRoot = process.getuid?.() === 0;
const user = isRoot && hasPostgres ? { uid: userId("-u"), gid: userId("-g") } : undefined;

export interface PostgresServer {
  /** The folder of its socket: it has no port. The user is goldie, the database postgres. */
  readonly host: string;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "goldie-postgres-"));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const made = spawnSync(
      join(bin, "initdb"),
      ["-D", join(folder, "data"), "-U", "goldie", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"],
      { cwd: folder, encoding: "utf8", ...user },
    );
    if (made.status !== 0) throw new Error(made.stderr);
    const running = await started(folder);
    return {
      host: folder,
      async stop() {
        const ended = new Promise((resolve) => running.once("exit", resolve));
        running.kill("SIGINT");
        await ended;
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function started(folder: string): Promise<ChildProcess> {
  const args = [
    "-D",
    join(folder, "data"),
    "-c",
    "listen_addresses=",
    "-c",
    `unix_socket_directories=${folder}`,
  ];
  const running = spawn(join(bin, "postgres"), args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    ...user,
  });
  return new Promise((resolve, reject) => {
    let said = "";
    running.stderr!.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready to accept connections")) resolve(running);
    });
    running.once("exit", () => reject(new Error(said)));
  });
}
