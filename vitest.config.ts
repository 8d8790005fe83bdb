import { defineConfig } from "vitest/config";
import { bundledText } from "./scripts/_build/bundled-text.ts";

export default defineConfig({
  plugins: [bundledText],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    // Only what hangs is stopped: a busy machine is no reason to fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default one core stays idle: of two, that is half.
    maxWorkers: "100%",
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    coverage: { provider: "v8", include: ["src/**/*.ts"], exclude: ["src/**/*.test.ts"] },
  },
});
