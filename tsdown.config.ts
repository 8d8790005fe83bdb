import { defineConfig } from "tsdown";
import { bundledText } from "./scripts/_build/bundled-text.ts";
import { jestTypes, matchersAsBuilt } from "./scripts/_build/matchers.ts";
import {
  asCommonJs,
  checkedMetrics,
  dialectsAsJson,
  loadedOnUse,
  patternsWhenUsed,
} from "./scripts/_build/plugins.ts";

const common = {
  format: "esm" as const,
  target: "es2022",
  fixedExtension: false as const,
  hash: false,
  // Less to parse: the import is a fifth faster. Lines stay: Node shows the whole line that an uncaught error comes from.
  // Text without letters beyond ASCII takes half the memory, and is read faster. Classes keep their names, which Node shows
  // in front of an error.
  minify: {
    compress: { keepNames: { function: false, class: true } },
    mangle: { keepNames: { function: false, class: true } },
    codegen: { removeWhitespace: false, asciiOnly: true },
  },
  outputOptions: { comments: { jsdoc: false, legal: true, annotation: true } },
  plugins: [bundledText, dialectsAsJson, checkedMetrics, patternsWhenUsed],
};

/** Entry points by name in dist/; each one also needs a line in `exports` of package.json. */
const entries = {
  index: "src/index.ts",
  reports: "src/reports/index.ts",
  html: "src/reports/html/html.ts",
};

/** A test for files of src/, whatever the separator. */
const inSrc = (...paths: readonly string[]): RegExp =>
  new RegExp(`[\\\\/]src[\\\\/](${paths.join("|").replaceAll("/", "[\\\\/]")})\\.ts$`);

/** What reads and writes formats other than TREC's; what tells formats apart is not among it. */
const lateFormats = inSrc(
  "files/(_folder|_spool|_xxh64|_zstd-frames|replace-file)",
  "formats/_(aspects|beir-rows|promptfoo-expected)",
  "formats/autorag/project",
  "formats/bytes/query-batch",
  "formats/cases/_unread",
  "formats/csv/(_[\\w-]+|list-cell|python-literal|write)",
  "formats/json/(_[\\w-]+|corpus|gold|hits|ids|parse|plain|read-json|row|run|walk|write)",
  "formats/parquet/(_\\w+|file|lists|rows|table|write)",
  "formats/rows/(_\\w[\\w-]*|gather|ranking-forms|rows-out|run-names|table-hits)",
  "formats/traces/(_rows|steps|values)",
);
/** Metrics that few ask for. What all of them are written in, and the common ones, come with `eval`. */
const lateMetrics = inSrc(
  "core/(derivation|exact-log|form)",
  "metrics/(?!(ap|hit|ndcg|precision|recall|rr|_params|_problems|_ranks|_scratch|_gains)\\.ts)[\\w-]+",
);
/** What a run of ids does without: texts, spans, answers that were judged, the doctor's proposals, other reports. */
const lateCentre = inSrc(
  "cli/(commands/eval/_(autorag|liverag)|shared/load)",
  "cli/shared/(has-scores|missed|own-metrics|parquet|texts)",
  "core/(define-metric|documents|random)",
  "engine/(_gold-collector|_regroup[\\w-]*|load|rename-queries)",
  "evaluate/compare/(?!differences\\.ts)[\\w-]+",
  "evaluate/input/((read|record)-judgement|read-documents|read-items)",
  "evaluate/join/(_credit|_duplicates|candidates|shape-gold|spans)",
  "evaluate/score/(_guards|bounds|curves|gold-hash|result-json)",
  "evaluate/silence/[\\w-]+",
  "evaluate/why/(_missed-\\w+|answer-misses|placed-items|result-misses|run-lists)",
  "match/(cover|spans)",
  "match/doctor/[\\w-]+",
  "match/text/[\\w-]+",
  "reports/(_(corrected|delimited|judged|python|query-table|run-json|slice-table|slices|trec-line|trec-measures|missed)|judging-text|relstring|signed-text|liverag|trec-eval|autorag|compare/sentences)",
  "stats/(?!(t|wilson|_beta|_define|_gamma|_moments|_normal|_solve|_student|_problems)\\.ts)[\\w-]+",
);
/** What a second thread needs, on either side. */
const threads = inSrc("engine/(_in-two-threads|_one-count|_ranges|_threads)");
/** What Problems say, whoever they are of. */
const words = inSrc(
  "(?!cli/shared/problems)(.*/)?(problems|_(trec-|data-set-)?problems|problem-tables)",
  "core/problem-table",
  "cli/shared/(unknown-flag|wrong-use)",
);

/** The types of all entries are made together, so that what several of them name is one type. */
const types = {
  ...common,
  entry: {
    ...entries,
    files: "src/engine/index.ts",
    judges: "src/judges/index.ts",
    retrievers: "src/retrievers/index.ts",
    live: "src/live/index.ts",
    sql: "src/sql/index.ts",
    vitest: "src/testing/vitest.ts",
    "node-test": "src/testing/node-test.ts",
    // What the types for Jest refer to.
    testing: "src/testing/matcher-types.ts",
  },
  platform: "node" as const,
  dts: { emitDtsOnly: true },
  clean: false,
};

