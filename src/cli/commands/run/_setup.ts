/** The setup of a run: its limits, and the contents of its manifest. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import type { LoadedConfig } from "../../../config/load.ts";
import { VERSION } from "../../../core/version.ts";
import { type AskedMetrics, askOf, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import type { SelectOptions } from "../../../evaluate/select/selection.ts";
import type { LiveOptions, QuerySelection } from "../../../live/run.ts";
import type { RunSetup, RunWriter, Store } from "../../../store/store.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { gitHead } from "../../shared/git.ts";
import { declaredAs } from "./_declared.ts";
import type { Questions } from "./_gold.ts";
import type { Resumed } from "./_resume.ts";
import type { GivenRetrievers } from "./_retrievers.ts";
import { timeBy } from "./_selection.ts";

export function limitsOf(args: Args, loaded: LoadedConfig | undefined): Partial<LiveOptions> {
  const { depth, concurrency, timeout, retries } = loaded?.config ?? {};
  const wanted = {
    depth: args.count("depth", 1) ?? depth,
    concurrency: args.count("concurrency", 1) ?? concurrency,
    timeoutMs: timeBy(args, "timeout") ?? timeout,
    retries: args.count("retries", 0) ?? retries,
    warmUp: args.count("warm-up", 0),
  };
  const { retries: again, ...others } = wanted;
  const select = selectBy(args, loaded?.config.select);
  return Object.fromEntries(
    Object.entries({ ...others, select, attempts: again === undefined ? undefined : again + 1 }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** How the best of several retrievers is chosen. */
function selectBy(args: Args, config: SelectOptions = {}): SelectOptions | undefined {
  const by = args.text("select-by") ?? config.by;
  const slowestMs = timeBy(args, "slowest") ?? config.slowestMs;
  if (by === undefined && slowestMs === undefined) return undefined;
  return { ...(by === undefined ? {} : { by }), ...(slowestMs === undefined ? {} : { slowestMs }) };
}

interface Setting {
  readonly given: GivenRetrievers;
  readonly gold: { readonly file: string; readonly hash: string };
  readonly questions: Questions;
  readonly rules: AskedMetrics & Rules;
  readonly limits: Partial<LiveOptions>;
  readonly loaded: LoadedConfig | undefined;
  readonly project: string;
  readonly effects: Effects;
}

/** The contents of the manifest, without the queries. */
export async function setupOf(setting: Setting): Promise<Omit<RunSetup, "words">> {
  const { given, gold, questions, rules, limits, loaded, project, effects } = setting;
  const git = await gitHead(project);
  const plans = new Planner(rules).plans();
  const filter = loaded?.config.filter;
  return {
    retrievers: await Promise.all(
      Object.entries(given.retrievers).map(async ([name, one]) => {
        const { about, params } = typeof one === "function" ? {} : one;
        const declared = await declaredAs(given.written[name]!, { cwd: effects.files.cwd, project });
        return {
          name,
          ...(about === undefined ? {} : { about }),
          ...(params === undefined ? {} : { params }),
          ...(declared === undefined ? {} : { declared }),
        };
      }),
    ),
    gold: { file: gold.file, hash: gold.hash, queries: questions.gold.gold.size },
    ...(loaded === undefined
      ? {}
      : { config: { file: relative(project, loaded.file), hash: await hashOf(loaded) } }),
    ...(git === undefined ? {} : { git }),
    versions: { goldie: VERSION, node: process.version },
    settings: {
      metrics: plans.map(({ key }) => key),
      rules: writtenRules(rules),
      ...(hasOwnIds(rules) ? { ownIds: true } : {}),
      ask: limits.depth ?? askOf(plans),
      ...(filter === undefined ? {} : { filter: filterHash(filter) }),
    },
  };
}

export async function begin(
  store: Store,
  { settings, ...setup }: Omit<RunSetup, "words">,
  selection: QuerySelection,
  questions: Questions,
  resumed: Resumed | undefined,
): Promise<RunWriter> {
  const { words } = questions.gold;
  const all = { ...settings, selection };
  if (resumed === undefined) return store.begin({ ...setup, settings: all, words });
  const config = setup.config === undefined ? {} : { config: setup.config };
  return store.goOn(resumed.stored.info, words, { settings: all, ...config });
}

/** Two configs may call different code by the same name. */
export const declaredIn = ({ retrievers, config }: Omit<RunSetup, "words">): ReadonlyMap<string, string> =>
  new Map(
    retrievers.map(({ name, declared }) => [
      name,
      declared === undefined ? (config?.file ?? "") : JSON.stringify(declared),
    ]),
  );

/** It may name a tenant or hold a key. */
const filterHash = (filter: unknown): string =>
  createHash("sha256")
    .update(
      JSON.stringify(filter, (_, value: unknown) => (typeof value === "function" ? String(value) : value)) ??
        "",
    )
    .digest("hex")
    .slice(0, 16);

/** Rules that can be read back; a function for ids cannot. */
function writtenRules({ as: _as, metrics: _m, k: _k, options: _o, ...rules }: AskedMetrics & Rules): object {
  const { match, ...others } = rules;
  return { ...others, ...(match === undefined || hasOwnIds(rules) ? {} : { match }) };
}

const hasOwnIds = ({ match }: Rules): boolean =>
  match !== undefined && "ids" in match && typeof match.ids === "function";

/** Hash of the config and all project files that it imports. */
async function hashOf({ file: own, bytes, files }: LoadedConfig): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...files].sort()) hash.update(file === own ? bytes : await readFile(file));
  return hash.digest("hex").slice(0, 16);
}
