import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, test } from "vitest";
import { npm, prepare, root } from "../scripts/_prepare.mjs";
import { linksOf } from "./_markdown.ts";

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const manifest = readJson("package.json");

beforeAll(() => {
  prepare();
}, 120_000);

describe("what is published", () => {
  let packed: readonly { readonly path: string; readonly size: number }[];
  let files: readonly string[];
  beforeAll(() => {
    packed = JSON.parse(String(npm(["pack", "--dry-run", "--json"], { encoding: "utf8" }).stdout))[0].files;
    files = packed.map(({ path }) => path);
  }, 60_000);

  test("the packed files are the build, the documentation, its data and the licence, and nothing else", () => {
    expect(files).toEqual(
      expect.arrayContaining([
        "dist/index.js",
        "dist/index.d.ts",
        "dist/files.js",
        "dist/judges.js",
        "dist/judges.d.ts",
        "dist/retrievers.js",
        "dist/retrievers.d.ts",
        "dist/worker.js",
        "dist/vitest.js",
        "dist/jest.cjs",
        "dist/jest.d.cts",
        "dist/node-test.js",
        "dist/cli/bin.js",
        "dist/cli/package.json",
        "docs/guide/matching.md",
        "docs/metrics/README.md",
        "examples/harbour/cases.jsonl",
        "LICENSE",
        "NOTICE",
        "README.md",
        "CHANGELOG.md",
      ]),
    );
    const texts = ["package.json", "LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"];
    const known = /^(dist\/|docs\/.*\.md$|docs\/images\/[a-z]+\.png$|examples\/harbour\/[^/]*\.(jsonl|md)$)/;
    expect(files.filter((file) => !known.test(file) && !texts.includes(file))).toEqual([]);
  });

  test("its pages link to pages that are packed too, and are as small as README says", () => {
    const there = (path: string) =>
      files.some((file) => file === path || (path.endsWith("/") && file.startsWith(path)));
    const broken = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        linksOf(readFileSync(join(root, file), "utf8"))
          .filter((link) => !/^([a-z]+:|#)/i.test(link))
          .map((link) => posix.join(posix.dirname(file), link.split("#")[0]!))
          .filter((target) => !there(target))
          .map((target) => `${file}: ${target}`),
      );
    expect(broken).toEqual([]);
    const [, most] = /the example data add less than (\d+) kB/.exec(
      readFileSync(join(root, "README.md"), "utf8"),
    )!;
    const pages = packed.filter(({ path }) => !path.startsWith("dist/"));
    expect(pages.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(Number(most) * 1000);
  });

  test("every target in exports was built", () => {
    const targets = targetsOf(manifest.exports).filter((target) => !target.includes("*"));
    expect(targets).toContain("./dist/index.js");
    expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  test.each(["dist/index.js", "dist/reports.js"])("%s bundles for a browser", async (path) => {
    const { code, warnings } = await bundleForBrowser(join(root, path));
    expect(warnings).toEqual([]);
    expect(code).not.toMatch(needsNode);
  });

  test("the program is a script that Node runs, and help loads next to nothing of it", () => {
    const bin = join(root, manifest.bin.goldie);
    expect(readFileSync(bin, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    const loaded = loadedBy(bin, "--help");
    expect(loaded).toContain("bin.js");
    // The centre alone is ten times as much.
    expect(loaded.reduce((sum, name) => sum + statSync(join(bin, "..", name)).size, 0)).toBeLessThan(60_000);
    // What it loads later is there, and is most of it.
    expect(sizeOf(join(root, "dist/cli"))).toBeGreaterThan(300_000);
  });

  test("eval of ids loads what it needs; other files, metrics, texts, dialects and words of Problems come when they are used", () => {
    const bin = join(root, manifest.bin.goldie);
    const folder = mkdtempSync(join(tmpdir(), "goldie-package-"));
    try {
      const write = (name: string, text: string) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const gold = write("gold.txt", "q1 0 d1 1\nq2 0 d2 1\n");
      const run = write("run.txt", "q1 Q0 d1 1 2 tag\nq1 Q0 d3 2 1 tag\nq2 Q0 d2 1 1 tag\n");
      const json = write("run.jsonl", '{"id":"q1","hits":["d1","d3"]}\n{"id":"q2","hits":["d2"]}\n');
      const first = ["_run.js", "bin.js", "commands.js", "rolldown-runtime.js"];
      const more = (...args: string[]) => loadedBy(bin, ...args).filter((name) => !first.includes(name));
      expect(loadedBy(bin, "eval", gold, run)).toEqual(first);
      expect(loadedBy(bin, "eval", gold, run, "-m", "ap,p@5")).toEqual(first);
      expect(more("eval", gold, run, "-m", "bpref")).toEqual(["_metrics.js"]);
      // Of the functions in it, two of five are called.
      expect(statSync(join(bin, "../_run.js")).size).toBeLessThan(360_000);
      expect(more("eval", gold, json)).toContain("_formats.js");
      expect(more("eval", gold, run, "--as", "trec_eval")).toContain("_dialects.js");
      expect(more("eval", gold, join(folder, "no-such-file"))).toEqual(["_words.js"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe("Node's cache of compiled code", () => {
    const bin = join(root, manifest.bin.goldie);
    const hasCache = "enableCompileCache" in process.getBuiltinModule("node:module");
    const inFolder = (use: (folder: string) => void): void => {
      const folder = mkdtempSync(join(tmpdir(), "goldie-package-"));
      try {
        use(folder);
      } finally {
        rmSync(folder, { recursive: true });
      }
    };

    test("is enabled where Node has one, before anything else of the program is loaded", () =>
      inFolder((folder) => {
        const spy = join(folder, "spy.cjs");
        writeFileSync(
          spy,
          `require("node:module").enableCompileCache = () =>
            console.error(Object.keys(require.cache).map((path) => require("node:path").basename(path)).join());`,
        );
        const { stderr, status } = spawnSync(process.execPath, ["-r", spy, bin, "--help"], {
          encoding: "utf8",
        });
        expect({ stderr, status }).toEqual({ stderr: "spy.cjs,bin.js\n", status: 0 });
      }));

    test.skipIf(!hasCache)("keeps what eval compiled (from Node 22.8 on)", () =>
      inFolder((folder) => {
        const { NODE_COMPILE_CACHE: _, ...own } = process.env;
        const env = { ...own, TMPDIR: folder, TEMP: folder, TMP: folder };
        execFileSync(process.execPath, [bin, "metrics"], { env, stdio: "ignore" });
        const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
          one.isFile(),
        );
        expect(kept.length).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test.each([
    ["index.js", 'm.evaluate({ gold: { q: ["a"] }, run: { q: ["a"] }, metrics: ["nope"] })'],
    ["files.js", 'm.openSource("no-such-file")'],
    ["judges.js", 'm.parseJudge("nope:nope", { env: {} })'],
  ])("an error of %s shows the name of its class", (entry, call) => {
    const url = pathToFileURL(join(root, "dist", entry)).href;
    const script = `const m = await import(${JSON.stringify(url)}); await ${call};`;
    const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect(stderr).toMatch(/^GoldieError: /m);
  });

  test("the table of words comes with a judge", () => {
    const folder = join(root, "dist/cli");
    const limit = "It looks for shared words, names and numbers";
    const judges = readdirSync(folder).filter((name) =>
      readFileSync(join(folder, name), "utf8").includes(limit),
    );
    expect(judges).toEqual(["_judge.js"]);
  });

  test.each(["index.js", "reports.js", "files.js", "judges.js", "retrievers.js", "matchers.cjs"])(
    "%s is in lines, which an uncaught error shows",
    (name) => {
      const lines = readFileSync(join(root, `dist/${name}`), "utf8").split("\n");
      // The dialects and the table of words are one text each.
      const longest = lines.map((line) => line.length).filter((length) => length < 100_000);
      expect(lines.length - longest.length).toBeLessThanOrEqual(1);
      expect(Math.max(...longest)).toBeLessThan(50_000);
    },
  );

  test("a library that needs Node would be noticed", async () => {
    const { code } = await bundleForBrowser("planted", `import fs from "node:fs"; console.log(fs);`);
    expect(code).toMatch(needsNode);
  });
});

describe("what an install brings", () => {
  // Ceilings, not goals: "few, small, no native code" is why people can add this to a service.
  test("at most 18 packages and 15 MB, no install script", () => {
    const packages = runtimePackages(readJson("package-lock.json"));
    expect(packages.map((one) => one.path).length).toBeLessThanOrEqual(18);
    expect(packages.filter((one) => one.hasInstallScript)).toEqual([]);
    expect(packages.reduce((sum, one) => sum + sizeOf(join(root, one.path)), 0)).toBeLessThanOrEqual(15e6);
  });

  test("the AI SDK, what runs models and databases, and the test runners are peers that nobody has to have", () => {
    const peers = [
      "@duckdb/node-api",
      "@huggingface/tokenizers",
      "ai",
      "jest",
      "onnxruntime-node",
      "pg",
      "vitest",
    ];
    expect(Object.keys(manifest.peerDependencies)).toEqual(peers);
    expect(manifest.peerDependenciesMeta).toEqual(
      Object.fromEntries(peers.map((peer) => [peer, { optional: true }])),
    );
  });

  test("Vitest is not a part of the build, and is imported by its own entry only", () => {
    const importing = readdirSync(join(root, "dist"))
      .filter((file) => /\.c?js$/.test(file))
      .filter((file) =>
        /from ?"vitest"|require\("vitest"\)/.test(readFileSync(join(root, "dist", file), "utf8")),
      );
    expect(importing).toEqual(["vitest.js"]);
    expect(statSync(join(root, "dist/vitest.js")).size).toBeLessThan(2000);
  });

  test("packages for development, optional ones and peers are not counted; all others are", () => {
    const lock = {
      packages: {
        "": {},
        "node_modules/a": {},
        "node_modules/a/node_modules/b": { hasInstallScript: true },
        "node_modules/c": { dev: true },
        "node_modules/d": { devOptional: true },
        "node_modules/e": { optional: true },
        "node_modules/f": { peer: true },
      },
    };
    expect(runtimePackages(lock)).toEqual([
      { path: "node_modules/a", hasInstallScript: false },
      { path: "node_modules/a/node_modules/b", hasInstallScript: true },
    ]);
    expect(sizeOf(join(root, "src"))).toBeGreaterThan(0);
  });

  test("versions are pinned, and the lock names no host", () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
    expect(Object.entries(versions).filter(([, version]) => !/^\d/.test(String(version)))).toEqual([]);
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toContain('"resolved"');
  });
});

describe("the repository names no machine", () => {
  const files = repositoryFiles();

  test.skipIf(files === undefined)("no file has a path of somebody's machine or a registry's host", () => {
    expect(files!.flatMap((file) => machineTraces(file, readFileSync(join(root, file), "latin1")))).toEqual(
      [],
    );
  });

  test.each([
    ["/work", "/x"],
    ['"/home', '/me"'],
    ["file:///tmp", "/x"],
    ["registry", ".npmjs.org"],
    ["https:/", "/npm-registry/a.tgz"],
  ])("%s%s would be noticed", (start, end) => {
    expect(machineTraces("planted", start + end)).toHaveLength(1);
  });

  test.each(["https://example.org/home/", "./work/x", "a/tmp/b", "registry.metrics.get", "/workers/"])(
    "%s is fine",
    (text) => {
      expect(machineTraces("planted", text)).toEqual([]);
    },
  );
});

const needsNode = /node:|\brequire\(/;

async function bundleForBrowser(input: string, text?: string) {
  const warnings: string[] = [];
  const planted = {
    name: "planted",
    resolveId: (id: string) => (text !== undefined && id === input ? id : null),
    load: (id: string) => (text !== undefined && id === input ? text : null),
  };
  const bundle = await rolldown({
    input,
    platform: "browser",
    plugins: [planted],
    onLog: (_level, log) => warnings.push(log.message),
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return { code: output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n"), warnings };
}

/** The files of the program, by name, that a command loads. */
function loadedBy(bin: string, ...args: string[]): string[] {
  const script = `
    process.argv.splice(1, 0, ${JSON.stringify(bin)});
    process.on("exit", () => require("node:fs").writeSync(2, "\\n" + JSON.stringify(Object.keys(require.cache))));
    require(${JSON.stringify(bin)});`;
  const { stderr } = spawnSync(process.execPath, ["-e", script, "--", ...args], { encoding: "utf8" });
  const paths: string[] = JSON.parse(stderr.split("\n").at(-1)!);
  return paths.map((path) => basename(path)).sort();
}

/** Every path in an `exports` value, however deep its conditions go. */
function targetsOf(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  return exports === null ? [] : Object.values(exports as object).flatMap(targetsOf);
}

interface Lock {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function runtimePackages(lock: Lock) {
  return Object.entries(lock.packages)
    .filter(
      ([path, entry]) => path !== "" && !entry.dev && !entry.devOptional && !entry.optional && !entry.peer,
    )
    .map(([path, entry]) => ({ path, hasInstallScript: entry.hasInstallScript === true }));
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** Files that are tracked or about to be; undefined without git. */
function repositoryFiles(): string[] | undefined {
  try {
    const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const out = execFileSync("git", list, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return out.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
  } catch {
    return undefined;
  }
}

function machineTraces(file: string, text: string): string[] {
  const patterns = [
    /(?:^|[^A-Za-z0-9_.])\/(?:work|root|tmp|home)\//m,
    /\bregistry\.[a-z0-9.-]+\.(?:com|dev|io|local|net|org)\b/i,
    /:\/\/[^\s/"']*registry/i,
  ];
  return patterns
    .flatMap((pattern) => pattern.exec(text)?.slice(0, 1) ?? [])
    .map((trace) => `${file}: ${trace}`);
}

test("the dialects of the build are those of the sources", async () => {
  const { dialects } = await import("../src/index.ts");
  const built = (await import(pathToFileURL(join(root, "dist/index.js")).href)) as { dialects: unknown };
  expect(built.dialects).toEqual(JSON.parse(JSON.stringify(dialects)));
});

test("the published types show nothing of what metrics leave for one another", () => {
  const names = readFileSync(join(root, "src/metrics/_scratch.ts"), "utf8").matchAll(
    /^(?:export )?interface (\w+)/gm,
  );
  const types = readdirSync(join(root, "dist"))
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => readFileSync(join(root, "dist", file), "utf8"))
    .join("");
  const [first, ...others] = [...names].map(([, name]) => name!);
  for (const name of [first!, ...others]) expect(types).not.toMatch(new RegExp(`\\b${name}\\b`));
  // Nor of what they leave it in.
  expect(types).toMatch(
    /interface SparseRanks \{\s*readonly count: number;\s*readonly ranks: Uint32Array[^;]*;\s*\}/,
  );
  expect(types).not.toMatch(/scratch/i);
});
