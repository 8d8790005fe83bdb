/** Every command with its help, as it prints it. */

import { commands } from "../../src/cli/commands/index.ts";
import { helpOf } from "../../src/cli/shared/help.ts";
import { fence } from "./markdown.ts";

export const commandHelp = (): string =>
  commands
    .map((command) => `### goldie ${command.id}\n\n${fence("text", helpOf(command).trimEnd())}`)
    .join("\n\n");
