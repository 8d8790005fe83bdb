/** The addresses of the label page. Whoever comes here has a session, and was checked by the guard. */
import type { DashboardData } from "./data.ts";
import { LABEL_API, type LabelAct, type LabelDesk } from "./label-desk.ts";
import { dashboardProblem } from "./problems.ts";
import type { DashboardApp } from "./routes.ts";

/** A dashboard that has nothing but the label page. */
export const labelData = (project: { readonly name: string; readonly goldie: string }): DashboardData => {
  const none = async (): Promise<never> => {
    throw dashboardProblem.error("no-page", {});
  };
  return {
    project: { ...project, labels: true },
    runs: async () => ({ runs: [], files: [], problems: [] }),
    view: none,
    query: none,
    note: none,
    progress: () => () => {},
  };
};

const MOST_ITEMS = 20;
const LONGEST_NAME = 100;
const LONGEST_COMMENT = 4000;

/** For `more` of the dashboard. */
export const labelRoutes =
  (desk: LabelDesk) =>
  (app: DashboardApp): void => {
    app.get(LABEL_API.facts, (c) => c.json(desk.facts));
    app.get(LABEL_API.next, async (c) => {
      const { searchParams } = new URL(c.req.url);
      return c.json(await desk.next(nameIn(searchParams.get("by")), countIn(searchParams.get("n"))));
    });
    app.post(LABEL_API.act, async (c) => {
      const given: unknown = await c.req.json();
      const body = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
      return c.json(await desk.act(actIn(body), countIn(String(body["n"] ?? MOST_ITEMS))));
    });
    app.get(LABEL_API.progress, async (c) => c.json(await desk.progress()));
    app.get(LABEL_API.agreement, async (c) => c.json(await desk.agreement()));
    app.get(LABEL_API.export, async (c) => c.json(await desk.export()));
  };

const wrong = (field: string, wanted: string): Error =>
  dashboardProblem.error("bad-request/field", { field, wanted });

function nameIn(given: unknown): string {
  const name = typeof given === "string" ? given.trim() : "";
  if (name === "" || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    throw wrong("by", `a name of 1 to ${LONGEST_NAME} characters`);
  return name;
}

function countIn(given: string | null): number {
  const n = Number(given ?? MOST_ITEMS);
  if (!Number.isInteger(n) || n < 1 || n > MOST_ITEMS) throw wrong("n", `a number from 1 to ${MOST_ITEMS}`);
  return n;
}

function actIn({ item, by, value, skip, undo, comment }: Readonly<Record<string, unknown>>): LabelAct {
  if (typeof item !== "string") throw wrong("item", "a thing to label");
  for (const [field, one] of Object.entries({ value, comment }))
    if (one !== undefined && typeof one !== "string") throw wrong(field, "a text");
  if (String(comment ?? "").length > LONGEST_COMMENT)
    throw wrong("comment", `a text of at most ${LONGEST_COMMENT} characters`);
  return {
    item,
    by: nameIn(by),
    ...(value === undefined ? {} : { value: value as string }),
    ...(skip === true ? { skip } : {}),
    ...(undo === true ? { undo } : {}),
    ...(comment === undefined ? {} : { comment: comment as string }),
  };
}
