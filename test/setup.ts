// Runs before each test file: makes forbidden operations fail with a message.
import { Socket } from "node:net";
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// Output is collected and fails the test afterwards: an error thrown here could be caught by the code under test.
const printed: string[] = [];

for (const name of ["debug", "dir", "error", "info", "log", "table", "trace", "warn"] as const) {
  console[name] = (...args: unknown[]) => {
    printed.push(`console.${name}: ${format(...args)}`);
  };
}

function failOnOutput(): void {
  const lines = printed.splice(0);
  if (lines.length > 0) throw new Error(`a test may not print; it printed\n${lines.join("\n")}`);
}
afterEach(failOnOutput);
afterAll(failOnOutput); // what was printed while loading the file

// Only this machine can be reached. fetch, http and tls all come through here.
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const host = hostOf(args);
  if (host !== undefined && !["localhost", "127.0.0.1", "::1"].includes(host)) {
    throw new Error(`a test may not use the network; it tried to reach ${host}`);
  }
  return connect.apply(this, args as never);
} as typeof connect;

/** Arguments are (port, host), (options), or an array of these that Node made itself; no host means this machine. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === "object" && first !== null) return (first as { host?: string }).host;
  return typeof second === "string" ? second : undefined;
}
