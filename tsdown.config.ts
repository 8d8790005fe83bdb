import { defineConfig } from "tsdown";

/** Entry points by name in dist/; each one also needs a line in `exports` of package.json. */
const entries = {
  index: "src/index.ts",
  reports: "src/reports/index.ts",
};

export default defineConfig({
  entry: entries,
  format: "esm",
  // "neutral" keeps Node's shims out: the centre must run in a browser as it is.
  platform: "neutral",
  target: "es2022",
  fixedExtension: false,
  hash: false,
  dts: true,
  clean: true,
});
