/** Stored runs in place of run files: `last`, `last~1`, an id or a note; /NAME selects one retriever. */
import { join } from "node:path";
import type { Answer } from "../../core/answer.ts";
import type { Hit } from "../../core/ranking.ts";
import { rowOfAnswer } from "../../evaluate/answers/stored-answer.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import { memorySource, type Source } from "../../files/source.ts";
import type { Store, StoredAnswers, StoredRun, StoredRunInfo } from "../../store/store.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import { isLast } from "./may-be-stored.ts";
import { projectFolder, projectStore } from "./project.ts";

/** One retriever of a stored run. */
export interface StoredOperand {
  readonly ref: string;
  readonly run: StoredRun;
  readonly retriever: StoredAnswers;
  /** The path of the gold it was run with. */
  readonly gold?: string;
  /** The rules it was scored by. */
  readonly rules: Rules;
  /** Were ids rewritten by a function, which is not stored? */
  readonly ownIds: boolean;
  /** How many hits were requested; absent in runs of earlier versions. */
  readonly ask?: number;
}

/** Undefined if no stored run has this name. */
export async function storedOperand(ref: string, effects: Effects): Promise<StoredOperand | undefined> {
  const store = await projectStore(effects);
  if (!(await isStored(ref, store))) return undefined;
  const { info, retriever: wanted } = await store.find(ref);
  if (info.state === "cancelled" || info.state === "interrupted" || info.state === "running")
    throw wrongUse("unfinished-run", { ref, state: info.state, newest: await isNewest(info, store) });
  const run = await store.read(info);
  const names = run.retrievers.map(({ name }) => name);
  if (wanted === undefined && names.length > 1) throw wrongUse("several-retrievers", { ref, names });
  const retriever = run.retrievers.find(({ name }) => wanted === undefined || name === wanted)!;
  const file = info.manifest?.gold.file;
  const { rules = {}, ownIds, ask } = info.manifest?.settings ?? {};
  return {
    ref,
    run,
    retriever,
    rules: rules as Rules,
    ownIds: ownIds === true,
    ...(typeof ask === "number" ? { ask } : {}),
    ...(file === undefined ? {} : { gold: join(await projectFolder(effects), file) }),
  };
}

/** Of its gold, and so the one that `goldie run --resume` continues. */
const isNewest = async ({ id, manifest }: StoredRunInfo, store: Store): Promise<boolean> =>
  (await store.list()).find((one) => one.manifest?.gold.file === manifest?.gold.file)?.id === id;

/** A missing `last` is an error; any other name may be a missing file. */
async function isStored(ref: string, store: Store): Promise<boolean> {
  if (await store.has(ref)) return true;
  if (isLast(ref) && (await store.list()).length === 0) throw wrongUse("nothing-stored", { ref });
  return isLast(ref);
}

/** What a name refers to. */
export interface NamedStored {
  /** The names under which its retrievers can be opened one by one. */
  readonly refs: readonly string[];
  /** Was only a part of the gold asked? */
  readonly partial: boolean;
  /** The rules it was scored by. */
  readonly rules: Rules;
  readonly ownIds: boolean;
}

/** Undefined if no stored run has this name. */
export async function namedStored(ref: string, effects: Effects): Promise<NamedStored | undefined> {
  const store = await projectStore(effects);
  if (!(await isStored(ref, store))) return undefined;
  const { info, retriever } = await store.find(ref);
  const { retrievers = [], settings } = info.manifest ?? {};
  return {
    refs: retriever === undefined ? retrievers.map(({ name }) => `${ref}/${name}`) : [ref],
    partial: Object.keys((settings?.["selection"] as object | undefined) ?? {}).length > 0,
    rules: (settings?.["rules"] ?? {}) as Rules,
    ownIds: settings?.["ownIds"] === true,
  };
}

/** The answers as a run file. Scores that contradict the order of a list, such as distances, are left out. */
export function sourceOfStored({ ref, run, retriever }: StoredOperand): Source {
  const descend = [...retriever.answers.values()].every(hasDescendingScores);
  const written = (hits: readonly Hit[]): readonly Hit[] =>
    descend ? hits : hits.map(({ score: _, ...hit }) => hit);
  const rows = [...retriever.answers].map(([query, answer]) => {
    const { id, query: words, ...row } = rowOfAnswer(query, answer, run.words.get(query));
    return "error" in row
      ? { id, ...(words === undefined ? {} : { query: words }), error: row.error }
      : { id, ...(words === undefined ? {} : { query: words }), hits: written(row.hits) };
  });
  return memorySource(ref, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

const hasDescendingScores = (answer: Answer): boolean =>
  answer.status === "failed" ||
  answer.hits.every(({ score }, i) => {
    const before = answer.hits[i - 1]?.score;
    return before === undefined || score === undefined || score <= before;
  });
