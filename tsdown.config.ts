import { defineConfig } from "tsdown";
import { dialectsAsJson, patternsWhenUsed, withoutHandingOn } from "./scripts/_build/plugins.ts";

const common = {
  format: "esm" as const,
  target: "es2022",
  fixedExtension: false as const,
  hash: false,
  // Less to parse: the import is a fifth faster. Lines stay: Node shows the whole line that an uncaught error comes from.
  // Text without letters beyond ASCII takes half the memory, and is read faster.
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: false, asciiOnly: true } },
  outputOptions: { comments: { jsdoc: false, legal: true, annotation: true } },
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
  // In pieces: help loads next to nothing, eval two files, and what other commands need, judges with their table of words, or the words of a Problem to be shown, comes on top.
  {
    ...common,
    // The program catches its errors, and starts sooner in one line.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true, asciiOnly: true } },
    plugins: [...common.plugins, withoutHandingOn],
    entry: { bin: "src/cli/bin.ts" },
    outputOptions: {
      codeSplitting: {
        groups: [
          {
            name: "commands",
            test: /src[\\/]cli[\\/](main|commands[\\/](index|\w+[\\/]command))\.ts$/,
            priority: 3,
          },
          { name: "_run", test: /src[\\/]cli[\\/]commands[\\/]_run\.ts$/, priority: 2 },
          // What Problems say, whoever they are of: loaded to show one, without the judges and the other commands.
          {
            name: "_words",
            test: /src[\\/](cli|calls|judges)[\\/](.*[\\/])?(_?problems|problem-tables)\.ts$/,
            priority: 1,
          },
          { name: "_more", test: /src[\\/]cli[\\/]commands[\\/]_more\.ts$/ },
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
