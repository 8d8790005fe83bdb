import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** For `npm run mutate`: only tests that can kill a mutant; those that build, pack or read large tables would cost minutes. */
export default defineConfig({
  test: {
    ...base.test,
    include: [
      "src/{core,metrics,evaluate,dialects}/**/*.test.ts",
      "test/contracts/*.test.ts",
      "test/parity/vectors.test.ts",
      "test/{evaluate,bad-input,why-different}.test.ts",
    ],
  },
});
