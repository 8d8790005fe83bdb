/** Resumes a stored run: keeps its answers and asks only the rest. */
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
  /** The same queries as when the run was started. */
  readonly selection: QuerySelection;
  /** Under --only-failed: the queries that failed. */
  readonly only?: ReadonlySet<string>;
  /** Changes since then that may affect answers. */
  readonly problems: readonly Problem[];
}

/** What a run's answers depend on, in the form of its manifest. */
export type ToResume = Pick<RunSetup, "retrievers" | "config" | "settings"> & {
  readonly gold: { readonly path: string; readonly file: string; readonly hash: string };
  /** Empty if the command line has none. */
  readonly selection: QuerySelection;
};

/** Everything that answers depend on must be the same: otherwise one score would mix different settings. */
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

/** One clause per difference. */
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

/** A command's script is code, like a config. */
const isSearched = (declared: Declared): boolean => declared?.type !== "command";

/** Only a warning: the code may have been fixed for the failed queries. */
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
