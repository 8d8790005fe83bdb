/** An agent's arguments, checked before anything is read. */
import { isAbsolute, relative, sep } from "node:path";
import { shown } from "../../../core/shown.ts";
import type { Effects } from "../../effects.ts";
import { linkOutside } from "./_links.ts";
import { type McpTool, ToolArguments } from "./_tools.ts";
import { mcpProblem } from "./problems.ts";

const WORDS = { string: "a text", integer: "a whole number from 1 on", array: "a list of texts" } as const;

/** @throws GoldieError if an argument is missing, unknown or of the wrong type, or if a path leads out of the folder. */
export async function checkArguments(
  tool: McpTool,
  values: Readonly<Record<string, unknown>>,
  effects: Effects,
): Promise<ToolArguments> {
  const known = Object.entries(tool.arguments);
  for (const name of Object.keys(values))
    if (!Object.hasOwn(tool.arguments, name))
      throw mcpProblem.error("bad-argument/unknown", {
        tool: tool.name,
        name,
        names: known.map(([one]) => one),
      });
  for (const [name, { type, required, path }] of known) {
    const value = values[name];
    if (value === undefined) {
      if (required === true && values["cursor"] === undefined)
        throw mcpProblem.error("bad-argument/missing", { tool: tool.name, name });
      continue;
    }
    const list: readonly unknown[] | undefined =
      type !== "array" ? [value] : Array.isArray(value) && value.length > 0 ? value : undefined;
    const fits =
      type === "integer"
        ? Number.isSafeInteger(value) && (value as number) > 0
        : list?.every((one) => typeof one === "string" && one !== "" && !one.includes("\0")) === true;
    if (!fits)
      throw mcpProblem.error("bad-argument/type", {
        name,
        wanted: WORDS[type],
        found: shown(value).slice(0, 80),
      });
    if (path === true) for (const one of list as readonly string[]) await refuseOutside(one, effects);
  }
  return new ToolArguments(values);
}

/** A run may be named: NAME=FILE. */
async function refuseOutside(path: string, { files }: Effects): Promise<void> {
  const folder = await files.real(files.cwd);
  const isFolder = async (one: string): Promise<boolean> => (await files.facts(one))?.kind === "folder";
  const linkIn = async (one: string): Promise<string | undefined> =>
    (await isFolder(one))
      ? linkOutside(files.resolve(one), {
          real: (path) => files.real(path),
          isFolder,
          isInside: (path) => isInside(folder, path),
        })
      : undefined;
  for (const one of new Set([path, path.slice(path.indexOf("=") + 1)])) {
    if (isInside(folder, files.resolve(one)) || isInside(files.cwd, files.resolve(one))) {
      if (isInside(folder, await files.real(one))) {
        const link = await linkIn(one);
        if (link === undefined) continue;
        throw mcpProblem.error("outside-folder", { path: relative(files.cwd, link), folder: files.cwd });
      }
    }
    throw mcpProblem.error("outside-folder", { path, folder: files.cwd });
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
