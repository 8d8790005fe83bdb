/** What others try on a dashboard that is left open, over real HTTP. Each is refused, or comes back as mere text. */
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import { API, type RunningView } from "../../src/dashboard/data.ts";
import { storeProblem } from "../../src/store/problems.ts";
import { type Reply, type Running, SECRET, sendRaw, TOKEN, withDashboard } from "./_dashboard.ts";

const problemOf = ({ text }: Reply): string => JSON.parse(text).problem.code;
const body = JSON.stringify({ id: "x", text: "y" });

test("the dashboard's own page is answered: without this, refusing everything would pass", () =>
  withDashboard(async ({ send, host }) => {
    expect(await send(API.project)).toMatchObject({ status: 200 });
    expect(await send("/")).toMatchObject({ status: 200 });
    expect(await send(API.note, { method: "POST", body })).toMatchObject({ status: 200, text: "{}" });
    expect(
      await send(API.project, { headers: { host: host.replace("127.0.0.1", "localhost") } }),
    ).toMatchObject({
      status: 200,
    });
  }));

describe("DNS rebinding: the Host of another site", () => {
  test.each([
    "evil.example",
    "evil.example:80",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "0.0.0.0",
    "[::1]",
    "",
  ])("%j is refused for pages, data and writes", (other) =>
    withDashboard(async ({ send, dashboard }) => {
      const host = other.includes(".evil") ? `${other}:${dashboard.port}` : other;
      const headers = { host, origin: `http://${host}` };
      for (const path of ["/", `/?token=${TOKEN}`, API.runs]) {
        const reply = await send(path, { headers });
        expect(reply.status, path).toBe(403);
        expect(reply.headers["set-cookie"]).toBeUndefined();
      }
      expect((await send(API.note, { method: "POST", body, headers })).status).toBe(403);
    }),
  );

  test("two Host headers are refused, the right one first or last", () =>
    withDashboard(async ({ dashboard, host }) => {
      for (const hosts of [
        [host, "evil.example"],
        ["evil.example", host],
      ]) {
        const lines = hosts.map((one) => `Host: ${one}\r\n`).join("");
        const reply = await sendRaw(
          dashboard.port,
          `GET ${API.runs} HTTP/1.1\r\n${lines}Cookie: goldie-${dashboard.port}=${SECRET}\r\n\r\n`,
        );
        expect(reply).toMatch(/^HTTP\/1\.1 40[03] /);
      }
    }));

  test("an absolute address does not stand in for Host", () =>
    withDashboard(async ({ dashboard, host }) => {
      const cookie = `Cookie: goldie-${dashboard.port}=${SECRET}`;
      const foreign = await sendRaw(
        dashboard.port,
        `GET http://${host}${API.runs} HTTP/1.1\r\nHost: evil.example\r\n${cookie}\r\n\r\n`,
      );
      expect(foreign).toMatch(/^HTTP\/1\.1 403 /);
      const own = await sendRaw(
        dashboard.port,
        `GET http://evil.example${API.runs} HTTP/1.1\r\nHost: ${host}\r\n${cookie}\r\n\r\n`,
      );
      expect(own).toMatch(/^HTTP\/1\.1 400 /);
    }));

  test("HTTP/1.0 without any Host is refused", () =>
    withDashboard(async ({ dashboard }) => {
      expect(await sendRaw(dashboard.port, `GET ${API.runs} HTTP/1.0\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 40[03] /,
      );
    }));
});

describe("requests of other web pages, with the user's cookie", () => {
  test.each(["http://evil.example", "null", "http://localhost:3000", "https://127.0.0.1", "file://"])(
    "a foreign Origin, %s, reads nothing and writes nothing",
    (origin) =>
      withDashboard(async ({ send }) => {
        for (const path of [API.runs, API.progress, `${API.view}?run=x`])
          expect(await send(path, { headers: { origin } })).toMatchObject({ status: 403 });
        expect(await send(API.note, { method: "POST", body, headers: { origin } })).toMatchObject({
          status: 403,
        });
      }),
  );

  test.each(["cross-site", "same-site"])("fetch metadata says %s: no data, stream, script or write", (site) =>
    withDashboard(async ({ send }) => {
      const headers = { "sec-fetch-site": site, "sec-fetch-mode": "no-cors" };
      for (const path of [API.runs, API.progress, "/assets/dashboard.js"])
        expect(await send(path, { headers })).toMatchObject({ status: 403 });
      // As a link, too, data is not shown.
      expect(await send(API.runs, { headers: { ...headers, "sec-fetch-mode": "navigate" } })).toMatchObject({
        status: 403,
      });
      expect(
        await send(API.note, { method: "POST", body, headers: { ...headers, origin: undefined } }),
      ).toMatchObject({ status: 403 });
    }),
  );

  test("a write that does not say which page it comes from is refused", () =>
    withDashboard(async ({ send }) => {
      const headers = { origin: undefined, "sec-fetch-site": undefined };
      expect(await send(API.note, { method: "POST", body, headers })).toMatchObject({ status: 403 });
    }));

  test("a form of another page, which the browser sends as a navigation, writes nothing", () =>
    withDashboard(async ({ send }) => {
      const headers = {
        origin: "http://evil.example",
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "content-type": "application/x-www-form-urlencoded",
      };
      expect(await send(API.note, { method: "POST", body: "id=x&text=y", headers })).toMatchObject({
        status: 403,
      });
    }));

  test("a preflight is refused, and no response has a CORS header", () =>
    withDashboard(async ({ send }) => {
      const preflight = await send(API.note, {
        method: "OPTIONS",
        headers: {
          origin: "http://evil.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      });
      expect(preflight.status).toBe(405);
      for (const reply of [preflight, await send(API.runs), await send("/")])
        expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }));
});

describe("without the token", () => {
  test("no page, no data, no script, no write", () =>
    withDashboard(async ({ send }) => {
      const headers = { cookie: undefined };
      for (const path of ["/", "/runs", API.project, API.runs, API.progress, "/assets/dashboard.js"])
        expect((await send(path, { headers })).status, path).toBe(401);
      expect(await send(API.note, { method: "POST", body, headers })).toMatchObject({ status: 401 });
    }));

  test.each(["", "x", TOKEN.slice(0, -1), `${TOKEN}x`, TOKEN.toUpperCase(), SECRET])(
    "a wrong token, %j",
    (token) =>
      withDashboard(async ({ send }) => {
        const reply = await send(`/?token=${token}`, { headers: { cookie: undefined } });
        expect(reply.status).toBe(401);
        expect(reply.headers["set-cookie"]).toBeUndefined();
      }),
  );

  test("a wrong cookie, that of another port, and the token as a cookie", () =>
    withDashboard(async ({ send, dashboard }) => {
      const { port } = dashboard;
      for (const cookie of [
        `goldie-${port}=`,
        `goldie-${port}=${SECRET}x`,
        `goldie-${port + 1}=${SECRET}`,
        `goldie-${port}=${TOKEN}`,
        `x=${SECRET}`,
      ])
        expect((await send(API.runs, { headers: { cookie } })).status, cookie).toBe(401);
    }));

  test("the token opens no data by itself, nor a write", () =>
    withDashboard(async ({ send }) => {
      const headers = { cookie: undefined };
      expect((await send(`${API.runs}?token=${TOKEN}`, { headers })).status).toBe(401);
      expect((await send(`${API.note}?token=${TOKEN}`, { method: "POST", body, headers })).status).toBe(401);
      expect((await send(`/?token=${TOKEN}`, { method: "POST", body, headers })).status).toBe(401);
    }));

  test("the right one is exchanged for a cookie that scripts cannot read, and leaves the address", () =>
    withDashboard(async ({ send, dashboard }) => {
      const reply = await send(`/compare?run=a%2Fb&token=${TOKEN}&q=%0d%0aX-Bad:1`, {
        headers: { cookie: undefined },
      });
      expect(reply.status).toBe(303);
      expect(reply.headers["location"]).toBe("/compare?run=a%2Fb&q=%0D%0AX-Bad%3A1");
      expect(reply.headers["set-cookie"]).toEqual([
        `goldie-${dashboard.port}=${SECRET}; Path=/; HttpOnly; SameSite=Strict`,
      ]);
      expect(reply.headers).not.toHaveProperty("x-bad");
    }));
});

describe("addresses that try to be paths of files", () => {
  test.each([
    "/../etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/../../package.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets//etc/passwd",
    "//etc/passwd",
    "//evil.example/",
    "/\\evil.example",
    "/etc/passwd%00.js",
    "/assets/dashboard.js%00",
    "/file:///etc/passwd",
    "/.goldie/runs",
    "/.git/config",
    "/api/../package.json",
    "/API/runs",
    "/assets/dashboard.js/..",
    "/%",
    "/%zz",
    "/;/",
  ])("%s", (path) =>
    withDashboard(async ({ dashboard, host }) => {
      const reply = await sendRaw(
        dashboard.port,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nCookie: goldie-${dashboard.port}=${SECRET}\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(reply).not.toMatch(/root:|devDependencies|location/i);
    }),
  );

  test("a page of a name that is not known is the client's to explain; of data, 404", () =>
    withDashboard(async ({ send }) => {
      expect(await send("/nowhere")).toMatchObject({ status: 200 });
      const reply = await send("/api/nowhere");
      expect(reply.status).toBe(404);
      expect(problemOf(reply)).toBe("no-page");
    }));

  test.each([
    "../../../../etc/passwd",
    "/etc/passwd",
    "..\\..\\secrets",
    "a\0b",
    "file:///etc/passwd",
    "last/../../../../etc/passwd",
    "%2e%2e%2f",
    "__proto__",
    "constructor",
  ])("a run called %j reaches the data as a name to look up, and is not there", (ref) => {
    const asked: string[] = [];
    const unknown = async (refs: readonly string[]): Promise<never> => {
      asked.push(...refs);
      throw storeProblem.error("no-run/name", { ref: refs[0]!, nearest: [] });
    };
    return withDashboard(
      async ({ send }) => {
        const run = encodeURIComponent(ref);
        const view = await send(`${API.view}?run=${run}`);
        expect(view.status).toBe(404);
        expect(problemOf(view)).toBe("no-run");
        expect((await send(`${API.query}?run=${run}&id=q1`)).status).toBe(404);
        expect(asked).toEqual([ref, ref]);
      },
      { view: unknown, query: unknown },
    );
  });

  test("too many runs, none, or one without a name", () =>
    withDashboard(async ({ send }) => {
      for (const query of ["", "?run=", `?${"run=a&".repeat(21)}`, `?run=${"a".repeat(10_001)}`])
        expect((await send(`${API.view}${query}`)).status).toBe(400);
    }));
});

describe("bodies", () => {
  const long = JSON.stringify({ id: "x", text: "y".repeat(64 * 1024) });
  const rawPost = ({ dashboard, host }: Running, more: string, ...pieces: string[]) =>
    sendRaw(
      dashboard.port,
      `POST ${API.note} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nCookie: goldie-${dashboard.port}=${SECRET}\r\n` +
        `Content-Type: application/json\r\n${more}\r\n`,
      ...pieces,
    );

  test("one that is declared too long is refused before it comes", () =>
    withDashboard(async (running) => {
      expect(await rawPost(running, "Content-Length: 65537\r\n")).toMatch(/^HTTP\/1\.1 413 /);
      expect(await rawPost(running, "Content-Length: 99999999999\r\n")).toMatch(/^HTTP\/1\.1 413 /);
    }));

  test("one that becomes too long in chunks is refused while it comes, and the connection is closed", () => {
    const noted: string[] = [];
    return withDashboard(
      async (running) => {
        const chunk = `4000\r\n${"a".repeat(0x4000)}\r\n`;
        const reply = await rawPost(running, "Transfer-Encoding: chunked\r\n", ...Array(5).fill(chunk));
        expect(reply).toMatch(/^HTTP\/1\.1 413 /);
        expect(noted).toEqual([]);
      },
      { note: async (id) => void noted.push(id) },
    );
  });

  test("one just short enough is read, one byte more is not", () =>
    withDashboard(async ({ send }) => {
      const room = 64 * 1024 - JSON.stringify({ id: "x", text: "", more: "" }).length;
      const just = JSON.stringify({ id: "x", text: "", more: "m".repeat(room) });
      expect((await send(API.note, { method: "POST", body: just })).status).toBe(200);
      expect((await send(API.note, { method: "POST", body: `${just} ` })).status).toBe(413);
      expect((await send(API.note, { method: "POST", body: long })).status).toBe(413);
    }));

  test("length and chunks at once are refused, so that no second request hides in the first", () =>
    withDashboard(async (running) => {
      const reply = await rawPost(
        running,
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "0\r\n\r\nGET /api/runs HTTP/1.1\r\n\r\n",
      );
      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
      expect(reply.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }));

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonx",
    undefined,
  ])("content type %s", (type) =>
    withDashboard(async ({ send }) => {
      const reply = await send(API.note, { method: "POST", body, headers: { "content-type": type } });
      expect(reply.status).toBe(415);
    }),
  );

  test.each(["", "{", "nonsense", '{"id":"x"', "\xff\xfe"])("%j is not JSON", (text) =>
    withDashboard(async ({ send }) => {
      const reply = await send(API.note, { method: "POST", body: text });
      expect(reply.status).toBe(400);
    }),
  );

  test.each([
    "null",
    "[]",
    '"x"',
    "{}",
    '{"id":1,"text":"y"}',
    '{"id":"","text":"y"}',
    '{"id":"x","text":null}',
  ])("%s has not the fields", (text) =>
    withDashboard(async ({ send }) => {
      const reply = await send(API.note, { method: "POST", body: text });
      expect({ status: reply.status, code: problemOf(reply) }).toEqual({ status: 400, code: "bad-request" });
    }),
  );

  test("a question is a text, and asks for at most 100 hits; without a config there is nobody to ask", () =>
    withDashboard(async ({ send }) => {
      const asked = await send(API.ask, {
        method: "POST",
        body: JSON.stringify({ question: "tide?", k: 10 }),
      });
      expect(problemOf(asked)).toBe("cannot-ask");
    }).then(() =>
      withDashboard(
        async ({ send }) => {
          const ask = (sent: object) => send(API.ask, { method: "POST", body: JSON.stringify(sent) });
          expect((await ask({ question: "tide?", k: 10 })).status).toBe(200);
          for (const bad of [
            { question: " ", k: 10 },
            { question: "x", k: 101 },
            { question: "x", k: 0.5 },
            { k: 1 },
          ])
            expect((await ask(bad)).status).toBe(400);
        },
        { ask: async (question) => ({ question, lists: [] }) },
      ),
    ));
});

describe("methods and headers", () => {
  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND"])("%s is refused", (method) =>
    withDashboard(async ({ send }) => {
      const reply = await send(API.runs, { method });
      expect(reply.status).toBe(405);
      expect(reply.headers["allow"]).toBe("GET, POST");
    }),
  );

  test("CONNECT gets nothing", () =>
    withDashboard(async ({ dashboard, host }) => {
      expect(
        await sendRaw(dashboard.port, `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
      ).toBe("");
    }));

  test("a write as GET, and GET with a header that asks for another method", () => {
    const noted: string[] = [];
    return withDashboard(
      async ({ send }) => {
        expect((await send(`${API.note}?id=x&text=y`)).status).toBe(404);
        for (const name of ["x-http-method-override", "x-method-override", "x-http-method"])
          expect((await send(API.note, { headers: { [name]: "POST" } })).status).toBe(404);
        expect((await send(API.runs, { method: "POST", body: "{}" })).status).toBe(404);
        expect(noted).toEqual([]);
      },
      { note: async (id) => void noted.push(id) },
    );
  });

  test("an upgrade to another protocol is not made", () =>
    withDashboard(async ({ dashboard, host }) => {
      const reply = await sendRaw(
        dashboard.port,
        `GET ${API.runs} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
      expect(reply).not.toMatch(/^HTTP\/1\.1 101/);
    }));

  test("line ends in an address or a header make no header of ours", () =>
    withDashboard(async ({ send, dashboard, host }) => {
      const injected = await sendRaw(
        dashboard.port,
        `GET /?token=${TOKEN}&x=\r\nSet-Cookie: a=b HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      );
      expect(injected).not.toMatch(/a=b/);
      const reply = await send(`/runs?x=%0d%0aSet-Cookie:%20a=b&token=${TOKEN}`, {
        headers: { cookie: undefined },
      });
      expect(reply.headers["set-cookie"]).toHaveLength(1);
      expect(reply.headers["location"]).not.toMatch(/[\r\n]/);
    }));

  test("a hundred thousand bytes of headers are refused", () =>
    withDashboard(async ({ dashboard, host }) => {
      const reply = await sendRaw(
        dashboard.port,
        `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${"a".repeat(100_000)}\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    }));

  test("whoever sends headers or a body drop by drop is cut off", () =>
    withDashboard(
      async ({ dashboard, host }) => {
        const cookie = `Cookie: goldie-${dashboard.port}=${SECRET}`;
        expect(await sendRaw(dashboard.port, "GET / HTTP/1.1\r\nHost: ")).toMatch(/^HTTP\/1\.1 408 /);
        expect(
          await sendRaw(
            dashboard.port,
            `POST ${API.note} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n${cookie}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
          ),
        ).toMatch(/^HTTP\/1\.1 408 |^$/);
      },
      {},
      { limits: { headersMs: 50, requestMs: 100, checkMs: 10 } },
    ));
});

