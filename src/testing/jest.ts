/**
 * `setupFilesAfterEnv: ["goldie/jest"]`, or an import in a test, adds the matchers to Jest's expect. Its types are in
 * scripts/_build/matchers.ts.
 */
import { matchers } from "./matchers.ts";

/** Absent with `injectGlobals: false`. */
declare const expect: { extend(matchers: object): void } | undefined;

if (typeof expect !== "undefined") expect.extend(matchers);

export { matchers };
