import { createJiti } from "jiti";
import { defineConfig } from "tsdown";
import { latePatterns } from "./scripts/_build/late-patterns.ts";

/**
 * Dialects are data, so they are shipped as one JSON text: parsing it costs a tenth of compiling the records,
 * which would be most of the import time. It is parsed when somebody looks at one of them other than the first.
 */
const dialectsAsJson = {
  name: "dialects-as-json",
  async load(id: string) {
    if (!id.replaceAll("\\", "/").endsWith("/src/dialects/index.ts")) return null;
    const { dialects } = await createJiti(import.meta.url).import<{ dialects: readonly { id: string }[] }>(
      id,
    );
    // The textbook's record is imported by name too, and must be the same object.
    const others = JSON.stringify(JSON.stringify(dialects.slice(1)));
    return `
import { textbook } from "./textbook.ts";
export const dialects = [textbook];
const read = () => {
  JSON.parse(${others}).forEach((value, i) => {
    Object.defineProperty(dialects, i + 1, { value, enumerable: true, configurable: true, writable: true });
  });
};
for (let i = 1; i < ${dialects.length}; i++)
  Object.defineProperty(dialects, i, {
    get: () => (read(), dialects[i]),
    enumerable: true,
    configurable: true,
  });`;
  },
};

const patternsWhenUsed = {
  name: "patterns-when-used",
  renderChunk: (code: string, { fileName }: { fileName: string }) =>
    fileName.endsWith(".js") ? latePatterns(code) : null,
};

const common = {
  format: "esm" as const,
  target: "es2022",
  fixedExtension: false as const,
  hash: false,
  // Less to parse: the import is a fifth faster. Lines stay: Node shows the whole line that an uncaught error comes from.
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
  plugins: [dialectsAsJson, patternsWhenUsed],
};

/** Entry points by name in dist/; each one also needs a line in `exports` of package.json. */
const entries = {
  index: "src/index.ts",
  reports: "src/reports/index.ts",
};

export default defineConfig([
  // Each entry is built by itself, so that it is one file: a shared piece would be one more to find, read and link.
  ...Object.entries(entries).map(([name, path], i) => ({
    ...common,
    entry: { [name]: path },
    // "neutral" keeps Node's shims out: the centre must run in a browser as it is.
    platform: "neutral" as const,
    dts: true,
    clean: i === 0,
  })),
  // Files need Node. What reads one format or another is loaded when such a file comes; the second thread shares the pieces.
  {
    ...common,
    entry: { files: "src/engine/index.ts", worker: "src/engine/worker.ts" },
    platform: "node" as const,
    dts: true,
    clean: false,
  },
  // Judges read and write files of calls, and talk to servers.
  {
    ...common,
    entry: { judges: "src/judges/index.ts" },
    platform: "node" as const,
    dts: true,
    clean: false,
  },
  // In three pieces: help loads next to nothing, most commands two files, and judges with their table of words come on top.
  {
    ...common,
    // The program catches its errors, and starts sooner in one line.
    minify: true,
    entry: { bin: "src/cli/bin.ts" },
    outputOptions: {
      codeSplitting: {
        groups: [
          {
            name: "commands",
            test: /src[\\/]cli[\\/](main|commands[\\/](index|\w+[\\/]command))\.ts$/,
            priority: 2,
          },
          { name: "_run", test: /src[\\/]cli[\\/]commands[\\/]_run\.ts$/, priority: 1 },
          {
            name: "_judge",
            test: /src[\\/](judges[\\/]|cli[\\/]shared[\\/]judge[\\/]|cli[\\/]commands[\\/](judge|calibrate)[\\/](run|_))/,
          },
        ],
      },
    },
    outDir: "dist/cli",
    platform: "node" as const,
    dts: false,
    clean: false,
  },
]);