describe("every response", () => {
  test("has a strict policy and is not kept, sniffed, framed or opened from elsewhere", () =>
    withDashboard(async ({ send }) => {
      const replies = [
        await send("/"),
        await send(API.runs),
        await send("/api/nowhere"),
        await send(API.runs, { headers: { host: "evil.example" } }),
        await send("/", { headers: { cookie: undefined } }),
        await send(`/?token=${TOKEN}`),
        await send("/assets/dashboard.js"),
      ];
      for (const { headers } of replies) {
        expect(headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "x-frame-options": "DENY",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "cross-origin-embedder-policy": "require-corp",
        });
        const policy = String(headers["content-security-policy"]);
        expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/unsafe|\*|https?:/);
        expect(headers["cache-control"]).toMatch(/^(no-store|private, no-cache)$/);
        expect(headers).not.toHaveProperty("server");
        expect(headers).not.toHaveProperty("x-powered-by");
      }
    }));

  test("the page has no script or style of its own, so the policy needs no exception", () =>
    withDashboard(async ({ send }) => {
      const page = (await send("/")).text;
      expect(page).toMatch(/<script src="\/assets\/dashboard\.js" defer><\/script>/);
      expect(page).not.toMatch(/<style|<script>|\son[a-z]+=|style=/);
      const closed = (await send("/", { headers: { cookie: undefined } })).text;
      expect(closed).not.toMatch(/<style|<script|\son[a-z]+=|style=/);
    }));

  test("holds neither the token nor, but for its cookie, the secret; nothing is logged", () =>
    withDashboard(async ({ send, failures }) => {
      const replies = [
        await send(`/?token=${TOKEN}`),
        await send(`/?token=${TOKEN}x`),
        await send("/"),
        await send(`${API.runs}?token=${TOKEN}`),
        await send(`/api/${TOKEN}`),
        await send(API.note, { method: "POST", body: "{" }),
      ];
      for (const { headers, text } of replies) {
        const { "set-cookie": _, ...others } = headers;
        expect(JSON.stringify([headers, text])).not.toContain(TOKEN);
        expect(JSON.stringify([others, text])).not.toContain(SECRET);
      }
      expect(failures).toEqual([]);
    }));

  test("of an error that is no Problem says neither what nor where; its owner hears of it", () =>
    withDashboard(
      async ({ send, failures }) => {
        const reply = await send(API.runs);
        expect(reply.status).toBe(500);
        expect(problemOf(reply)).toBe("dashboard-failed");
        expect(reply.text).not.toMatch(/secret|\/home|at .*:\d/);
        expect(failures).toHaveLength(1);
      },
      {
        runs: async () => {
          throw new Error(`secret of ${["", "home", "me", "project"].join("/")}`);
        },
      },
    ));

  test("texts of others come back as JSON, whatever they hold", () => {
    const payloads = [
      "</script><script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      '"><svg onload=alert(1)>',
      "javascript:alert(1)",
      "\u2028\u2029\0",
    ];
    const note = payloads.join(" ");
    return withDashboard(
      async ({ send }) => {
        const reply = await send(API.runs);
        expect(reply.headers["content-type"]).toMatch(/^application\/json/);
        expect(JSON.parse(reply.text).runs[0].note).toBe(note);
        for (const payload of payloads) {
          const ref = encodeURIComponent(payload);
          const view = await send(`${API.view}?run=${ref}`);
          expect(view.headers["content-type"]).toMatch(/^application\/json/);
          for (const path of [`/?q=${ref}`, `/${ref}`, `/?token=${ref}`])
            expect((await send(path)).text).not.toMatch(/alert/);
        }
      },
      {
        runs: async () => ({
          runs: [{ id: payloads[0]!, note, state: "complete", retrievers: [] }],
          files: [],
          problems: [],
        }),
        view: async () => {
          throw new GoldieError({ code: "no-run", what: note, fix: note });
        },
      },
    );
  });
});

