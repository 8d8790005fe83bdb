/** `import "goldie/vitest"` in a test or a setup file adds the matchers to Vitest's expect. */
import { expect } from "vitest";
import type { GoldieMatchers } from "./matcher-types.ts";
import { matchers } from "./matchers.ts";

expect.extend(matchers);

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: type parameters have to be those of Vitest.
  interface Matchers<T = any> extends GoldieMatchers {}
}

export type * from "./matcher-types.ts";
