// Each folder of cases/ is one call: `cmd`, `input/`, perhaps `stdin`, and what comes of it: `stdout`, `stderr`, `code`, `output/`.
// UPDATE=1 rewrites what comes of it. Read the diff.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";
import { readCommandLine } from "./_words.ts";

const cases = fileURLToPath(new URL("./cases/", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "goldie-cases-"));
afterAll(() => rmSync(work, { recursive: true }));

/** Path → content of every file in a folder. */
function filesIn(folder: string, under = ""): Map<string, string> {
  const found = new Map<string, string>();
  if (!existsSync(join(folder, under))) return found;
  for (const name of readdirSync(join(folder, under)).sort()) {
    const path = under === "" ? name : `${under}/${name}`;
    if (statSync(join(folder, path)).isDirectory())
      for (const [inner, text] of filesIn(folder, path)) found.set(inner, text);
    else found.set(path, readFileSync(join(folder, path), "latin1"));
  }
  return found;
}

/** Runs a case in a copy of its input. */
async function outcome(folder: string, name: string) {
  const cwd = join(work, name);
  mkdirSync(cwd, { recursive: true });
  if (existsSync(join(folder, "input"))) cpSync(join(folder, "input"), cwd, { recursive: true });
  const { env, argv } = readCommandLine(readFileSync(join(folder, "cmd"), "utf8"));
  const before = filesIn(cwd);
  const stdin = join(folder, "stdin");
  const effects = testEffects({
    cwd,
    env,
    tty: env.TTY === "1",
    ...(existsSync(stdin) ? { stdin: readFileSync(stdin) } : {}),
  });
  const code = await main(argv, effects);
  // Stored runs hold what differs from machine to machine; test/cli/stored-runs.test.ts reads them.
  const written = [...filesIn(cwd)].filter(
    ([path, text]) => before.get(path) !== text && !path.startsWith(".goldie/"),
  );
  return new Map([
    ["stdout", effects.stdout.text],
    ["stderr", effects.stderr.text],
    ["code", `${code}\n`],
    ...written.map(([path, text]) => [`output/${path}`, text] as const),
  ]);
}

/** What is recorded of a case. */
const recorded = (folder: string): Map<string, string> =>
  new Map([...filesIn(folder)].filter(([path]) => /^(stdout|stderr|code|output\/.*)$/.test(path)));

const utf8 = (files: Map<string, string>): Record<string, string> => Object.fromEntries(files);

describe("calls and what comes of them", { timeout: 30_000 }, () => {
  const names = readdirSync(cases).sort();
  test.each(names)("%s", async (name) => {
    const folder = join(cases, name);
    const got = await outcome(folder, name);
    if (process.env.UPDATE === "1") {
      for (const path of recorded(folder).keys()) rmSync(join(folder, path));
      for (const [path, text] of got) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text, path.startsWith("output/") ? "latin1" : "utf8");
      }
    }
    const expected = new Map(
      [...recorded(folder)].map(([path, text]) => [
        path,
        path.startsWith("output/") ? text : Buffer.from(text, "latin1").toString("utf8"),
      ]),
    );
    expect(utf8(got)).toEqual(utf8(expected));
  });

  test("every case says what is to come of it", () => {
    expect(names.length).toBeGreaterThan(0);
    for (const name of names)
      expect([...recorded(join(cases, name)).keys()], name).toEqual(
        expect.arrayContaining(["stdout", "stderr", "code"]),
      );
  });
});

describe("the way of running cases can fail", () => {
  test("a case without records differs from what comes of it", async () => {
    const folder = join(work, "planted");
    mkdirSync(folder);
    writeFileSync(join(folder, "cmd"), "goldie --version");
    expect(utf8(await outcome(folder, "planted-run"))).not.toEqual(utf8(recorded(folder)));
  });

  test("words, quotes and variables are taken apart", () => {
    expect(
      readCommandLine(`A=1 B="x y" goldie eval 'my gold' -m "ndcg(gain=exp)@10" --col=q='a b'\n`),
    ).toEqual({
      env: { A: "1", B: "x y" },
      argv: ["eval", "my gold", "-m", "ndcg(gain=exp)@10", "--col=q=a b"],
    });
  });
});