describe("streams", () => {
  test("one that is not read, and one that is closed, are let go; no more than the limit are open", () => {
    let listeners = 0;
    return withDashboard(
      async ({ dashboard, host, send }) => {
        const request = `GET ${API.progress} HTTP/1.1\r\nHost: ${host}\r\nCookie: goldie-${dashboard.port}=${SECRET}\r\n\r\n`;
        const opened = async () => {
          const socket = connect(dashboard.port, "127.0.0.1");
          socket.write(request);
          await new Promise((done) => socket.once("data", done));
          return socket;
        };
        const sockets = [await opened(), await opened()];
        expect(listeners).toBe(2);
        const third = await send(API.progress);
        expect({ status: third.status, code: problemOf(third) }).toEqual({
          status: 503,
          code: "too-many-pages",
        });
        const closed = new Promise<void>((done) => {
          whenLess = done;
        });
        sockets[0]!.destroy();
        await closed;
        expect(listeners).toBe(1);
        sockets.push(await opened());
        for (const socket of sockets) socket.destroy();
      },
      {
        progress: (hear) => {
          listeners++;
          hear([]);
          return () => {
            listeners--;
            whenLess();
          };
        },
      },
      { limits: { streams: 2 } },
    );
  });
  let whenLess = (): void => {};
});

