import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** For `npm run mutate`: only tests that can kill a mutant; those that build or pack would cost minutes. */
export default defineConfig({
  test: {
    ...base.test,
    include: [
      "src/{core,metrics,evaluate,dialects}/**/*.test.ts",
      "test/{contracts,properties,parity}/**/*.test.ts",
    ],
  },
});
