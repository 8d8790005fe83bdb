/** Usage errors of `goldie run`. */
import { defineWrongUses, didYouMean } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "run-without-gold": ({ config }: { config: string | null }) => ({
    what: "no gold: which questions should be asked?",
    fix:
      config === null
        ? "pass a file (goldie run gold.jsonl --bm25 docs), or set up a project with goldie init"
        : `pass a file, or set gold in ${config}`,
  }),
  "run-without-retriever": ({ config }: { config: string | null }) => ({
    what: "no retriever to ask",
    fix:
      config === null
        ? "name one by flag (--bm25 docs, --http URL or --command LINE), or set up a project with goldie init"
        : `set retrievers in ${config}, or name one by flag: --bm25 docs`,
  }),
  "unknown-retriever": (f: { found: string; names: readonly string[]; nearest: readonly string[] }) => ({
    what: `there is no retriever ${JSON.stringify(f.found)}`,
    fix: didYouMean(
      f.nearest.map((name) => `--only ${name}`),
      `use one of: ${f.names.join(", ")}`,
    ),
  }),
  "flag-needs-flag": ({ flag, needed }: { flag: string; needed: string }) => ({
    what: `${flag} has no effect without ${needed}`,
    fix: `add ${needed}, or leave ${flag} out`,
  }),
  "bad-header": ({ found }: { found: string }) => ({
    what: `--header ${JSON.stringify(found)} has no colon`,
    fix: "write NAME:VALUE, for example --header 'Authorization: Bearer …'",
  }),
  "bad-body": ({ message }: { message: string }) => ({
    what: `--http-body is not JSON: ${message}`,
    fix: `write for example --http-body '{"q":"{query}","limit":"{k}"}'`,
  }),
  "bad-time": ({ flag, found }: { flag: string; found: string }) => ({
    what: `${flag} cannot be ${JSON.stringify(found)}`,
    fix: "write for example 500ms, 10s or 2m",
  }),
  "bad-tag-value": ({ found }: { found: string }) => ({
    what: `cannot read --where ${found}`,
    fix: "write TAG=VALUE, for example --where lang=de",
  }),
  "tag-twice": ({ tag }: { tag: string }) => ({
    what: `--where names ${tag} twice, and a query has one value of it`,
    fix: "run once for each value",
  }),
  "judged-metric": ({ metric, command }: { metric: string; command: string }) => ({
    what: `${metric} needs a judge, which goldie run does not ask`,
    fix: "run with other metrics first; then judge the stored answers",
    run: command,
  }),
  "nothing-to-resume": ({ gold }: { gold: string }) => ({
    what: `there is no stored run of ${gold} to continue`,
    fix: "leave the flag out to start one",
  }),
  "resume-other-gold": ({ gold, id }: { gold: string; id: string }) => ({
    what: `${gold} has changed since run ${id}, so that run cannot go on`,
    fix: "start a new run: leave --resume and --only-failed out",
  }),
  "resume-other-retrievers": (f: { id: string; found: readonly string[]; before: readonly string[] }) => ({
    what: `run ${f.id} asked ${f.before.join(", ")}, and now there is ${f.found.join(", ")}`,
    fix: "ask the same retrievers under the same names, or start a new run: leave --resume and --only-failed out",
  }),
  "resume-other-settings": (f: { id: string; differences: readonly string[] }) => ({
    what: `run ${f.id} cannot go on: ${f.differences.join("; ")}`,
    why: "answers of different settings would be mixed into one score",
    fix: "repeat its flags and settings, or start a new run: leave --resume and --only-failed out",
  }),
  "resume-changed": (f: { id: string; what: string }) => ({
    what: `${f.what} has changed since run ${f.id} was started`,
    why: "if that changed the retriever, the run now holds answers of both versions",
    fix: "start a new run if it did: leave --resume and --only-failed out",
  }),
  "nothing-left": ({ id }: { id: string }) => ({
    what: `run ${id} is complete, and none of its queries failed`,
    fix: "leave --resume out to start a new run",
  }),
  "stray-error": (f: { message: string; done: string; command: string }) => ({
    what: `uncaught error in the code of a retriever: ${f.message}`,
    why: `it belongs to no query, so asking stopped there: answered ${f.done}`,
    fix: "await or catch every promise in the retriever, then ask the rest",
    run: f.command,
  }),
  "watch-and": ({ flag }: { flag: string }) => ({
    what: `--watch cannot be combined with ${flag}`,
    fix: "use one of them",
  }),
});