describe("two pages, and the end", () => {
  test("two clients read, write and listen at once; each hears every change", () => {
    const hears = new Set<(running: readonly RunningView[]) => void>();
    const notes: string[] = [];
    return withDashboard(
      async ({ send, dashboard, host }) => {
        const streams = [listen(dashboard.port, host), listen(dashboard.port, host)];
        await Promise.all(streams.map(({ next }) => next("[]")));
        const running: RunningView = {
          key: "k",
          what: "run",
          done: 1,
          total: 2,
          failed: 0,
          started: "2026-05-20T10:00:00.000Z",
          state: "running",
        };
        const heard = streams.map(({ next }) => next('"done":1'));
        for (const hear of hears) hear([running]);
        await Promise.all(heard);
        const posted = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            send(API.note, { method: "POST", body: JSON.stringify({ id: "x", text: `note ${i}` }) }),
          ),
        );
        expect(posted.every(({ status }) => status === 200)).toBe(true);
        expect(notes.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `note ${i}`).sort());
        for (const { socket } of streams) socket.destroy();
      },
      {
        progress: (hear) => {
          hears.add(hear);
          hear([]);
          return () => void hears.delete(hear);
        },
        note: async (_, text) => void notes.push(text),
      },
    );
  });

  test("closing ends open streams and idle connections, lets a write under way finish, and frees the port", async () => {
    let release = (): void => {};
    const written: string[] = [];
    let stopped = 0;
    let reply: Promise<Reply> | undefined;
    let ended: Promise<void> | undefined;
    let port = 0;
    await withDashboard(
      async ({ send, dashboard, host }) => {
        ({ port } = dashboard);
        const { socket, next } = listen(port, host);
        await next("[]");
        ended = new Promise<void>((done) => socket.once("close", () => done()));
        const begun = new Promise<void>((done) => {
          whenBegun = done;
        });
        reply = send(API.note, { method: "POST", body });
        await begun;
        setImmediate(() => release());
      },
      {
        progress: (hear) => {
          hear([]);
          return () => void stopped++;
        },
        note: async (id) => {
          whenBegun();
          await new Promise<void>((done) => {
            release = done;
          });
          written.push(id);
        },
      },
    );
    await ended;
    expect(stopped).toBe(1);
    expect((await reply)?.status).toBe(200);
    expect(written).toEqual(["x"]);
    // Somebody else can have it now.
    await withDashboard(async ({ send }) => expect((await send(API.runs)).status).toBe(200), {}, { port });
  });
  let whenBegun = (): void => {};
});

/** A page that follows progress; `next` waits until what was sent holds a text. */
function listen(port: number, host: string): { readonly socket: Socket; next(text: string): Promise<void> } {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${API.progress} HTTP/1.1\r\nHost: ${host}\r\nCookie: goldie-${port}=${SECRET}\r\n\r\n`);
  let heard = "";
  let look = (): void => {};
  socket.on("data", (piece) => {
    heard += piece.toString();
    look();
  });
  return {
    socket,
    next: (text) =>
      new Promise((done) => {
        look = () => {
          if (heard.includes(text)) done();
        };
        look();
      }),
  };
}
