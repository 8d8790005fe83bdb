/** Opens an address in the user's browser. */
import { spawn } from "node:child_process";

/** Errors are ignored: the address is also printed. */
export function openBrowser(url: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ["xdg-open"];
  const child = spawn(command!, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  // `start` takes the first quoted text as a title, and an unquoted & would end the command.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
