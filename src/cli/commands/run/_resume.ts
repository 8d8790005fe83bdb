/** Going on with a stored run: what was answered is kept, and only the rest is asked. */
import { isDeepStrictEqual } from "node:util";
import type { Problem } from "../../../core/problem.ts";
import type { AnswersByRetriever, QuerySelection } from "../../../live/run.ts";
import type { RunManifest, RunSetup, Store, StoredRun } from "../../../store/store.ts";
import type { Args } from "../../shared/args.ts";
import { selectionText } from "./_selection.ts";
import { wrongUse } from "./problems.ts";

export interface Resumed {
  readonly stored: StoredRun;
  readonly earlier: AnswersByRetriever;
  /** As the run was started: the same queries. */
  readonly selection: QuerySelection;
  /** Under --only-failed: the queries that failed. */
  readonly only?: ReadonlySet<string>;
  /** What has changed since, and may change answers. */
  readonly problems: readonly Problem[];
}

/** What the answers of a run depend on, and how its manifest has it. */
export type ToResume = Pick<RunSetup, "retrievers" | "config" | "settings"> & {
  readonly gold: { readonly path: string; readonly file: string; readonly hash: string };
  /** Empty where the command line names none. */
  readonly selection: QuerySelection;
};

/** Answers of other settings would be mixed into one score, so whatever they depend on must be the same. */
export async function resumedBy(args: Args, store: Store, now: ToResume): Promise<Resumed | undefined> {
  if (!args.has("resume") && !args.has("only-failed")) return undefined;
  const { gold } = now;
  const info = (await store.list()).find(({ manifest }) => manifest?.gold.file === gold.file);
  if (info?.manifest === undefined) throw wrongUse("nothing-to-resume", { gold: gold.path });
  const { id, manifest } = info;
  if (manifest.gold.hash !== gold.hash) throw wrongUse("resume-other-gold", { gold: gold.path, id });
  const found = now.retrievers.map(({ name }) => name);
  const before = manifest.retrievers.map(({ name }) => name);
  if (!isDeepStrictEqual(new Set(found), new Set(before)))
    throw wrongUse("resume-other-retrievers", { id, found, before });
  const differences = differencesOf(manifest, now);
  if (differences.length > 0) throw wrongUse("resume-other-settings", { id, differences });
  const stored = await store.read(info);
  const earlier = new Map(stored.retrievers.map(({ name, answers }) => [name, answers] as const));
  const failed = stored.retrievers.flatMap(({ answers }) =>
    [...answers].flatMap(([query, { status }]) => (status === "failed" ? [query] : [])),
  );
  const onlyFailed = args.has("only-failed");
  if (!onlyFailed && info.state === "complete" && failed.length === 0) throw wrongUse("nothing-left", { id });
  return {
    stored,
    earlier,
    selection: (manifest.settings["selection"] ?? {}) as QuerySelection,
    ...(onlyFailed ? { only: new Set(failed) } : {}),
    problems: changesOf(id, manifest, now),
  };
}

/** A clause for each. */
function differencesOf({ settings, retrievers }: RunManifest, now: ToResume): string[] {
  const isSame = (name: string): boolean => isDeepStrictEqual(settings[name], asJson(now.settings[name]));
  const selection = asJson(now.selection) as QuerySelection;
  const stored = (settings["selection"] ?? {}) as QuerySelection;
  const isOther = Object.keys(selection).length > 0 && !isDeepStrictEqual(selection, stored);
  return [
    ...(isOther ? [`it asked ${selectionText(stored)}, and now ${selectionText(selection)}`] : []),
    ...(isSame("ask")
      ? []
      : [`it asked for ${hitsText(settings["ask"])}, and now for ${hitsText(now.settings["ask"])}`]),
    ...(isSame("filter") ? [] : ["its filter was another one"]),
    ...(isSame("rules") ? [] : ["it was scored by other rules"]),
    ...now.retrievers.flatMap(({ name, params, declared }) => {
      const old = retrievers.find((one) => one.name === name)!;
      if (declared?.entry !== old.declared?.entry || !isDeepStrictEqual(asJson(params), old.params))
        return [`its retriever ${name} was set up differently`];
      return isSearched(declared) && declared?.files !== old.declared?.files
        ? [`the files that its retriever ${name} searches have changed`]
        : [];
    }),
  ];
}

type Declared = RunSetup["retrievers"][number]["declared"];

/** The script of a command is code, as that of a config is. */
const isSearched = (declared: Declared): boolean => declared?.type !== "command";

/** Code may have been mended for just those queries that failed. */
function changesOf(id: string, { config, retrievers }: RunManifest, now: ToResume): Problem[] {
  const changed = [
    ...(config?.hash === now.config?.hash ? [] : [now.config?.file ?? config!.file]),
    ...now.retrievers.flatMap(({ name, declared }) =>
      declared?.files === retrievers.find((one) => one.name === name)!.declared?.files
        ? []
        : [`the script of ${name}`],
    ),
  ];
  return changed.map((what) => wrongUse("resume-changed", { id, what }).problem);
}

const hitsText = (ask: unknown): string =>
  ask === 1 ? "1 hit" : ask === undefined ? "an unknown number of hits" : `${String(ask)} hits`;

const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
