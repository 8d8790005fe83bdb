/** `require("goldie/jest")`, or `setupFilesAfterEnv: ["goldie/jest"]`, adds the matchers to Jest's expect. */
import type { GoldieMatchers } from "./matcher-types.ts";
import { matchers } from "./matchers.ts";

/** Jest puts it into every test file and setup file. */
declare const expect: { extend(matchers: object): void } | undefined;

if (typeof expect !== "undefined") expect.extend(matchers);

declare global {
  namespace jest {
    // biome-ignore lint/correctness/noUnusedVariables: as Jest declares it.
    interface Matchers<R, T = unknown> extends GoldieMatchers<R> {}
  }
}

export type { GoldieMatchers } from "./matcher-types.ts";
export { matchers } from "./matchers.ts";
