/** Why a call to a model or a retriever was not answered. */

/** rate, server, network and timeout are retried; the others are not. */
export type CallTrouble =
  | "rate"
  | "quota"
  | "auth"
  | "too-long"
  | "refused-request"
  | "server"
  | "network"
  | "timeout"
  | "aborted"
  /** The server redirects to another address, which must not receive the key. */
  | "redirect"
  /** The address answers, but not like an API. */
  | "not-api"
  /** The reply exceeds the size limit. */
  | "too-large"
  /** The caller's budget is used up. */
  | "budget"
  /** The question was submitted in a batch; its answer comes later. */
  | "pending";

/** Rate limits as the server reports them: of requests, and often of something else ("Tokens"). */
export type ServerLimits<Counted extends string = string> = {
  /** Milliseconds until the scarcest limit is reset. */
  readonly resetMs?: number;
} & {
  /** Without a stated limit, the highest value seen so far is used. */
  readonly [name in `remaining${Counted}` | `limit${Counted}`]?: number;
};

export class CallError extends Error {
  readonly trouble: CallTrouble;
  readonly retryAfterMs?: number;
  readonly limits?: ServerLimits;
  /** Connection refused: retrying does not help, unless an earlier call succeeded. */
  readonly unreachable?: boolean;
  /** Other calls broke down with it, and any of them may be the cause. */
  readonly shared?: boolean;
  constructor(
    trouble: CallTrouble,
    message: string,
    more: {
      readonly retryAfterMs?: number;
      readonly limits?: ServerLimits;
      readonly unreachable?: boolean;
      readonly shared?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.name = "CallError";
    this.trouble = trouble;
    if (more.retryAfterMs !== undefined) this.retryAfterMs = more.retryAfterMs;
    if (more.limits !== undefined) this.limits = more.limits;
    if (more.unreachable !== undefined) this.unreachable = more.unreachable;
    if (more.shared !== undefined) this.shared = more.shared;
  }
}
