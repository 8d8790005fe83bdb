/** One tool call: runs a command, captures its output, and returns the first page. */
import { GoldieError, type Problem, printProblem } from "../../../core/problem.ts";
import { reworded } from "../../../core/problem-table.ts";
import type { Effects, Out } from "../../effects.ts";
import { parseArgs } from "../../shared/args.ts";
import type { Command } from "../../shared/command.ts";
import { PartFailed, Stopped } from "../../shared/stopped.ts";
import { checkArguments } from "./_arguments.ts";
import { asData, type Page, type Pages } from "./_pages.ts";
import type { McpTool } from "./_tools.ts";
import { worstQueries } from "./_worst.ts";

/** How much of an output is kept. */
const MOST = 4 << 20;
const WIDTH = 100;

export interface Calling {
  readonly commands: readonly Command[];
  readonly pages: Pages;
  readonly effects: Effects;
  /** Called when the client cancels the request. */
  onCancel(stop: (code: number) => void): () => void;
}

/** In MCP's form. */
export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

export async function callTool(
  tool: McpTool,
  values: Readonly<Record<string, unknown>>,
  calling: Calling,
): Promise<ToolResult> {
  const { pages, effects } = calling;
  try {
    const given = await checkArguments(tool, values, effects);
    if (given.all["cursor"] !== undefined) return shownPage(pages.at(given.text("cursor")), {});
    const [id, flags, positionals] = tool.line(given);
    const command = calling.commands.find((one) => one.id === id)!;
    const args = parseArgs(command, [...flags, "--", ...positionals]);
    const [out, trouble] = [keptOut(), keptOut()];
    const own: Effects = {
      ...effects,
      files: effects.files,
      stdout: out,
      stderr: trouble,
      stdin: { isTTY: true, async *bytes() {} },
      onCancel: calling.onCancel,
      ownCode: tool.runs === true,
    };
    const code =
      args === "help"
        ? 2
        : tool.shows === "worst"
          ? await worstQueries(args, own)
          : await command.run(args, own);
    const both = [out.text, trouble.text].filter((text) => text.trim() !== "").join("\n");
    const result = shownPage(pages.open(both === "" ? "(no output)" : both), { exitCode: code });
    return code === 2 ? { ...result, isError: true } : result;
  } catch (error) {
    return refusal(error);
  }
}

function shownPage({ text, nextCursor, ...place }: Page, more: object): ToolResult {
  const { first, last, lines } = place;
  const next =
    nextCursor === undefined
      ? ""
      : `\nLines ${first} to ${last} of ${lines}; the next page has the cursor ${nextCursor}.`;
  return {
    content: [{ type: "text", text: `${text}${next}` }],
    structuredContent: { ...more, ...place, ...(nextCursor === undefined ? {} : { nextCursor }) },
  };
}

/** Problems as the command line words them. */
async function refusal(error: unknown): Promise<ToolResult> {
  if (error instanceof Stopped) return failed([], "cancelled");
  const problems =
    error instanceof PartFailed
      ? [error.problem]
      : error instanceof GoldieError
        ? errorsOf(error)
        : undefined;
  if (problems === undefined) return failed([], error instanceof Error ? error.message : String(error));
  const { allTables } = await import("../../shared/problem-tables.ts");
  return failed(
    problems.slice(0, 10).map((problem) => reworded(problem, allTables, "command")),
    `${problems.length === 1 ? "error" : `${problems.length} errors`}`,
  );
}

const errorsOf = ({ problem, problems }: GoldieError): readonly Problem[] => {
  const errors = problems.filter(({ level }) => level === "error");
  return errors.length > 0 ? errors : [problem];
};

function failed(problems: readonly Problem[], title: string): ToolResult {
  const lines = problems.map(printProblem);
  return {
    content: [{ type: "text", text: asData([title, ...lines].join("\n").slice(0, 8000)) }],
    structuredContent: { problems },
    isError: true,
  };
}

function keptOut(): Out & { text: string } {
  const decoder = new TextDecoder();
  return {
    isTTY: false,
    columns: WIDTH,
    text: "",
    async write(text) {
      if (this.text.length < MOST) this.text += typeof text === "string" ? text : decoder.decode(text);
    },
  };
}
