/** Messages of `goldie mcp`, for the agent that called a tool. */
import { defineProblems } from "../../../core/problem-table.ts";

export const mcpProblem = defineProblems({
  "bad-argument/missing": ({ tool, name }: { tool: string; name: string }) => ({
    what: `${tool} needs ${name}`,
    fix: "see the tool's input schema",
  }),
  "bad-argument/unknown": ({
    tool,
    name,
    names,
  }: {
    tool: string;
    name: string;
    names: readonly string[];
  }) => ({
    what: `${tool} has no argument ${JSON.stringify(name)}`,
    fix: `use ${names.join(", ")}`,
  }),
  "bad-argument/type": ({ name, wanted, found }: { name: string; wanted: string; found: string }) => ({
    what: `${name} is ${found}, not ${wanted}`,
    fix: "see the tool's input schema",
  }),
  "outside-folder": ({ path, folder }: { path: string; folder: string }) => ({
    what: `${path} is outside ${folder}`,
    why: "goldie mcp reads only files of the folder that it was started in",
    fix: "start it in a folder that holds the file, or copy the file there",
  }),
  "unknown-cursor": ({ cursor }: { cursor: string }) => ({
    what: `there is no page ${cursor}`,
    why: "only the last results are kept",
    fix: "call the tool again without a cursor",
  }),
});
