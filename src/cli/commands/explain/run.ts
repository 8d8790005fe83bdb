/** `goldie explain`. */
import { printDerivation, printScore } from "../../../core/derivation.ts";
import type { QueryId } from "../../../core/ids.ts";
import type { JudgementRecord } from "../../../core/judgement-record.ts";
import type { MatchRule } from "../../../core/rules.ts";
import type { Score } from "../../../core/score.ts";
import { withDefaultMatch } from "../../../evaluate/default-match.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import type { RankingInput } from "../../../evaluate/input/read-run.ts";
import { type AskedMetrics, type Plan, Planner } from "../../../evaluate/plan/plan.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { differenceHolds } from "../../../evaluate/why/differences-of.ts";
import { type WhyDifferent, whyDifferent } from "../../../evaluate/why/why-different.ts";
import { BECAUSE_WORDS, whyNot } from "../../../reports/words.ts";
import { bullet, fill } from "../../../text/fill.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { RULE_FLAGS, readsTexts, rulesBy, severalMetrics } from "../../shared/asked.ts";
import { wrongUse as engineUse } from "../../shared/engine/problems.ts";
import { widthFor } from "../../shared/help.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import type { RunsJudged } from "../../shared/judge/runs.ts";
import { type Loaded, loadFiles, locatedIn, locating, rulesFor } from "../../shared/load.ts";
import { metricHead } from "../../shared/metric-text.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { checkOverlap } from "../../shared/no-overlap.ts";
import { showErrors, showWarnings } from "../../shared/problems.ts";
import { requestBy, runNames } from "../../shared/request.ts";
import { withInputs } from "../../shared/sources.ts";
import { asJson, facts } from "../metrics/run.ts";
import type { JudgedAlone } from "./_judged-alone.ts";
import { absentIn, contradictedWords, judgementJson, judgementText } from "./_judgement.ts";
import { overview } from "./_overview.ts";
import type { AskedExplanation, ExplainedFiles } from "./_tables.ts";
import { unknownQuery } from "./_unknown-query.ts";
import { wrongUse } from "./problems.ts";

export async function runExplain(typed: Args, effects: Effects): Promise<number> {
  const written = await withConfigured(typed, effects);
  const inTables = written.has("engine");
  if (!inTables)
    refuseFlags(written, ["run-table", "gold-table", "run"], (flag) =>
      engineUse("flag-without-engine", { flag }),
    );
  const { args, names } = inTables
    ? { args: written, names: [] }
    : await namedRuns(written, 2, effects, { several: false, rules: !written.has("versus") });
  const [metric, gold, run] = args.positionals;
  const width = widthFor(effects.stdout);
  const as = args.text("as");
  const options = args.all("option");
  const rules = { ...(as === undefined ? {} : { as }), ...(options.length === 0 ? {} : { options }) };
  const plan = onePlan(new Planner(rules), metric!);
  if (gold === undefined && !inTables) {
    if (args.has("query") || args.has("versus"))
      throw wrongUse("flag-without-files", {
        flag: args.has("query") ? "--query" : "--versus",
        metric: metric!,
      });
    await effects.stdout.write(args.has("json") ? definitionJson(plan) : `${definition(plan, width)}\n`);
    return 0;
  }
  const own = rulesBy(args);
  // The id rule is not part of a tool; both sides use the same one.
  const changed = args.has("versus")
    ? RULE_FLAGS.find((flag) => flag !== "ids" && args.has(flag))
    : undefined;
  if (changed !== undefined) throw wrongUse("versus-own-rules", { flag: `--${changed}` });
  const given = { ...rules, ...own, metrics: [metric!] };
  const query = args.text("query");
  const judged = plan.metric.kind === "judged";
  if (judged && args.has("versus")) throw wrongUse("versus-judged", { metric: metric! });
  if (!judged)
    refuseFlags(
      args,
      judgeFlags.map(({ flag }) => flag.slice(2)),
      (flag) => wrongUse("judge-unused", { flag, metric: metric! }),
    );
  const asked = { plan, given, metric: as === undefined ? metric! : `${as}:${metric}` };
  if (inTables || gold === undefined) {
    // Loaded on demand: tables and engines.
    const { loadTables } = await import("./_tables.ts");
    const tables = await loadTables(args.withPositionals(args.positionals.slice(1)), asked, effects);
    return explainLoaded(tables, asked, args, effects);
  }
  const request = requestBy(args, gold, run === undefined ? [] : [run], given, names);
  if (judged && run === undefined) {
    // Loaded on demand: the judge bundle is large.
    const { judgedAlone } = await import("./_judged-alone.ts");
    const alone = await withInputs(effects, args.has("quiet"), (inputs) =>
      judgedAlone(gold, query, args, inputs, effects),
    );
    if (alone !== undefined) return explainAlone(alone, given, plan, gold, query, args, effects);
  }
  const loaded = await withInputs(
    effects,
    args.has("quiet"),
    async (inputs): Promise<Pick<RunsJudged, "files"> & Partial<RunsJudged>> =>
      plan.metric.kind === "judged"
        ? (await import("../../shared/judge/runs.ts")).judgeRuns(args, request, inputs, effects, query)
        : {
            files: await loadFiles(request, inputs, (read) =>
              readsTexts(withDefaultMatch(given, read.gold.values())),
            ),
          },
  );
  return explainLoaded({ ...loaded, gold }, asked, args, effects);
}

