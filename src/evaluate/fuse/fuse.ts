/** Several runs → one. Ids, order and duplicates are settled here; what a document is worth is the fusion's matter. */

import type { DocId, QueryId } from "../../core/ids.ts";
import { compareIds } from "../../core/ids.ts";
import { named } from "../../core/named.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import {
  type Fusion,
  type FusionList,
  fusions,
  type Normalisation,
  normalisations,
  type Trained,
} from "../../fusion/index.ts";
import { ofRun } from "../input/problems.ts";
import type { ByQuery } from "../input/read-input.ts";
import { type RankingInput, type RunInput, runByQuery } from "../input/read-run.ts";
import { settleList } from "./_list.ts";
import { type FusionCall, parseFusion, printFusion } from "./fusion-names.ts";
import { fuseProblem } from "./problems.ts";

export interface FusionRun {
  /** As Problems call it. */
  readonly name?: string;
  readonly run: RunInput;
}
export interface FusionOptions {
  /** "rrf", "combmnz", "rrf(k=20)", or a fusion of your own; rrf if not given. */
  readonly method?: string | Fusion;
  readonly runs: readonly FusionRun[];
  /** Parameters of the method: { k: 20 }, { weights: [0.3, 0.7] }. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** How scores are made comparable: "min-max", "zmuv", … The method has a default. */
  readonly norm?: string;
}
/** What `trainFusion` learnt. Plain data: it survives JSON. */
export interface FusionModel {
  readonly method: string;
  /** One row for each run, in their order. */
  readonly runs: Trained;
}
export interface FuseOptions extends FusionOptions {
  /** For the methods that learn from gold. */
  readonly model?: FusionModel;
  /** How many hits of each query are kept; all if not given. */
  readonly depth?: number;
  /** The name of the fused run; the method if not given. */
  readonly name?: string;
}
export interface FusedHit {
  readonly id: DocId;
  readonly score: number;
}
export interface FusedRun {
  readonly name: string;
  /** Best first; equal scores by id, descending. */
  readonly run: Map<QueryId, FusedHit[]>;
  readonly problems: readonly Problem[];
}

/**
 * Fuses runs into one. A run that lacks a query counts as an empty list there.
 * @example
 * fuse({ runs: [{ run: { q1: ["a", "b"] } }, { run: { q1: ["b", "c"] } }] }).run.get("q1")![0]!.id // "b"
 */
export function fuse(options: FuseOptions): FusedRun {
  const setup = readSetup(options);
  const { fusion, params } = setup.call;
  const trained = trainedRows(setup, options.model);
  const { depth } = options;
  if (depth !== undefined && !(Number.isSafeInteger(depth) && depth > 0))
    throw fuseProblem.error("bad-option/depth", { found: String(depth) });
  const run = new Map<QueryId, FusedHit[]>();
  for (const query of queriesOf(setup.runs)) {
    const { ids, lists } = listsOf(setup, query);
    const usable = fusion.needs.includes("scores")
      ? lists.map((list) => normalised(setup, list, ids, query))
      : lists;
    const scores = fusion.fuse(usable, ids.length, params, trained);
    run.set(query, ranked(ids, scores, query, setup.name).slice(0, depth));
  }
  return { name: options.name ?? setup.name, run, problems: setup.log.list() };
}

/** What a fusion needs, read and checked. */
export interface FusionSetup {
  readonly call: FusionCall;
  /** The method as it prints. */
  readonly name: string;
  readonly norm: Normalisation | undefined;
  readonly runs: readonly { readonly name: string; readonly rankings: ByQuery<RankingInput> }[];
  readonly log: ProblemLog;
}

