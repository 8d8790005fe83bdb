/** Reads and checks a config. */
import { basename, dirname, extname } from "node:path";
import type { Config, DeclaredRetriever } from "../core/config.ts";
import { GoldieError } from "../core/problem.ts";
import { systemCode } from "../files/write-trouble.ts";
import { placeOf } from "./_place-of.ts";
import { configProblem } from "./_problems.ts";
import { checkConfig } from "./check.ts";
import { CONFIG_ENDINGS } from "./find.ts";
import { type LoadedSource, loadSource, type OwnModules } from "./load-source.ts";
import { pathFrom } from "./paths.ts";
import { withVariables } from "./variables.ts";

export interface LoadedConfig {
  /** As messages show it. */
  readonly path: string;
  /** Its full path. */
  readonly file: string;
  /** Paths in it start at the current folder. */
  readonly config: Config;
  /** All files that it consists of, by full path. */
  readonly files: readonly string[];
  /** Of `file`, as it was read. */
  readonly bytes: Uint8Array;
}

export interface ConfigLoading {
  /** The current folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The bytes of a file. */
  read(path: string): Promise<Uint8Array>;
  /** Goldie's own entries, for projects that have not installed it. */
  readonly own?: OwnModules;
}

/** `file`: its full path. */
export async function loadConfig(file: string, options: ConfigLoading): Promise<LoadedConfig> {
  const path = pathFrom(dirname(file), options.cwd, file.slice(dirname(file).length + 1));
  const ending = extname(file).toLowerCase();
  if (!(CONFIG_ENDINGS as readonly string[]).includes(ending))
    throw configProblem.error("unknown-config", { path, names: CONFIG_ENDINGS });
  const bytes = await options.read(file).catch((error: unknown) => {
    throw systemCode(error) === "ENOENT" ? configProblem.error("no-config", { path }) : error;
  });
  const source = ending === ".json" ? undefined : await loadCode(file, path, options);
  const written = source === undefined ? parseJson(bytes, path) : exportedBy(source, path);
  const checked = checkConfig(await written, path);
  const filled = source === undefined ? variablesIn(checked, options.env, path) : checked;
  const folder = dirname(file);
  return {
    path,
    file,
    config: withPaths(filled, (one) => pathFrom(folder, options.cwd, one)),
    files: [...new Set([file, ...(source?.files ?? [])])],
    bytes,
  };

  function variablesIn(config: Config, env: ConfigLoading["env"], at: string): Config {
    try {
      return withVariables(config, env) as Config;
    } catch (error) {
      throw error instanceof GoldieError ? new GoldieError({ ...error.problem, at: { file: at } }) : error;
    }
  }

  async function loadCode(full: string, shown: string, { own }: ConfigLoading): Promise<LoadedSource> {
    try {
      return await loadSource(full, own);
    } catch (error) {
      if (error instanceof GoldieError)
        throw new GoldieError({ ...error.problem, at: { file: shown, ...error.problem.at } });
      const { file: found = full, line, column } = placeOf(error, dirname(full)) ?? {};
      throw configProblem.error(
        "config-not-loaded",
        { message: firstLine(error), column: column ?? null, isPlaced: line !== undefined },
        {
          at: {
            file: pathFrom(dirname(found), options.cwd, basename(found)),
            ...(line === undefined ? {} : { line }),
          },
        },
      );
    }
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]!.trimEnd();

/** V8 quotes the file, which may hold keys. */
const withoutText = (message: string): string => message.split(/, "| in JSON/, 1)[0]!;

function parseJson(bytes: Uint8Array, path: string): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? {} : { line: text.slice(0, Number(position)).split("\n").length };
    throw configProblem.error(
      "config-not-json",
      { message: withoutText(message) },
      { at: { file: path, ...line } },
    );
  }
}

function exportedBy({ exports }: LoadedSource, path: string): unknown {
  const fields = (exports ?? {}) as Readonly<Record<string, unknown>>;
  // module.exports = { … }
  const isCommonJs = !("default" in fields) && !("__esModule" in fields);
  const found = isCommonJs ? exports : fields["default"];
  if (found === undefined)
    throw configProblem.error("config-not-exported", { names: Object.keys(fields) }, { at: { file: path } });
  return found;
}

/** duckdb:FILE names a file; other addresses name servers. */
function engineWithPath(
  engine: NonNullable<Config["engine"]>,
  from: (path: string) => string,
): NonNullable<Config["engine"]> {
  const placed = (url: string): string =>
    url.replace(/^duckdb:(.+)$/is, (_, path: string) => `duckdb:${from(path)}`);
  return typeof engine === "string" ? placed(engine) : { ...engine, url: placed(engine.url) };
}

function withPaths(config: Config, from: (path: string) => string): Config {
  const { gold, corpus, baseline, judge, retrievers, engine } = config;
  return {
    ...config,
    ...(gold === undefined ? {} : { gold: from(gold) }),
    ...(corpus === undefined ? {} : { corpus: from(corpus) }),
    ...(baseline === undefined ? {} : { baseline: from(baseline) }),
    ...(engine === undefined ? {} : { engine: engineWithPath(engine, from) }),
    // Other judges are named, not files.
    ...(judge?.startsWith(".") === true ? { judge: from(judge) } : {}),
    ...(retrievers === undefined
      ? {}
      : {
          retrievers: Object.fromEntries(
            Object.entries(retrievers).map(([name, one]) => [
              name,
              isDeclared(one) ? declaredWithPaths(one, from) : one,
            ]),
          ),
        }),
  };
}

/** Is this a retriever as data? */
export const isDeclared = (retriever: unknown): retriever is DeclaredRetriever =>
  typeof retriever === "object" && retriever !== null && "type" in retriever;

function declaredWithPaths(one: DeclaredRetriever, from: (path: string) => string): DeclaredRetriever {
  if (one.type === "bm25") return { ...one, corpus: from(one.corpus) };
  if (one.type === "run") return { ...one, file: from(one.file) };
  // A command is started where its config is, unless that says otherwise.
  if (one.type === "command") return { ...one, cwd: from(typeof one["cwd"] === "string" ? one["cwd"] : ".") };
  return one;
}
