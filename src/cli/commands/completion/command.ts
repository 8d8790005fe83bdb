import type { Command } from "../../shared/command.ts";

export const completionCommand: Command = {
  id: "completion",
  summary: "print shell completions for bash, zsh or fish",
  about:
    "Prints a script that completes commands, flags, metrics, dialects and files. For bash, add `source <(goldie completion bash)` to ~/.bashrc; for zsh, add `source <(goldie completion zsh)` to ~/.zshrc after compinit; for fish, save it as ~/.config/fish/completions/goldie.fish.",
  positionals: [{ name: "SHELL", about: "bash, zsh or fish", choices: ["bash", "zsh", "fish"] }],
  flags: [],
  examples: [
    { run: "goldie completion bash", about: "The script for bash." },
    { run: "goldie completion fish", about: "The script for fish." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runCompletion(args, effects),
};
