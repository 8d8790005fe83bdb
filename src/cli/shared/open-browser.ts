/** Opens an address in the user's browser. */
import { spawn } from "node:child_process";

/** Fire and forget: the address is printed, too. */
export function openBrowser(url: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ["xdg-open"];
  const child = spawn(command!, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  // The first text in quotes is a title; & in an address would end the command of `start`.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
