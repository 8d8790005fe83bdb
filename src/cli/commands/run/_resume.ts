/** Going on with a stored run: what was answered is kept, and only the rest is asked. */
import type { AnswersByRetriever, QuerySelection } from "../../../live/run.ts";
import type { Store, StoredRun } from "../../../store/store.ts";
import type { Args } from "../../shared/args.ts";
import { wrongUse } from "./problems.ts";

export interface Resumed {
  readonly stored: StoredRun;
  readonly earlier: AnswersByRetriever;
  /** As the run was started: the same queries. */
  readonly selection: QuerySelection;
  /** Under --only-failed: the queries that failed. */
  readonly only?: ReadonlySet<string>;
}

export async function resumedBy(
  args: Args,
  store: Store,
  gold: { readonly path: string; readonly file: string; readonly hash: string },
  retrievers: readonly string[],
): Promise<Resumed | undefined> {
  if (!args.has("resume") && !args.has("only-failed")) return undefined;
  const info = (await store.list()).find(({ manifest }) => manifest?.gold.file === gold.file);
  if (info?.manifest === undefined) throw wrongUse("nothing-to-resume", { gold: gold.path });
  const { id, manifest } = info;
  if (manifest.gold.hash !== gold.hash) throw wrongUse("resume-other-gold", { gold: gold.path, id });
  const before = manifest.retrievers.map(({ name }) => name);
  if (retrievers.some((name) => !before.includes(name)))
    throw wrongUse("resume-other-retrievers", { id, found: retrievers, before });
  const stored = await store.read(info);
  const earlier = new Map(stored.retrievers.map(({ name, answers }) => [name, answers] as const));
  const failed = stored.retrievers
    .filter(({ name }) => retrievers.includes(name))
    .flatMap(({ answers }) =>
      [...answers].flatMap(([query, { status }]) => (status === "failed" ? [query] : [])),
    );
  return {
    stored,
    earlier,
    selection: (manifest.settings["selection"] ?? {}) as QuerySelection,
    ...(args.has("only-failed") ? { only: new Set(failed) } : {}),
  };
}
