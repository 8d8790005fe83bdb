import type { CommandFlag } from "./command.ts";

/** For commands that read the config. */
export const configFlag: CommandFlag = {
  flag: "--config",
  value: "FILE",
  about: "the config (default: goldie.config.ts, .mts, .mjs, .js or .json in this folder or above)",
  file: true,
};
