/** The retrievers of the config and of the command line. */
import { isDeclared } from "../../../config/load.ts";
import type { Config, DeclaredRetriever } from "../../../core/config.ts";
import { nearest, type Problem } from "../../../core/problem.ts";
import type { RetrieverInput } from "../../../core/retriever.ts";
import { nodeCorpusFiles } from "../../../retrievers/bm25/files.ts";
import { bm25 } from "../../../retrievers/bm25.ts";
import { fromCommand } from "../../../retrievers/command.ts";
import { fromHttp } from "../../../retrievers/http.ts";
import { fromRun } from "../../../retrievers/run-file.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { wrongUse } from "./problems.ts";

type Retrievers = Readonly<Record<string, RetrieverInput>>;

export interface GivenRetrievers {
  readonly retrievers: Retrievers;
  /** As written. */
  readonly written: Readonly<Record<string, RetrieverInput | DeclaredRetriever>>;
  readonly byFlag: boolean;
}

/** `warn` receives Problems of a corpus. `only`: use only these retrievers. */
export interface Choosing {
  warn(problem: Problem): void;
  readonly only?: ReadonlySet<string> | undefined;
}

/** Retrievers from flags replace those of the config. */
export function retrieversBy(
  args: Args,
  config: { readonly path: string; readonly config: Config } | undefined,
  effects: Effects,
  { warn, only: chosen }: Choosing,
): GivenRetrievers {
  const flagged = ofFlags(args);
  const byFlag = Object.keys(flagged).length > 0;
  const all = byFlag ? flagged : (config?.config.retrievers ?? {});
  const names = Object.keys(all);
  if (names.length === 0) throw wrongUse("run-without-retriever", { config: config?.path ?? null });
  for (const only of args.all("only"))
    if (!names.includes(only))
      throw wrongUse("unknown-retriever", { found: only, names, nearest: nearest(only, names, 1) });
  const wanted = names.filter(
    (name) => (!args.has("only") || args.all("only").includes(name)) && chosen?.has(name) !== false,
  );
  return {
    byFlag,
    written: Object.fromEntries(wanted.map((name) => [name, all[name]!])),
    retrievers: Object.fromEntries(
      wanted.map((name) => {
        const one = all[name]!;
        return [name, isDeclared(one) ? made(one, effects, warn) : one];
      }),
    ),
  };
}

/** Factories check their own options. */
function made(
  one: DeclaredRetriever,
  { files, fetch }: Effects,
  warn: (problem: Problem) => void,
): RetrieverInput {
  const { type, ...rest } = one;
  const options: Readonly<Record<string, unknown>> = rest;
  switch (type) {
    case "http":
      return fromHttp({ fetch, ...(options as unknown as Parameters<typeof fromHttp>[0]) });
    case "command":
      return fromCommand({
        ...(options as unknown as Parameters<typeof fromCommand>[0]),
        cwd: files.resolve((options["cwd"] as string | undefined) ?? "."),
      });
    case "run":
      return fromRun({ ...(options as { file: string }), file: files.resolve(options["file"] as string) });
    case "bm25":
      return bm25({ ...(options as { corpus: string }), files: nodeCorpusFiles(files.cwd), warn });
  }
}

const HTTP_FLAGS = ["http-body", "header", "hits", "id"];

function ofFlags(args: Args): Record<string, DeclaredRetriever> {
  const [corpus, url, command] = ["bm25", "http", "command"].map((name) => args.text(name));
  if (url === undefined)
    refuseFlags(args, HTTP_FLAGS, (flag) => wrongUse("flag-needs-flag", { flag, needed: "--http" }));
  return {
    ...(url === undefined ? {} : { http: { type: "http", url, ...httpOptions(args) } }),
    ...(command === undefined ? {} : { command: { type: "command", command } }),
    // The user's own come first: differences are shown against the first.
    ...(corpus === undefined ? {} : { bm25: { type: "bm25", corpus } }),
  };
}

function httpOptions(args: Args): Record<string, unknown> {
  const body = args.text("http-body");
  const headers = args.all("header").map((text) => {
    const at = text.indexOf(":");
    if (at < 1) throw wrongUse("bad-header", { found: text });
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const;
  });
  const paths = ["hits", "id"].flatMap((name) => (args.has(name) ? [[name, args.text(name)] as const] : []));
  return {
    ...Object.fromEntries(paths),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(body === undefined ? {} : { body: parsed(body) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongUse("bad-body", { message: (error as Error).message });
  }
}
