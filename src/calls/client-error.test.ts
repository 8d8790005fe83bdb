/** Errors of other people's clients, by what they say of themselves. */
import { describe, expect, it } from "vitest";
import { GoldieError } from "../core/problem.ts";
import { CallError } from "./call-error.ts";
import { abortError, clientError } from "./client-error.ts";

const error = (message: string, fields: object, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), fields);

describe("clientError", () => {
  it.each<[string, Error, object]>([
    [
      "fetch",
      error("fetch failed", {}, error("reset", { code: "ECONNRESET" })),
      { trouble: "network", message: "fetch failed (reset)" },
    ],
    ["fetch without a cause", new TypeError("fetch failed"), { trouble: "network", message: "fetch failed" }],
    ["fetch of a browser", new TypeError("Failed to fetch"), { trouble: "network" }],
    ["a reply that broke off", error("no scores", {}, new TypeError("terminated")), { trouble: "network" }],
    ["nobody listens", error("connect", { code: "ECONNREFUSED" }), { trouble: "network", unreachable: true }],
    [
      "several addresses",
      error("", { errors: [error("x", { code: "ENETUNREACH" })] }),
      { trouble: "network" },
    ],
    ["the system's time-out", error("connect ETIMEDOUT", { code: "ETIMEDOUT" }), { trouble: "timeout" }],
    [
      "undici's time-out",
      error("fetch failed", {}, error("Headers Timeout Error", { code: "UND_ERR_HEADERS_TIMEOUT" })),
      { trouble: "timeout", message: "fetch failed (Headers Timeout Error)" },
    ],
    ["AbortSignal.timeout", new DOMException("too late", "TimeoutError"), { trouble: "timeout" }],
    ["a status", error("busy", { status: 503 }), { trouble: "server", message: "HTTP 503: busy" }],
    [
      "axios",
      error("Request failed with status code 429", {
        response: { status: 429, headers: { "retry-after": "7" } },
      }),
      { trouble: "rate", retryAfterMs: 7000, message: "Request failed with status code 429" },
    ],
    [
      "the AI SDK",
      error("no", { statusCode: 500, responseHeaders: { "retry-after": "2" } }),
      { trouble: "server", retryAfterMs: 2000 },
    ],
    ["Elastic", error("no", { meta: { statusCode: 408 } }), { trouble: "timeout" }],
    ["AWS", error("no", { $metadata: { httpStatusCode: 400 } }), { trouble: "refused-request" }],
    ["a wrapped one", error("search failed", {}, error("no", { status: 401 })), { trouble: "auth" }],
  ])("%s", (_, given, wanted) => {
    const sorted = clientError(given);
    expect(sorted).toBeInstanceOf(CallError);
    expect(sorted).toMatchObject({ ...wanted, cause: given });
  });

  it("leaves a bug as it is, and what is sorted already", () => {
    const kept = [
      new TypeError("x is not a function"),
      new TypeError("fetch failed", { cause: new Error("unknown scheme") }),
      new Error("fetch failed"),
      error("no such column", { code: "42703", status: 200 }),
      "a string",
      undefined,
      new CallError("rate", "slower"),
      new GoldieError({ code: "c", what: "w", fix: "f" }),
    ];
    for (const one of kept) expect(clientError(one)).toBe(one);
  });

  it("takes over a CallError of another entry of the package", () => {
    const foreign = error("no", { name: "CallError", trouble: "rate", retryAfterMs: 5, shared: true });
    expect(clientError(foreign)).toBeInstanceOf(CallError);
    expect(clientError(foreign)).toMatchObject({ trouble: "rate", retryAfterMs: 5, shared: true });
  });

  it("does not loop where an error is its own cause", () => {
    const own = error("no", {});
    own.cause = own;
    expect(clientError(own)).toBe(own);
  });

  it("says cancelled or too late where the signal did it", () => {
    expect(clientError(new Error("socket closed"), AbortSignal.abort())).toMatchObject({
      trouble: "aborted",
    });
    const late = AbortSignal.abort(new DOMException("", "TimeoutError"));
    expect(abortError(late)).toMatchObject({ trouble: "timeout" });
    expect(abortError(AbortSignal.abort(new CallError("budget", "no more")))).toMatchObject({
      trouble: "budget",
    });
  });
});
