import { expect, test } from "vitest";
import { httpError, readErrorBody, sendHttp, troubleOfStatus } from "./http.ts";
import { maskOf } from "./mask.ts";

const signal = new AbortController().signal;

test("a request goes out as it is given, and the answer comes back as it is", async () => {
  const sent: unknown[] = [];
  const answer = await sendHttp(
    "http://search/",
    { method: "PUT", headers: { "x-of": "me" }, body: '{"q":1}', signal },
    {
      fetch: async (url, init) => {
        sent.push(url, init?.method, init?.body, Object.fromEntries(init?.headers as Headers));
        return new Response("slow down", { status: 429, headers: { "retry-after": "2" } });
      },
    },
  );
  expect(sent).toEqual([
    "http://search/",
    "PUT",
    '{"q":1}',
    { "content-type": "application/json", "x-of": "me" },
  ]);
  expect(answer).toMatchObject({ ok: false, status: 429, text: "slow down", retryAfterMs: 2000 });
});

test("what never came back is a CallError", async () => {
  const lost = { fetch: async () => Promise.reject(new TypeError("fetch failed")) };
  const call = (headers: Record<string, string>, within = signal) =>
    sendHttp("http://search/", { headers, signal: within }, lost);
  await expect(call({})).rejects.toMatchObject({ trouble: "network", message: "fetch failed" });
  await expect(call({ "x-key": "a\nb" })).rejects.toMatchObject({ trouble: "auth" });
  await expect(call({}, AbortSignal.abort("over"))).rejects.toMatchObject({ trouble: "aborted" });
});

test("a redirect is not followed, and what it would have carried is named", async () => {
  const elsewhere = {
    fetch: async () => new Response("", { status: 307, headers: { location: "http://other/" } }),
  };
  const call = (more: { carries?: string }) =>
    sendHttp("http://search/", { headers: {}, signal, ...more }, elsewhere);
  await expect(call({ carries: "your words" })).rejects.toMatchObject({
    trouble: "redirect",
    message:
      "HTTP 307: the server redirects to other; redirects are not followed, so your words were not sent there",
  });
  await expect(call({})).rejects.toThrow(/so your key and the request were not sent there$/);
});

test.each([
  [401, "auth"],
  [403, "auth"],
  [402, "quota"],
  [408, "timeout"],
  [409, "server"],
  [413, "too-long"],
  [425, "server"],
  [429, "rate"],
  [400, "refused-request"],
  [404, "refused-request"],
  [500, "server"],
  [503, "server"],
])("%i is %s", (status, trouble) => {
  expect(troubleOfStatus(status)).toBe(trouble);
});

test("what a server says of an error is read, without the key it was given", () => {
  const said = readErrorBody(
    '{"error":{"message":"bad key abcdefghij"}}',
    maskOf({ a: "Bearer abcdefghij" }),
  );
  expect(httpError(401, said, {})).toMatchObject({ trouble: "auth", message: "HTTP 401: bad key ***" });
  expect(readErrorBody("<h1>  no\n</h1>").message).toBe("<h1> no </h1>");
});
