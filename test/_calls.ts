/**
 * Calls of goldie on a page, with what they print below them: a ```sh block with one call, then a ```text block.
 * They run in a copy of examples/harbour.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/_prepare.mjs";
import { main } from "../src/cli/main.ts";
import { testEffects } from "./cli/_effects.ts";
import { readCommandLine } from "./cli/_words.ts";

export interface Call {
  readonly call: string;
  readonly text: string;
}

const CALLS = /```sh\n((?:npx )?goldie [^\n]*)\n```\n\n```text\n([\s\S]*?)```\n/g;

export const callsOf = (page: string): Call[] =>
  [...page.matchAll(CALLS)].map(([, call, text]) => ({ call: call!, text: text! }));

/** The page with what a call prints now in the place of what it printed before. */
export const withOutput = (page: string, { call, text }: Call, now: string): string => {
  const block = (output: string): string => `${call}\n\`\`\`\n\n\`\`\`text\n${output}`;
  return page.replace(block(text), () => block(now));
};

export interface Folder {
  /** What a call prints, on standard output and then on standard error; throws where it fails. */
  printed(call: string): Promise<string>;
  close(): void;
}

export function createFolder(): Folder {
  const cwd = mkdtempSync(join(tmpdir(), "goldie-pages-"));
  cpSync(join(root, "examples/harbour"), cwd, { recursive: true });
  return {
    async printed(call) {
      const effects = testEffects({ cwd });
      const code = await main(readCommandLine(call).argv, effects);
      // 1 and 4 are how a gate answers.
      if (![0, 1, 4].includes(code)) throw new Error(`${call} ends with ${code}: ${effects.stderr.text}`);
      return effects.stdout.text + effects.stderr.text;
    },
    close: () => rmSync(cwd, { recursive: true }),
  };
}
