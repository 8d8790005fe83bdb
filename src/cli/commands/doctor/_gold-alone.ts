/** `goldie doctor GOLD`: checks the gold without a run. */
import { jsonText } from "../../../core/json-text.ts";
import type { Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { firstNames, nameList, withCommas } from "../../../core/shown.ts";
import { type LoadedCorpus, loadCorpus, loadGold } from "../../../engine/load.ts";
import { detectFormat } from "../../../formats/detect.ts";
import { sniffJson } from "../../../formats/json/sniff.ts";
import { checkGold, type GoldFacts } from "../../../gold/check.ts";
import { nodeCorpusFiles } from "../../../retrievers/bm25/files.ts";
import { readCorpus } from "../../../retrievers/bm25/read-corpus.ts";
import { isTextFile } from "../../../retrievers/bm25/read-texts.ts";
import { counted } from "../../../text/counted.ts";
import { fill } from "../../../text/fill.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { refuseAbsentColumns } from "../../shared/asked-columns.ts";
import { widthFor } from "../../shared/help.ts";
import { asErrors, showWarnings } from "../../shared/problems.ts";
import type { Request } from "../../shared/request.ts";
import type { Inputs } from "../../shared/sources.ts";

/** Does the file contain gold but no hits? */
async function isGoldAlone({ gold, goldFormat }: Request, inputs: Inputs): Promise<boolean> {
  const source = await inputs.open(gold, true);
  const { format } = await detectFormat(source, "gold", goldFormat);
  if (format.readBoth !== undefined || source.folder !== undefined) return false;
  return sniffJson(await source.head())?.keys.has("hits") !== true;
}

/** Each file in a folder of texts is a document, as for `goldie gold sample`. */
async function documentsIn(
  path: string,
  options: Parameters<typeof loadCorpus>[1],
  inputs: Inputs,
  { files }: Effects,
): Promise<Pick<LoadedCorpus, "docs">> {
  const isFolder = (await files.facts(path))?.kind === "folder";
  if (!isFolder && !isTextFile(path)) return loadCorpus(await inputs.open(path), options);
  const docs: LoadedCorpus["docs"] = new Map();
  await readCorpus(path, {
    files: nodeCorpusFiles(files.cwd),
    signal: new AbortController().signal,
    ...(options.columns === undefined ? {} : { columns: options.columns }),
    take: ({ id, text, title }) =>
      void docs.set(String(id), { text, ...(title === undefined ? {} : { title }) }),
    warn: (problem) => options.log.add(problem),
  });
  return { docs };
}

interface GoldAlone {
  readonly facts: GoldFacts;
  readonly warnings: readonly Problem[];
}

/** Undefined if the file contains more than gold. */
export async function checkGoldAlone(
  request: Request,
  inputs: Inputs,
  effects: Effects,
): Promise<GoldAlone | undefined> {
  if (!(await isGoldAlone(request, inputs))) return undefined;
  const log = new ProblemLog();
  const { columns, table, goldFormat, queryIds } = request;
  const options = { log, columns, table };
  const gold = await loadGold(await inputs.open(request.gold, true), {
    ...options,
    ...(goldFormat === undefined ? {} : { format: goldFormat }),
    ...(queryIds?.on === "both" ? { queryIds: queryIds.ids } : {}),
  });
  refuseErrors(log);
  const corpus =
    request.corpus === undefined ? undefined : await documentsIn(request.corpus, options, inputs, effects);
  refuseErrors(log);
  const files = [{ path: request.gold, kind: "gold" as const, format: gold.format }];
  refuseAbsentColumns(columns, files, log.list());
  const found = checkGold({
    gold: gold.gold,
    words: gold.words,
    log,
    ...(corpus === undefined ? {} : { corpus: corpus.docs }),
  });
  const findings = found.findings.map((problem): Problem => {
    const { at } = problem;
    const line = at?.query === undefined ? undefined : gold.lines.get(at.query);
    return {
      ...problem,
      at: { side: "gold", file: request.gold, ...(line === undefined ? {} : { line }), ...at },
    };
  });
  return { facts: { ...found, findings }, warnings: [...log.list(), ...findings] };
}

export async function showGoldAlone(
  { facts, warnings }: GoldAlone,
  request: Request,
  args: Args,
  effects: Effects,
): Promise<number> {
  await effects.stdout.write(
    args.has("json")
      ? `${jsonText({ gold: request.gold, ...facts }, 2)}\n`
      : factsText(request, facts, widthFor(effects.stdout)),
  );
  if (args.has("strict") && warnings.length > 0) throw asErrors(warnings);
  if (!args.has("quiet")) await showWarnings(warnings, effects, args);
  return 0;
}

function factsText(request: Request, facts: GoldFacts, width: number): string {
  const { queries, questions, facets, unanswerable, relevant, documents, inCorpus, tags, findings } = facts;
  const parts = Object.entries(facets).map(([facet, count]) => `${withCommas(count)} with ${facet}`);
  if (unanswerable > 0) parts.push(`${withCommas(unanswerable)} unanswerable`);
  const lines = [
    `${request.gold}: ${counted(queries, "query", "queries")}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`,
    ...(relevant === undefined
      ? []
      : [`relevant documents per query: median ${relevant.median}, most ${withCommas(relevant.most)}`]),
    ...(inCorpus === undefined
      ? [`${counted(documents, "document", "documents")} in the gold; pass --corpus to check that they exist`]
      : [
          `${withCommas(inCorpus)} of ${counted(documents, "document", "documents")} in the gold are in ${request.corpus}`,
        ]),
    ...(questions === queries
      ? []
      : [
          `${counted(queries - questions, "query has", "queries have")} no question text: similar questions were not looked for there`,
        ]),
    ...Object.entries(tags).map(([tag, values]) => {
      const few = firstNames(
        "names",
        Object.entries(values)
          .sort(([, a], [, b]) => b - a)
          .map(([value, count]) => `${value} ${withCommas(count)}`),
      );
      return `tag ${tag}: ${nameList(few.names, few.others)}`;
    }),
    findings.length === 0
      ? "no problems found"
      : `${counted(findings.length, "finding", "findings")}, see the warnings`,
  ];
  return `${lines.map((line) => fill(oneLine(line), "  ", width).trimStart()).join("\n")}\n`;
}
