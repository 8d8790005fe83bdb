import type { CallTrouble } from "../../calls/call-error.ts";

/** Events of calls, for showing progress. */
export type CallEvent =
  | { readonly type: "started"; readonly key: string; readonly prompt: string; readonly item?: string }
  | {
      readonly type: "finished";
      readonly key: string;
      readonly prompt: string;
      readonly item?: string;
      readonly reused: boolean;
      readonly input?: number;
      readonly output?: number;
      readonly money?: number;
    }
  | {
      readonly type: "retried";
      readonly key: string;
      readonly prompt: string;
      readonly item?: string;
      readonly trouble: CallTrouble;
      readonly what: string;
      /** The next try, in milliseconds. */
      readonly inMs: number;
    }
  | {
      readonly type: "failed";
      readonly key: string;
      readonly prompt: string;
      readonly item?: string;
      readonly trouble: CallTrouble;
      readonly what: string;
    }
  /** Nothing is sent until then (milliseconds since 1970). */
  | { readonly type: "waiting"; readonly until: number; readonly why: "rate" | "headers" }
  /** Nothing is sent any more. */
  | { readonly type: "stopped"; readonly trouble: CallTrouble; readonly what: string };
