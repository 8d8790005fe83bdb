import type { Command } from "../../shared/command.ts";

export const mcpCommand: Command = {
  id: "mcp",
  summary: "serve Goldie to coding agents: MCP over standard input and output",
  about:
    "Speaks the Model Context Protocol over standard input and output, for coding agents. Tools: eval, worst (queries with the reason for each miss), explain, compare, doctor and runs; with --allow-run also run, which asks your retrievers. Without it nothing is written and no code of yours is loaded. Only files of the current folder are read. Answers are short pages; ids and texts are marked as data.",
  positionals: [],
  flags: [
    {
      flag: "--allow-run",
      about: "offer the tool run: it loads goldie.config.ts, asks your retrievers and stores the answers",
    },
  ],
  examples: [
    { run: "goldie mcp", about: "What an agent starts; register it with your client as a stdio server." },
    { run: "goldie mcp --allow-run", about: "The same, and the agent may run your retrievers." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runMcp(args, effects),
};
