/** Messages about stored runs. */
import { defineProblems } from "../core/problem-table.ts";
import { nameList } from "../core/shown.ts";

export const storeProblem = defineProblems({
  "no-run/none": ({ folder }: { readonly folder: string }) => ({
    what: `no runs are stored in ${folder}`,
    fix: "make one with goldie run",
  }),
  "no-run/name": ({ ref, nearest }: { readonly ref: string; readonly nearest: readonly string[] }) => ({
    what: `no stored run is called ${JSON.stringify(ref)}`,
    fix:
      nearest.length === 0
        ? "goldie runs lists them; last and last~1 are the newest two"
        : `did you mean ${nearest.join(" or ")}?`,
  }),
  "no-run/back": ({ ref, runs }: { readonly ref: string; readonly runs: number }) => ({
    what: `there is no run ${ref}: only ${runs === 1 ? "one is" : `${runs} are`} stored`,
    fix: "goldie runs lists them",
  }),
  "no-run/several": ({
    ref,
    ids,
    others,
  }: {
    readonly ref: string;
    readonly ids: readonly string[];
    readonly others?: number;
  }) => ({
    what: `${JSON.stringify(ref)} is the start of several runs: ${nameList(ids, others)}`,
    fix: "write more of the id",
  }),
  "no-run/retriever": ({
    id,
    retriever,
    names,
  }: {
    readonly id: string;
    readonly retriever: string;
    readonly names: readonly string[];
  }) => ({
    what: `run ${id} has no retriever ${JSON.stringify(retriever)}`,
    fix: `use one of: ${names.join(", ")}`,
  }),
  "damaged-run/manifest": ({ id, cause }: { readonly id: string; readonly cause: string }) => ({
    what: `run ${id} is damaged: ${cause}`,
    why: "its manifest says what was asked, and of whom",
    fix: "delete its folder",
  }),
  "damaged-run/scores": ({ id }: { readonly id: string }) => ({
    what: `the scores of run ${id} cannot be read`,
    why: "its scores.json is damaged, or of another version of Goldie; its answers are still there",
    fix: `score them again: goldie eval GOLD ${id}`,
  }),
  "damaged-run/lines": ({ lines }: { readonly lines: number }) => ({
    what: `ignored ${lines === 1 ? "a line" : `${lines} lines`} that could not be parsed`,
    why: "a process that is killed can leave half a line; its query counts as not asked",
    fix: "ask the rest: goldie run --resume",
  }),
  "stored-scores-only": ({ id, because }: { readonly id: string; readonly because: string }) => ({
    what: `run ${id} is shown with its stored scores, without ranked lists: ${because}`,
    why: "scores that were printed once do not change; lists are marked by the gold that the scores are from",
    fix: "run it again: goldie run",
  }),
  "gold-edited": (f: {
    readonly ref: string;
    readonly file: string;
    readonly changed: number;
    readonly queries: number;
  }) => ({
    what: `${f.file} was edited after ${f.ref} was scored: the gold of ${f.changed} of ${f.queries} queries changed`,
    why: "the stored scores are from the gold as it was then",
    fix: `run it again (goldie run), or score its stored answers with the gold of today: --gold ${f.file}`,
  }),
  "run-goes-on": ({ id, pid }: { readonly id: string; readonly pid: number }) => ({
    what: `process ${pid} is still writing run ${id}`,
    why: "its queries would be asked twice",
    fix: "wait until it ends, or stop it",
  }),
  "damaged-labels": ({ lines }: { readonly lines: number }) => ({
    what: `ignored ${lines === 1 ? "a line that is not a label" : `${lines} lines that are not labels`}`,
    why: "a process that is killed can leave half a line, which was never shown as saved; grades are whole numbers from 0 to 9",
    fix: "correct or delete the line, or label the hit again",
  }),
  "labels-not-file": () => ({
    what: "labels cannot be kept here: this is a device or a pipe",
    fix: "name a file with --labels",
  }),
  "labels-gone": () => ({
    what: "the file of labels was removed or replaced",
    why: "labels that are written now would be lost",
    fix: "stop goldie label and start it again",
  }),
  "depths-differ": (f: {
    refs: readonly [string, string];
    asked: readonly [number, number];
    metrics: readonly string[];
  }) => ({
    what: `${f.refs[0]} was asked for ${f.asked[0]} hits, and ${f.refs[1]} for ${f.asked[1]}: ${f.metrics.join(", ")} ${f.metrics.length === 1 ? "looks" : "look"} at all of them`,
    why: "a longer list can only find more",
    fix: "compare by a metric with a cut-off, or run both with the same --depth",
  }),
});