export default defineConfig([
  // Each entry is built by itself, so that it is one file: a shared piece would be one more to find, read and link.
  ...Object.entries(entries).map(([name, path], i) => ({
    ...common,
    entry: { [name]: path },
    // "neutral" keeps Node's shims out: the centre must run in a browser as it is.
    platform: "neutral" as const,
    dts: false,
    clean: i === 0,
  })),
  // Files need Node. What reads one format or another is loaded when such a file comes; the second thread and the
  // retrievers, which read runs and a corpus, share the pieces.
  {
    ...common,
    entry: {
      files: "src/engine/index.ts",
      worker: "src/engine/worker.ts",
      retrievers: "src/retrievers/index.ts",
      live: "src/live/index.ts",
      // Apart, its pieces would have the names of these. The packages of engines are the user's.
      sql: "src/sql/index.ts",
    },
    platform: "node" as const,
    dts: false,
    clean: false,
  },
  // Judges read and write files of calls, and talk to servers.
  {
    ...common,
    entry: { judges: "src/judges/index.ts" },
    platform: "node" as const,
    dts: false,
    clean: false,
  },
  // The matchers are CommonJS, since by default Jest loads nothing else; the other entries import the same file.
  {
    ...common,
    format: "cjs" as const,
    outExtensions: () => ({ js: ".cjs" }),
    plugins: [...common.plugins, jestTypes],
    entry: { jest: "src/testing/jest.ts", _matchers: "src/testing/matchers.ts" },
    platform: "node" as const,
    dts: false,
    clean: false,
  },
  {
    ...common,
    plugins: [...common.plugins, matchersAsBuilt],
    entry: { vitest: "src/testing/vitest.ts", "node-test": "src/testing/node-test.ts" },
    platform: "node" as const,
    dts: false,
    clean: false,
  },
  // CommonJS, which Node starts sooner, in pieces: help loads next to nothing, eval two files, and what other commands
  // need, judges with their table of words, or the words of a Problem to be shown, comes on top.
  {
    ...common,
    format: "cjs" as const,
    outExtensions: () => ({ js: ".js" }),
    inputOptions: { preserveEntrySignatures: "allow-extension" as const },
    // The program catches its errors, and starts sooner in one line. Functions keep their names, for GOLDIE_DEBUG=1.
    minify: {
      compress: { keepNames: { function: true, class: true } },
      mangle: { keepNames: true },
      codegen: { removeWhitespace: true, asciiOnly: true },
    },
    plugins: [
      ...common.plugins,
      asCommonJs,
      loadedOnUse(
        ["bin", "commands", "_run"],
        ["_formats", "_centre", "_metrics", "_words", "_dialects", "_threads"],
      ),
    ],
    entry: { bin: "src/cli/bin.ts", worker: "src/engine/worker.ts" },
    outputOptions: {
      codeSplitting: {
        groups: [
          {
            name: "commands",
            test: /src[\\/]cli[\\/](main|effects|commands[\\/](index|\w+[\\/]command))\.ts$/,
            priority: 5,
          },
          { name: "_dialects", test: /other-dialects$/, priority: 4 },
          { name: "_words", test: words, priority: 6, includeDependenciesRecursively: false },
          { name: "_metrics", test: lateMetrics, priority: 3, includeDependenciesRecursively: false },
          { name: "_formats", test: lateFormats, priority: 3, includeDependenciesRecursively: false },
          { name: "_centre", test: lateCentre, priority: 3, includeDependenciesRecursively: false },
          { name: "_threads", test: threads, priority: 3, includeDependenciesRecursively: false },
          {
            name: "_html",
            test: /src[\\/]reports[\\/](html|view)[\\/]|node_modules[\\/]preact/,
            priority: 3,
            includeDependenciesRecursively: false,
          },
          {
            name: "_dashboard",
            test: /src[\\/](dashboard|evaluate[\\/]label|cli[\\/]commands[\\/](view|label))[\\/](?!stored-report|together)|cli[\\/]shared[\\/]open-browser\.ts$|node_modules[\\/]@?hono[\\/]/,
            priority: 3,
            includeDependenciesRecursively: false,
          },
          {
            name: "_sql",
            test: /src[\\/](sql[\\/]|cli[\\/]shared[\\/]engine[\\/](?!flags|configured|problems)|cli[\\/]commands[\\/](eval[\\/]_(tables|show-tables|unseen-tables|engine-advice|sql-shown|write-scores)|explain[\\/]_tables)\.ts$|formats[\\/]rows[\\/]usual-column\.ts$)/,
            priority: 3,
            includeDependenciesRecursively: false,
          },
          { name: "_run", test: /src[\\/]cli[\\/]commands[\\/]_run\.ts$/, priority: 2 },
          { name: "_more", test: /src[\\/]cli[\\/]commands[\\/]_more\.ts$/ },
          {
            name: "_judge",
            test: /src[\\/](judges[\\/]|cli[\\/]shared[\\/]judge[\\/]|cli[\\/]commands[\\/](judge|calibrate)[\\/](run|_))/,
          },
          {
            name: "_live",
            test: /src[\\/](live|store|retrievers|config)[\\/]|src[\\/]cli[\\/](commands[\\/]_live|shared[\\/](stored-runs|project|config-args))\.ts$/,
          },
        ],
      },
    },
    outDir: "dist/cli",
    platform: "node" as const,
    dts: false,
    clean: false,
  },
  types,
]);
