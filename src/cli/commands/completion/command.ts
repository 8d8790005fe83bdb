import type { Command } from "../../shared/command.ts";

export const completionCommand: Command = {
  id: "completion",
  summary: "completion for bash, zsh or fish",
  about:
    "Prints a script that lets the shell complete commands, flags, metrics, dialects and files. It is made from the same data as help. For bash add `source <(goldie completion bash)` to ~/.bashrc, for zsh `source <(goldie completion zsh)` to ~/.zshrc after compinit; for fish write it to ~/.config/fish/completions/goldie.fish.",
  positionals: [{ name: "SHELL", about: "bash, zsh or fish", choices: ["bash", "zsh", "fish"] }],
  flags: [],
  examples: [
    { run: "goldie completion bash", about: "The script for bash." },
    { run: "goldie completion fish", about: "The script for fish." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runCompletion(args, effects),
};
