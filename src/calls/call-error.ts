/** Why a call was not answered, whoever was asked. */

/** rate, server, network and timeout are tried again; the others are not. */
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
  /** The server names another address, which not asked to send a key to. */
  | "redirect"
  /** Something answers at the address, but not as an API does. */
  | "not-api"
  /** The reply is larger than any reply should be. */
  | "too-large"
  /** Whoever asks may spend no more. */
  | "budget"
  /** The question was handed in, and its answer is there later. */
  | "pending";

/** What a server said about its limits: it counts requests, and often something else too ("Tokens"). */
export type ServerLimits<Counted extends string = string> = {
  /** Until there is more of what is scarce. */
  readonly resetMs?: number;
} & {
  /** Without a limit, the most that was ever seen counts as all. */
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
