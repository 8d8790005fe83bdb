/** The doctor's report for gold texts or spans: do the hits have texts, and which rule finds the gold in them? */
import { ProblemLog } from "../../../core/problem-log.ts";
import type { MatchRule } from "../../../core/rules.ts";
import { withCommas } from "../../../core/shown.ts";
import { goldKinds } from "../../../evaluate/default-match.ts";
import { readRanking } from "../../../evaluate/input/read-run.ts";
import { counted } from "../../../text/counted.ts";
import type { Loaded, NamedRun } from "../../shared/load.ts";
import { missesOfLoaded } from "../../shared/missed.ts";

export interface TextDiagnosis {
  readonly run: string;
  readonly kind: "texts" | "spans";
  readonly hits: number;
  /** Hits with a text or a span. */
  readonly carrying: number;
  /** Gold texts, or groups of interchangeable ones. */
  readonly wanted: number;
  /** By rule: how many of them are found in a hit of their query. */
  readonly found: Readonly<Record<string, number>>;
}

/** From the strictest to the most tolerant. */
const TEXT_RULES = ["exact", "contains", "normalised", "fuzzy"] as const;
const ALL_HITS = Number.MAX_SAFE_INTEGER;

export function diagnoseTexts(files: Loaded): TextDiagnosis[] {
  const kinds = new Set([...files.gold.gold.values()].flatMap((value) => goldKinds(value)));
  return [
    ...(kinds.has("passages") ? diagnosis(files, "texts", (rule) => ({ text: rule }), TEXT_RULES) : []),
    ...(kinds.has("spans") ? diagnosis(files, "spans", () => ({ spans: "overlap" }), ["overlap"]) : []),
  ];
}

function diagnosis(
  files: Loaded,
  kind: TextDiagnosis["kind"],
  match: (rule: string) => MatchRule,
  rules: readonly string[],
): TextDiagnosis[] {
  const carried = files.runs.map((run) => hitsWith(run, kind));
  // Without texts there is nothing to search.
  const tried = rules.map((rule) => ({
    rule,
    misses: missesOfLoaded(files, { match: match(rule), metrics: [`group-recall@${ALL_HITS}`] }),
  }));
  return files.runs.map(({ name }, r) => ({
    run: name,
    kind,
    ...carried[r]!,
    wanted: tried[0]!.misses[r]!.wanted,
    found: Object.fromEntries(
      tried.map(({ rule, misses }) => {
        const { wanted, queries } = misses[r]!;
        return [rule, wanted - [...queries.values()].reduce((sum, list) => sum + list.length, 0)];
      }),
    ),
  }));
}

function hitsWith({ run }: NamedRun, kind: TextDiagnosis["kind"]): { hits: number; carrying: number } {
  let [hits, carrying] = [0, 0];
  const log = new ProblemLog();
  for (const [query, given] of run) {
    if (given instanceof Error) continue;
    const ranking = readRanking(query, given, log);
    hits += ranking.length;
    carrying += ranking[kind]?.filter((one) => one !== undefined).length ?? 0;
  }
  return { hits, carrying };
}

/** Facts, a block per run. */
export const textDiagnosisText = (all: readonly TextDiagnosis[]): string =>
  all.map((one) => `\n\n${linesOf(one).join("\n  ")}`).join("");

function linesOf({ run, kind, hits, carrying, wanted, found }: TextDiagnosis): string[] {
  const one = kind.slice(0, -1);
  const head = `${run}: ${withCommas(carrying)} of ${counted(hits, "hit", "hits")} ${carrying === 1 ? "has" : "have"} a ${one}`;
  if (carrying === 0)
    return [
      head,
      kind === "texts"
        ? "Give every hit its text, or the documents: --corpus FILE."
        : "Give every hit its doc, and start and end or lines.",
    ];
  const most = Math.max(...Object.values(found));
  const [best] = Object.entries(found).find(([, n]) => n === most)!;
  const figures = Object.entries(found).map(([rule, n]) => `${n} by ${rule}`);
  const flag = kind === "spans" ? "spans" : best;
  const byDefault = kind === "spans" ? most : found["normalised"];
  return [
    head,
    `Of ${counted(wanted, `gold ${one}`, `gold ${kind}`)}, in hits of their query: ${figures.join(", ")}.`,
    most === 0
      ? `Look at one gold ${one} beside one hit: they have nothing in common.`
      : `With --match ${flag} ${most} of ${wanted} match${byDefault === most ? "; without a flag it is the same" : ""}.`,
  ];
}
