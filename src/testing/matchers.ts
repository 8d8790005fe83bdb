/** The matchers as `expect.extend` takes them, of Vitest and of Jest. */
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import { hasRecall, retrieves } from "./_one-query.ts";
import { meets, regresses } from "./_whole-run.ts";
import type {
  ToHaveRecallOptions,
  ToMeetOptions,
  ToRegressOptions,
  ToRetrieveOptions,
} from "./matcher-types.ts";

/** What a matcher returns: a test fails where `pass` is not what it asks for, with this message. */
export interface Matched {
  readonly pass: boolean;
  message(): string;
}

/** What the matchers read of the runner's `this`. */
interface MatcherContext {
  readonly isNot?: boolean;
}

export { hasRecall, meets, regresses, retrieves };

export const matchers = {
  toRetrieve(
    this: MatcherContext,
    search: unknown,
    query: string,
    gold: GoldValue,
    options?: ToRetrieveOptions,
  ): Promise<Matched> {
    return retrieves(this.isNot === true, search, query, gold, options);
  },
  toHaveRecall(this: MatcherContext, hits: unknown, gold: GoldValue, options?: ToHaveRecallOptions): Matched {
    return hasRecall(this.isNot === true, hits, gold, options);
  },
  toMeet(this: MatcherContext, run: unknown, expectation: string, options?: ToMeetOptions): Matched {
    return meets(this.isNot === true, run, expectation, options);
  },
  toRegress(this: MatcherContext, run: unknown, baseline: string | URL, options: ToRegressOptions): Matched {
    return regresses(this.isNot === true, run, baseline, options);
  },
};
