/** The command in this process, in a folder of its own. */
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const goldieIn =
  (cwd: string) =>
  async (...argv: string[]): Promise<Ran> => {
    const effects = testEffects({ cwd });
    const code = await main(argv, effects);
    return { code, out: effects.stdout.text, err: effects.stderr.text };
  };
