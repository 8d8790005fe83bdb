/** A judge that is asked several times: the majority of each cell, and how often it changed its mind. */
import type { Cost, Flag, Judged, PreparedCase, Repeated, Unjudged } from "../../core/judgement-record.ts";
import { addCost, noCost } from "../cost.ts";
import type { Judge } from "../judge-types.ts";
import { mergeClaims, mergeRelevant, type Votes } from "./_votes.ts";
import { calibrateProblem } from "./problems.ts";

/**
 * Asks `judge` so many times of each case, with `repeat` 1, 2 … from the second time on, so that a store of replies does not answer.
 * @example createRepeatedJudge(createLexicalJudge(), 3)
 */
export function createRepeatedJudge(judge: Judge, runs: number): Judge {
  if (!Number.isInteger(runs) || runs < 1 || runs > 99)
    throw calibrateProblem.error("bad-repeats", { found: String(runs) });
  if (runs === 1) return judge;
  return {
    by: { ...judge.by, repeats: runs },
    limits: judge.limits,
    async judge(one, signal) {
      // The first alone: it takes the reference apart, and the others find its claims in the store.
      const first = await judge.judge(one, signal);
      const others = await Promise.all(
        Array.from({ length: runs - 1 }, (_, i) => judge.judge({ ...one, repeat: i + 1 }, signal)),
      );
      return merge(one, [first, ...others]);
    },
  };
}

function merge(one: PreparedCase, runs: readonly Judged[]): Judged {
  const votes: Votes = { cells: 0, flips: 0, flipped: new Set(), open: [] };
  const claims = mergeClaims(one, runs, "claims", votes);
  const responseClaims = mergeClaims(one, runs, "responseClaims", votes);
  const relevant = mergeRelevant(one, runs, votes);
  const entities = runs.find((run) => run.entities !== undefined)?.entities;
  const repeated: Repeated = { runs: runs.length, cells: votes.cells, flipped: votes.flips };
  const still = stillUnjudged(runs);
  const unjudged = [...still, ...openOf(runs, votes, still)];
  return {
    ...(claims === undefined ? {} : { claims }),
    ...(responseClaims === undefined ? {} : { responseClaims }),
    ...(entities === undefined ? {} : { entities }),
    ...(relevant === undefined ? {} : { relevant }),
    ...(unjudged.length === 0 ? {} : { unjudged }),
    ...flagsOf(runs, votes.flipped),
    ...costOf(runs),
    repeated,
  };
}

/** What no run could judge. */
function stillUnjudged(runs: readonly Judged[]): Unjudged[] {
  return (runs[0]!.unjudged ?? []).flatMap((hole) => {
    const others = runs.slice(1).map((run) => (run.unjudged ?? []).filter(({ part }) => part === hole.part));
    if (others.some((holes) => holes.length === 0)) return [];
    const whole = (holes: readonly Unjudged[]): boolean => holes.some(({ ids }) => ids === undefined);
    const limits = others
      .filter((holes) => !whole(holes))
      .map((holes) => new Set(holes.flatMap(({ ids }) => ids ?? [])));
    if (limits.length === 0) return [hole];
    const ids = (hole.ids ?? [...limits[0]!]).filter((id) => limits.every((limit) => limit.has(id)));
    return ids.length === 0 ? [] : [{ ...hole, ids }];
  });
}

/** Runs that took a reference apart in two ways can each leave out what the other does not have. */
function openOf(runs: readonly Judged[], { open }: Votes, still: readonly Unjudged[]): Unjudged[] {
  const holes = runs.flatMap(({ unjudged = [] }) => unjudged);
  return open.flatMap(({ part, id }) => {
    const here = (hole: Unjudged): boolean =>
      hole.part === part && (hole.ids === undefined || hole.ids.includes(id));
    const hole = still.some(here) ? undefined : holes.find(here);
    return hole === undefined ? [] : [{ ...hole, ids: [id] }];
  });
}

function flagsOf(
  runs: readonly Judged[],
  flipped: ReadonlySet<string>,
): { readonly flags?: readonly Flag[] } {
  const seen = new Map<string, Flag>();
  for (const flag of runs.flatMap(({ flags = [] }) => flags)) seen.set(JSON.stringify(flag), flag);
  const flips: Flag[] =
    flipped.size === 0
      ? []
      : [{ code: "flipped", what: "the judge did not say the same every time", ids: [...flipped] }];
  const flags = [...seen.values(), ...flips];
  return flags.length === 0 ? {} : { flags };
}

function costOf(runs: readonly Judged[]): { readonly cost?: Cost } {
  if (runs.every(({ cost }) => cost === undefined)) return {};
  return { cost: runs.reduce((sum, { cost }) => addCost(sum, cost), noCost) };
}
