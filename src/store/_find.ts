/** Names that people give to runs → the run. */
import { nearest } from "../core/problem.ts";
import { firstNames } from "../core/shown.ts";
import { storeProblem } from "./problems.ts";
import type { FoundRun, StoredRunInfo } from "./store.ts";

/** `runs`: newest first. */
export function findRun(ref: string, runs: readonly StoredRunInfo[], folder: string): FoundRun {
  const found = lookUp(ref, runs);
  if (found !== undefined) return found;
  const sound = runs.filter(({ state }) => state !== "damaged");
  if (sound.length === 0) throw storeProblem.error("no-run/none", { folder });
  const [run, retriever] = partsOf(ref);
  const several = startingWith(run, runs);
  if (several.length > 1)
    throw storeProblem.error("no-run/several", {
      ref: run,
      ...firstNames(
        "ids",
        several.map(({ id }) => id),
      ),
    });
  const back = backOf(run);
  if (back !== undefined && back >= sound.length)
    throw storeProblem.error("no-run/back", { ref: run, runs: sound.length });
  const whole = retriever === undefined ? undefined : oneRun(run, runs);
  if (whole !== undefined)
    throw storeProblem.error("no-run/retriever", {
      id: whole.id,
      retriever: retriever!,
      names: whole.manifest?.retrievers.map(({ name }) => name) ?? [],
    });
  const names = ["last", ...sound.flatMap(({ id, note }) => (note === undefined ? [id] : [note, id]))];
  throw storeProblem.error("no-run/name", { ref, nearest: nearest(run, names, 2) });
}

export function lookUp(ref: string, runs: readonly StoredRunInfo[]): FoundRun | undefined {
  const whole = oneRun(ref, runs);
  if (whole !== undefined) return { info: whole };
  // The names of retrievers may have slashes, too.
  for (let at = ref.indexOf("/"); at >= 0; at = ref.indexOf("/", at + 1)) {
    const info = oneRun(ref.slice(0, at), runs);
    const retriever = ref.slice(at + 1);
    if (info?.manifest?.retrievers.some(({ name }) => name === retriever)) return { info, retriever };
  }
  return undefined;
}

function partsOf(ref: string): [run: string, retriever?: string] {
  const at = ref.indexOf("/");
  return at < 0 ? [ref] : [ref.slice(0, at), ref.slice(at + 1)];
}

function oneRun(ref: string, runs: readonly StoredRunInfo[]): StoredRunInfo | undefined {
  const back = backOf(ref);
  if (back !== undefined) return runs.filter(({ state }) => state !== "damaged")[back];
  const exact = runs.find(({ id }) => id === ref) ?? runs.find(({ note }) => note === ref);
  if (exact !== undefined) return exact;
  const several = startingWith(ref, runs);
  return several.length === 1 ? several[0] : undefined;
}

/** A date is the start of an id, too; shorter ones are words. */
const startingWith = (ref: string, runs: readonly StoredRunInfo[]): readonly StoredRunInfo[] =>
  ref.length < 4 ? [] : runs.filter(({ id }) => id.startsWith(ref));

/** last is 0, last~2 is 2. */
function backOf(ref: string): number | undefined {
  if (ref === "last") return 0;
  const steps = /^last~(\d{1,6})$/.exec(ref)?.[1];
  return steps === undefined ? undefined : Number(steps);
}