/** The engine of the config, where the command line names a table or a query without files. Loading a config runs the user's code. */
async function withConfigured(args: Args, effects: Effects): Promise<Args> {
  const isBare = args.positionals.length === 1 && args.has("query");
  const needed =
    args.has("config") ||
    (!args.has("engine") && (isBare || args.has("run-table") || args.has("gold-table")));
  return needed ? (await import("./_configured.ts")).configured(args, effects) : args;
}

/** `gold`: its file or table. `oneQuery`: nothing is known of the others. */
async function explainLoaded(
  {
    files,
    gold,
    oneQuery = false,
    judgements: [judgements] = [],
    problems = [],
    unsaved,
    judging,
  }: ExplainedFiles & Partial<Omit<RunsJudged, "files">>,
  { plan, given, metric }: AskedExplanation,
  args: Args,
  effects: Effects,
): Promise<number> {
  const query = args.text("query");
  const width = widthFor(effects.stdout);
  const asked = withDefaultMatch(given, files.gold.gold.values());
  const [file] = files.runs;
  const result = locating(file!, files.gold, gold, () =>
    evaluate({
      ...rulesFor(file!, asked),
      gold: files.gold.gold,
      run: file!.run,
      name: file!.name,
      ...(judgements === undefined ? {} : { judgements }),
    }),
  );
  const found = result.problems.map(locatedIn(file!, files.gold, gold));
  const { above, below } = oneQuery
    ? { above: [], below: found }
    : checkOverlap(
        {
          gold,
          runs: [{ file: file!.path, result }],
          words: files.gold.words,
          problems: found,
          again: ["explain", ...args.words],
        },
        args,
      );
  if (query !== undefined && !files.gold.gold.has(query))
    throw unknownQuery(query, [...files.gold.gold.keys()]);
  const versus = args.text("versus");
  const text =
    versus !== undefined
      ? comparison(files, metric, versus, given.match, query, args.has("json"), width)
      : query !== undefined
        ? derivation(result, plan, query, args.has("json"), width, {
            words: files.gold.words.get(query) ?? file!.words.get(query),
            record: judgements?.get(query),
            limits: judging?.limits ?? [],
            isEmpty: judgements === undefined && isEmpty(file!.run.get(query)),
          })
        : overview(result, plan, args.has("json"), width, judgements, judging?.limits);
  await effects.stdout.write(text);
  const heard = [...files.problems, ...problems, ...above, ...below];
  // Problems of other queries do not matter here.
  const told = query === undefined ? heard : heard.filter(({ at }) => at?.query === query);
  if (!args.has("quiet")) await showWarnings(told, effects, args);
  if (unsaved === undefined) return 0;
  await showErrors([unsaved], effects);
  return 3;
}

/** Cases or records alone: everything comes from the judgements. */
async function explainAlone(
  { records, queries, limits, problems, unsaved }: JudgedAlone,
  given: AskedMetrics,
  plan: Plan,
  path: string,
  query: QueryId | undefined,
  args: Args,
  effects: Effects,
): Promise<number> {
  if (query !== undefined && !queries.has(query)) throw unknownQuery(query, [...queries.keys()], true);
  const result = evaluate({
    ...given,
    name: runNames([path], [])[0]!,
    gold: new Map(records.map(({ id, tags = {} }) => [id, { tags }])),
    run: new Map(records.map(({ id, chunks }) => [id, chunks.map((_, i) => String(i + 1))])),
    judgements: new Map(records.map((record) => [record.id, record])),
  });
  const record = records.find(({ id }) => id === query);
  const json = args.has("json");
  const width = widthFor(effects.stdout);
  const told = args.has("quiet") && !json ? [] : limits;
  const text =
    query === undefined
      ? overview(result, plan, json, width, new Map(records.map((one) => [one.id, one])), told)
      : derivation(result, plan, query, json, width, { words: record?.question, record, limits: told });
  await effects.stdout.write(text);
  const heard = query === undefined ? problems : problems.filter(({ at }) => at?.query === query);
  if (!args.has("quiet")) await showWarnings(heard, effects, args);
  if (unsaved === undefined) return 0;
  await showErrors([unsaved], effects);
  return 3;
}

function onePlan(planner: Planner, name: string): Plan {
  const plans = planner.parse(name);
  if (plans.length === 1) return plans[0]!;
  throw severalMetrics(
    name,
    plans.map(({ key }) => key),
  );
}

