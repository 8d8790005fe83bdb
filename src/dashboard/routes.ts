/** The addresses of the dashboard. Whoever comes here has a session, and was checked by the guard. */
import { Hono } from "hono";
import type { EventStreams } from "./_events.ts";
import { countIn, idIn, refsIn, textIn } from "./_fields.ts";
import { APP_PAGE, SCRIPT, STYLE } from "./_page.ts";
import { API, type DashboardData } from "./data.ts";
import { labelRoutes } from "./label-routes.ts";
import { dashboardProblem } from "./problems.ts";

/** Parts of the dashboard add their own addresses to it. */
export type DashboardApp = Hono;

/** A script or style as it is served. */
interface Asset {
  readonly text: string;
  /** SHA-256. */
  readonly hash: string;
}
export interface DashboardAssets {
  readonly script: Asset;
  readonly style: Asset;
}

/** Hits that one question may ask for. */
const MOST_HITS = 100;

export function dashboardRoutes(
  data: DashboardData,
  assets: DashboardAssets,
  events: EventStreams,
): DashboardApp {
  const app: DashboardApp = new Hono();
  app.get(API.project, (c) => c.json(data.project));
  app.get(API.runs, async (c) => c.json(await data.runs()));
  app.get(API.view, async (c) => c.json(await data.view(refsIn(queryOf(c.req.url)))));
  app.get(API.query, async (c) => {
    const query = queryOf(c.req.url);
    return c.json(await data.query(refsIn(query), idIn(query)));
  });
  app.get(API.progress, (c) => {
    const stream = events.open();
    if (stream === undefined) throw dashboardProblem.error("too-many-pages", { most: events.most });
    return c.body(stream, 200, { "content-type": "text/event-stream; charset=utf-8" });
  });
  app.post(API.note, async (c) => {
    const body: unknown = await c.req.json();
    await data.note(textIn(body, "id", 1), textIn(body, "text", 0));
    return c.json({});
  });
  app.post(API.ask, async (c) => {
    const body: unknown = await c.req.json();
    if (data.ask === undefined) throw dashboardProblem.error("cannot-ask", {});
    const [question, k] = [textIn(body, "question", 1), countIn(body, "k", MOST_HITS)];
    return c.json(await data.ask(question, k, c.req.raw.signal));
  });
  if (data.labels !== undefined) labelRoutes(data.labels)(app);
  addAsset(app, SCRIPT, "text/javascript; charset=utf-8", assets.script);
  addAsset(app, STYLE, "text/css; charset=utf-8", assets.style);
  // What is on the page is up to the client, which reads the rest of the address.
  app.get("/:page{[a-z]*}", (c) => c.html(APP_PAGE));
  return app;
}

const queryOf = (url: string): URLSearchParams => new URL(url).searchParams;

function addAsset(app: DashboardApp, path: string, type: string, { text, hash }: Asset): void {
  const tag = `"${hash}"`;
  app.get(path, (c) => {
    const headers = { "content-type": type, etag: tag, "cache-control": "private, no-cache" };
    return c.req.header("if-none-match") === tag ? c.body(null, 304, headers) : c.body(text, 200, headers);
  });
}
