/** How the matchers for test runners are built. */

/**
 * The types of goldie/jest, written as they are: they are CommonJS, as its code is, and refer to those of the other
 * entries, which are not, so that all entries share the same types.
 */
const TYPES = `import type { GoldieMatchers } from "./testing.js" with { "resolution-mode": "import" };

export type {
  GoldieMatchers,
  SearchFunction,
  ToHaveRecallOptions,
  ToMeetOptions,
  ToRegressOptions,
  ToRetrieveOptions,
} from "./testing.js" with { "resolution-mode": "import" };

/** For expect.extend, where Jest has no global expect. */
export declare const matchers: Record<keyof GoldieMatchers, (...args: any[]) => any>;

// With @types/jest.
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends GoldieMatchers<R> {}
  }
}

// With @jest/globals.
// @ts-ignore: absent with @types/jest.
declare module "@jest/expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends GoldieMatchers<R> {}
}
`;

export const jestTypes = {
  name: "jest-types",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string }): string }) {
    this.emitFile({ type: "asset", fileName: "jest.d.cts", source: TYPES });
  },
};

/** goldie/vitest and goldie/node-test leave the matchers out, and import the file that goldie/jest uses. */
export const matchersAsBuilt = {
  name: "matchers-as-built",
  resolveId: (id: string) =>
    id === "./matchers.ts" ? { id: "./_matchers.cjs", external: "relative" as const } : null,
};