/** What the metric is; with a dialect, also how that tool computes it. */
function definition(plan: Plan, width: number): string {
  const { metric, dialect } = plan;
  const set = paramsSet(plan);
  const differs = differsOf(plan);
  return [
    metricHead(metric, width),
    ...(set.length === 0 ? [] : [`here  ${set.map(([name, x]) => `${name} = ${String(x)}`).join(", ")}`]),
    ...(differs.length === 0
      ? []
      : [`${dialect.tool}\n${differs.map((says) => bullet(says, width)).join("\n")}`]),
  ].join("\n\n");
}

const paramsSet = ({ metric, params }: Plan) =>
  Object.entries(params).filter(([name, x]) => x !== undefined && x !== metric.params[name]?.default);

const differsOf = (plan: Plan): string[] =>
  plan.dialect.differs.filter((one) => differenceHolds(plan, one)).map(({ says }) => says);

const definitionJson = (plan: Plan): string =>
  asJson({
    metric: plan.key,
    as: plan.dialect.id,
    params: Object.fromEntries(paramsSet(plan)),
    differs: differsOf(plan),
    definition: facts(plan.metric),
  });

interface Beside {
  readonly words: string | undefined;
  /** What a judge said, of a judged metric. */
  readonly record: JudgementRecord | undefined;
  readonly limits: readonly string[];
  /** The run has no hits for the query. */
  readonly isEmpty?: boolean;
}

/** No list, or one without hits. A failed query has a reason of its own. */
function isEmpty(hits: RankingInput | undefined): boolean {
  if (hits === undefined || Array.isArray(hits)) return (hits ?? []).length === 0;
  if (hits instanceof Error) return false;
  return hits instanceof Map ? hits.size === 0 : Object.keys(hits).length === 0;
}

function derivation(
  result: Result,
  { key, metric }: Plan,
  query: QueryId,
  json: boolean,
  width: number,
  { words, record, limits, isEmpty = false }: Beside,
): string {
  const score = result.score(query, key);
  const how = result.explain(query, key);
  if (json) {
    const judgement = record === undefined ? {} : { judgement: judgementJson(record, metric.needs, limits) };
    return asJson({ metric: key, query, run: result.name, score, derivation: how, ...judgement });
  }
  const noted = record === undefined ? "" : contradictedWords(record, metric.needs);
  return `${[
    oneLine(`${key} of query ${query} in ${result.name}: ${inWords(score, record)}${noted}`),
    ...(words === undefined || words === "" ? [] : [fill(oneLine(words), "", width)]),
    ...(isEmpty ? [oneLine(`${result.name} has no hits for query ${query}.`)] : []),
    // The first line says why there is none.
    ...("status" in how && record !== undefined
      ? []
      : ["", printDerivation(how).split("\n").map(oneLine).join("\n")]),
    ...(record === undefined ? [] : ["", judgementText(record, metric.needs, limits, width).trimEnd()]),
  ].join("\n")}\n`;
}

function inWords(score: Score, record: JudgementRecord | undefined): string {
  if (score.status === "skipped" && record !== undefined)
    return `no value, since ${absentIn(record, score.missing) ?? whyNot(score)}`;
  return score.status === "undefined" ? `no value, since ${BECAUSE_WORDS[score.because]}` : printScore(score);
}

function comparison(
  { gold, runs }: Loaded,
  a: string,
  b: string,
  match: MatchRule | undefined,
  query: QueryId | undefined,
  json: boolean,
  width: number,
): string {
  const data = { gold: gold.gold, run: runs[0]!.run };
  const one = <T>(map: ReadonlyMap<QueryId, T>): Map<QueryId, T> =>
    new Map([...map].filter(([id]) => query === undefined || id === query));
  const ids = match !== undefined && "ids" in match ? { match } : {};
  const why = whyDifferent({ gold: one(data.gold), run: one(data.run), ...ids }, a, b);
  return json ? asJson(why) : whyText(why, width);
}

function whyText({ sentence, parts, a, b }: WhyDifferent, width: number): string {
  const rows = parts.filter(({ delta }) => delta !== 0);
  const formulas = parts.find((part) => part.formulas !== undefined)?.formulas;
  const number = ({ score }: WhyDifferent["a"]): string => printScore(score);
  return `${[
    fill(sentence, "", width),
    ...(rows.length === 0
      ? []
      : [
          "",
          `  ${number(a).padEnd(10)}  ${a.metric}`,
          ...rows.map(({ delta, says }) => {
            const signed = `${delta < 0 ? "−" : "+"}${Math.abs(delta).toFixed(6)}`;
            return `  ${signed.padEnd(10)}  ${fill(says, " ".repeat(14), width).trimStart()}`;
          }),
          `  ${number(b).padEnd(10)}  ${b.metric}`,
        ]),
    ...(formulas === undefined
      ? []
      : ["", ...[a, b].map(({ metric }, i) => fill(`${metric} = ${formulas[i]}`, "  ", width))]),
  ].join("\n")}\n`;
}
