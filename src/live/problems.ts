/** Messages about live runs. */
import { defineProblems, type Voice } from "../core/problem-table.ts";
import { nameList } from "../core/shown.ts";

const CHECK_RETRIEVER = "check the retriever, then ask the failed queries again";

export const liveProblem = defineProblems({
  "no-retriever": () => ({
    what: "there is no retriever to ask",
    fix: "name at least one: retrievers: { main: (query, { k }) => search(query, k) }",
  }),
  "bad-retriever": ({ name, found }: { readonly name: string; readonly found: string }) => ({
    what: `retriever ${JSON.stringify(name)} is ${found}, not a function or an object with retrieve()`,
    fix: "pass a function (query, { k }) => ids, or what a factory of goldie/retrievers returns",
  }),
  "bad-option/whole": ({ option, found, least }: { option: string; found: string; least: number }) => ({
    what: `${option} is ${found}; it must be a whole number from ${least}`,
    fix: `set ${option} to a whole number from ${least}, or remove it`,
  }),
  "bad-depth": ({ depth, k }: { depth: number; k: number }) => ({
    what: `depth is ${depth}, but the metrics look at the first ${k} hits`,
    fix: `set depth to ${k} or more, or remove it`,
  }),
  "bad-option/filter": ({ found }: { found: string }) => ({
    what: `the filter cannot be part of a cache key: it holds ${found}`,
    why: "two filters that differ only there would share their answers",
    fix: "use plain JSON for the filter, or run without a cache",
  }),
  "no-queries/where": ({
    where,
    values,
    others,
  }: {
    readonly where: readonly string[];
    readonly values: readonly string[];
    readonly others?: number;
  }) => ({
    what: `no query has ${where.join(" and ")}`,
    fix:
      values.length === 0
        ? "the gold has no tags; remove the condition"
        : `use one of: ${nameList(values, others)}`,
  }),
  "no-queries/gold": () => ({ what: "the gold has no queries", fix: "check the gold" }),
  "no-queries/only": () => ({
    what: "none of the queries to ask is in the gold",
    fix: "check their ids, or ask all queries",
  }),
  "retriever-failed/error": ({ message }: { readonly message: string }) => ({
    what: message === "" ? "the retriever failed without a message" : message,
    fix: CHECK_RETRIEVER,
  }),
  "retriever-failed/open": ({ message }: { readonly message: string }) => ({
    what: `the retriever could not be opened: ${message}`,
    fix: "check its settings; no query was sent to it",
  }),
  "retriever-failed/silent": ({ message, tried }: { readonly message: string; readonly tried: number }) => ({
    what: `gave up on this retriever after ${tried} queries without a reply: ${message}`,
    fix: "check that it is running, or allow more time for each query",
  }),
  "all-empty": ({ name, isFunction }: { readonly name: string; readonly isFunction: boolean }) => ({
    what: `${name}: all lists are empty`,
    ...(isFunction ? { why: "the second argument of a retriever is { k, signal }, not a number" } : {}),
    fix: isFunction
      ? "if your function takes a number, pass it: (query, { k }) => search(query, k)"
      : "check that its index has documents, and that its answers are read from the right place",
  }),
  "short-lists": ({
    name,
    asked,
    most,
    k,
  }: {
    readonly name: string;
    readonly asked: number;
    readonly most: number;
    readonly k: number;
  }) => ({
    what: `${name}: asked for ${asked} hits, got at most ${most}`,
    why: `metrics that look at the first ${k} hits see no more than that`,
    fix: "pass k on to the search, or look for a limit in it; if there is nothing else to find, ignore this",
  }),
  "busy-thread": ({ name, share }: { readonly name: string; readonly share: number }, _at, voice: Voice) => ({
    what: `${name}: latencies include time in which queries waited for one another`,
    why: `this process was busy ${Math.round(100 * share)} % of the time, and what is under way at once shares its thread`,
    fix: `measure with ${voice === "library" ? "concurrency: 1" : "--concurrency 1"}, or run the search in a process of its own`,
  }),
  "id-field": ({
    name,
    field,
    others,
  }: {
    readonly name: string;
    readonly field: string;
    readonly others: readonly string[];
  }) => ({
    what: `using ${field} as the id of the documents that ${name} returns${others.length === 0 ? "" : ` (they also have ${others.join(", ")})`}`,
    fix: `nothing to do if the gold uses these ids; otherwise name the field: fromLangChain({ retriever, id: ${JSON.stringify(others[0] ?? "metadata.NAME")} })`,
  }),
  "close-failed": ({ name, message }: { readonly name: string; readonly message: string }) => ({
    what: `retriever ${JSON.stringify(name)} could not be closed: ${message}`,
    why: "the answers are complete, but something of it may still be running",
    fix: "check its close()",
  }),
  "cache-write": ({ message }: { readonly message: string }) => ({
    what: `an answer could not be cached: ${message}`,
    why: "its query is asked again next time",
    fix: "check the cache's file, or run without a cache",
  }),
});