export function readSetup({ method = "rrf", runs, params, norm }: FusionOptions): FusionSetup {
  const call =
    typeof method === "string"
      ? parseFusion(method, fusions, params)
      : parseFusion(method.id, [method], params);
  const { fusion } = call;
  if (!Array.isArray(runs) || runs.length === 0) throw fuseProblem.error("bad-run/none", {});
  for (const [name, spec] of Object.entries(fusion.params)) {
    const given = spec.kind === "list" ? (call.params[name] as readonly number[]).length : 0;
    if (given > 0 && given !== runs.length)
      throw fuseProblem.error("bad-parameter/one-for-each-run", {
        method: fusion.id,
        parameter: name,
        found: given,
        wanted: runs.length,
      });
  }
  const log = new ProblemLog();
  const id = norm ?? fusion.normalise;
  const normalise = id === undefined ? undefined : named(byId(normalisations), id, "normalisation");
  // That a lower score is better decides the order of ranks too.
  if (normalise !== undefined && normalise.lower !== true && !fusion.needs.includes("scores"))
    log.add(fuseProblem("bad-option/norm-unused", { method: fusion.id, norm: normalise.id }));
  return {
    call,
    name: printFusion(call),
    norm: normalise,
    runs: runs.map(({ name, run }, i) => ({ name: name ?? `run ${i + 1}`, rankings: runByQuery(run, log) })),
    log,
  };
}

const byId = <T extends { readonly id: string }>(list: readonly T[]): Record<string, T> =>
  Object.fromEntries(list.map((one) => [one.id, one]));

function trainedRows({ call, runs }: FusionSetup, model: FusionModel | undefined): Trained {
  const { fusion } = call;
  if (!fusion.needs.includes("training")) return [];
  if (model === undefined) throw fuseProblem.error("no-model/untrained", { method: fusion.id });
  if (model.method !== fusion.id || model.runs.length !== runs.length)
    throw fuseProblem.error("no-model/other", {
      found: { method: model.method, runs: model.runs.length },
      wanted: { method: fusion.id, runs: runs.length },
    });
  return model.runs;
}

/** Every query of any run, in the order of the first run that has it. */
function queriesOf(runs: FusionSetup["runs"]): Set<QueryId> {
  return new Set(runs.flatMap(({ rankings }) => [...rankings.keys()]));
}

/** The lists of one query over one numbering of its documents. */
export function listsOf(
  { runs, norm, log }: FusionSetup,
  query: QueryId,
): { ids: DocId[]; lists: FusionList[] } {
  const numbers = new Map<DocId, number>();
  const lists = runs.map(({ name, rankings }) => {
    const given = rankings.get(query);
    if (given !== undefined)
      return settleList({ run: name, query, given, lower: norm?.lower === true, numbers, log });
    log.add(fuseProblem("missing-query/of-one-run", { run: name }, ofRun(query)));
    return { docs: new Uint32Array(0) };
  });
  return { ids: [...numbers.keys()], lists };
}

function normalised(
  { norm, call, name }: FusionSetup,
  list: FusionList,
  ids: readonly DocId[],
  query: QueryId,
): FusionList {
  if (norm!.needs === "scores" && list.scores === undefined && list.docs.length > 0)
    throw fuseProblem.error("no-score/of-fusion", { method: call.fusion.id }, ofRun(query));
  const out = norm!.apply(
    list.scores === undefined ? { docs: list.docs, scores: new Float64Array(0) } : list,
    ids.length,
  );
  if (!out.scores.every(Number.isFinite))
    throw fuseProblem.error(
      "bad-score/norm",
      { method: name, norm: norm!.id, definition: norm!.definition },
      ofRun(query),
    );
  return out;
}

function ranked(ids: readonly DocId[], scores: Float64Array, query: QueryId, name: string): FusedHit[] {
  const hits = ids.map((id, doc) => ({ id, score: scores[doc]! }));
  const odd = hits.find(({ score }) => !Number.isFinite(score));
  if (odd !== undefined)
    throw fuseProblem.error(
      "not-finite/fusion",
      { method: name, document: odd.id, found: String(odd.score) },
      ofRun(query),
    );
  return hits.sort((a, b) => b.score - a.score || compareIds(b.id, a.id));
}
