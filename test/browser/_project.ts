/** Projects with stored runs, made by the commands themselves, and `goldie view` over them. */
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { viewCommand } from "../../src/cli/commands/view/command.ts";
import { runView } from "../../src/cli/commands/view/run.ts";
import { main } from "../../src/cli/main.ts";
import { parseArgs } from "../../src/cli/shared/args.ts";
import { testEffects } from "../cli/_effects.ts";

export interface Project {
  readonly folder: string;
  /** Its stored runs, oldest first. */
  runs(): readonly string[];
  write(name: string, content: string | readonly object[] | object): void;
  /** From now on the project is at this commit. */
  commit(hash: string): void;
  /** Runs a command, an hour after the one before. */
  goldie(...argv: string[]): Promise<void>;
  /** Stores a run once more under another id, with changes of its manifest. */
  copy(from: string, to: string, changes?: object): void;
}

const MANIFEST = "manifest.json";

let made: string | undefined;
let projects = 0;
afterAll(() => {
  if (made !== undefined) rmSync(made, { recursive: true });
  made = undefined;
});

/** `like`: a folder of the repository that it begins as. */
export function createProject(like?: string): Project {
  made ??= mkdtempSync(join(tmpdir(), "goldie-pages-"));
  const folder = join(made, `project-${++projects}`);
  if (like === undefined) mkdirSync(folder);
  else cpSync(join(root, like), folder, { recursive: true });
  const stored = join(folder, ".goldie/runs");
  let hours = 0;
  return {
    folder,
    runs: () => readdirSync(stored).sort(),
    write(name, content) {
      const text =
        typeof content === "string"
          ? content
          : Array.isArray(content)
            ? content.map((row) => `${JSON.stringify(row)}\n`).join("")
            : JSON.stringify(content);
      writeFileSync(join(folder, name), text);
    },
    commit(hash) {
      mkdirSync(join(folder, ".git"), { recursive: true });
      writeFileSync(join(folder, ".git/HEAD"), `${hash}\n`);
    },
    async goldie(...argv) {
      const effects = testEffects({ cwd: folder });
      const at = Date.UTC(2026, 4, 1, 10 + 7 * ++hours);
      const code = await main(argv, { ...effects, date: () => new Date(at) });
      // 3: some queries failed.
      expect([0, 3], effects.stderr.text).toContain(code);
    },
    copy(from, to, changes = {}) {
      mkdirSync(join(stored, to));
      for (const name of readdirSync(join(stored, from)))
        if (name !== MANIFEST) linkSync(join(stored, from, name), join(stored, to, name));
      const manifest = JSON.parse(readFileSync(join(stored, from, MANIFEST), "utf8"));
      writeFileSync(join(stored, to, MANIFEST), JSON.stringify({ ...manifest, id: to, ...changes }));
    },
  };
}

/** `goldie view`, as long as `use` takes. */
export async function withView(
  { folder }: Pick<Project, "folder">,
  use: (url: string) => Promise<void>,
  words: readonly string[] = [],
): Promise<void> {
  let text = "";
  let printed = (): void => {};
  const whenPrinted = new Promise<void>((done) => {
    printed = done;
  });
  const effects = testEffects({
    cwd: folder,
    now: () => performance.now(),
    write: async (piece) => {
      text += String(piece);
      printed();
    },
  });
  const args = parseArgs(viewCommand, [...words]);
  if (args === "help") throw new Error("help");
  const ended = runView(args, effects, () => {});
  await Promise.race([whenPrinted, ended]);
  try {
    await use(/^dashboard: (\S+)$/m.exec(text)![1]!);
  } finally {
    effects.cancel();
    expect(await ended).toBe(0);
  }
}
