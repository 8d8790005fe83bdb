/** A diagnosis as text, one fact per line; mentions only problems. */
import { grouped, many } from "./proposals.ts";
import type { Pattern, Shape } from "./shape.ts";
import type { Diagnosis, Listing, Proposal, RunDiagnosis } from "./types.ts";

/** Ids of texts are long. */
const cut = (id: string): string => (id.length > 60 ? `${id.slice(0, 57)}...` : id);
const shown = (id: string): string => `\`${cut(id)}\``;
const percentOf = (part: number, whole: number): string => {
  const share = (100 * part) / whole;
  return `${share > 0 && share < 1 ? "less than 1" : share > 99 && share < 100 ? "more than 99" : Math.round(share)} %`;
};
const samplesOf = ({ count, samples }: Listing): string =>
  `${samples.map(shown).join(", ")}${count > samples.length ? ", …" : ""}`;

export function diagnosisText(diagnosis: Diagnosis): string {
  const { gold, runs, neverRetrieved } = diagnosis;
  const lines = [
    `gold: ${many(gold.queries, "query", "queries")}, ${many(gold.ids, "relevant document", "relevant documents")}${shapeWords(gold.shape)}`,
    ...when(
      gold.empty.count > 0,
      `${many(gold.empty.count, "query has", "queries have")} no relevant document: ${samplesOf(gold.empty)}`,
    ),
    ...when(
      gold.texts > 0,
      `${many(gold.texts, "query has", "queries have")} texts or spans as gold: ids cannot tell whether they are found`,
    ),
    ...corpusLines(diagnosis),
  ];
  const blocks = [lines, ...runs.map((run) => runLines(diagnosis, run))];
  if (neverRetrieved.count > 0 && runs.some(({ overlap }) => overlap.found > 0))
    blocks.push([
      `${grouped(neverRetrieved.count)} of ${grouped(gold.ids)} relevant documents ${neverRetrieved.count === 1 ? "was" : "were"} retrieved by no run: ${samplesOf(neverRetrieved)}`,
    ]);
  return blocks
    .map((lines) => lines.map((line, i) => `${i === 0 ? "" : "  "}${onOneLine(line)}`).join("\n"))
    .join("\n\n");
}

/** A name with a line break in it must not look like one more fact. */
const onOneLine = (line: string): string => line.replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, " ");

const when = (holds: boolean, line: string): string[] => (holds ? [line] : []);

function corpusLines({ gold }: Diagnosis): string[] {
  const { notInCorpus } = gold;
  if (notInCorpus === undefined || notInCorpus.count === 0) return [];
  return [
    `${many(notInCorpus.count, "relevant document is", "relevant documents are")} not in the corpus, so nothing could retrieve ${notInCorpus.count === 1 ? "it" : "them"}: ${samplesOf(notInCorpus)}`,
    ...notInCorpus.proposals.slice(0, 1).map(({ says }) => says),
  ];
}

function runLines({ k, gold }: Diagnosis, run: RunDiagnosis): string[] {
  const { missing, unknown, emptyRankings, duplicates, unjudged, ties, disorder, notInCorpus } = run;
  return [
    `${run.name}: ${many(run.queries, "query", "queries")}, ${many(run.hits, "hit", "hits")}${shapeWords(run.shape)}`,
    ...queryLines(gold.queries, run),
    ...overlapLines(gold.shape, run),
    ...when(
      run.queriesInBoth > 0 && missing.count > 0,
      `${many(missing.count, "query of the gold is", "queries of the gold are")} not in the run: ${samplesOf(missing)}`,
    ),
    ...when(
      run.queriesInBoth > 0 && unknown.count > 0,
      `${many(unknown.count, "query of the run is", "queries of the run are")} not in the gold: ${samplesOf(unknown)}`,
    ),
    ...when(
      emptyRankings.count > 0,
      `${many(emptyRankings.count, "query has", "queries have")} no hit: ${samplesOf(emptyRankings)}`,
    ),
    ...when(
      duplicates.count > 0,
      `${many(duplicates.count, "hit is", "hits are")} repeated, in ${many(duplicates.queries, "query", "queries")}: ${samplesOf(duplicates)}`,
    ),
    ...when(run.withoutId > 0, `${many(run.withoutId, "hit has", "hits have")} no id`),
    ...when(
      notInCorpus !== undefined && notInCorpus.count > 0,
      `${many(notInCorpus?.count ?? 0, "hit is", "hits are")} not in the corpus: ${samplesOf(notInCorpus ?? missing)}`,
    ),
    ...when(
      run.overlap.found > 0 && unjudged.unjudged > 0,
      `${percentOf(unjudged.unjudged, unjudged.hits)} of the first ${k} hits are unjudged (${grouped(unjudged.unjudged)} of ${grouped(unjudged.hits)}); they count as not relevant`,
    ),
    ...when(
      ties !== undefined && ties.tied > 0,
      `${percentOf(ties?.tied ?? 0, ties?.hits ?? 1)} of the hits share their score with a neighbour${ties !== undefined && ties.flat > 0 ? `; in ${many(ties.flat, "query", "queries")} all scores are equal` : ""}`,
    ),
    ...when(disorder !== undefined && disorder.count > 0, disorderWords(disorder)),
  ];
}

function disorderWords(disorder: RunDiagnosis["disorder"]): string {
  if (disorder === undefined) return "";
  const { count, all } = disorder;
  const what = `scores rise down the list in ${many(count, "query", "queries")}: ${samplesOf(disorder)}`;
  return all === count
    ? `${what}; they look like distances, and the order of the list was kept`
    : `${what}; the order of the list was kept`;
}

function queryLines(goldQueries: number, run: RunDiagnosis): string[] {
  const { queriesInBoth, queryProposals, missing, unknown, numbering } = run;
  const lines: string[] = [];
  if (queriesInBoth === 0 && run.queries > 0 && goldQueries > 0)
    lines.push(
      `${goldQueries === 1 ? "The only gold query is not in the run. Its id is" : `None of the ${grouped(goldQueries)} gold queries is in the run. Gold queries look like`} ${shown(missing.samples[0] ?? "")}; queries of the run look like ${shown(unknown.samples[0] ?? "")}.`,
    );
  if (queryProposals.length > 0) lines.push(queryProposals[0]!.says);
  if (numbering !== undefined) {
    const { side, queries, other } = numbering;
    lines.push(
      `Careful: the ${side} counts its queries from 1 to ${queries}, and the ${side === "gold" ? "run" : "gold"} has numbers up to ${other}. Equal numbers may not mean the same query: see how each file counts.`,
    );
  }
  return lines;
}

/** "0 of 40 gold ids appear in the results. Gold looks like …; results look like …. With --ids chunk-suffix 38 of 40 match." */
function overlapLines(gold: Shape, { overlap, proposals, shape }: RunDiagnosis): string[] {
  if (overlap.gold === 0) return [];
  const best = proposals[0];
  const lines = [overlapWords(overlap)];
  if (overlap.anywhere * 10 < overlap.gold || best !== undefined) {
    const ids = looksDifferent(gold, shape, best);
    if (ids !== undefined) lines.push(looksWords(ids));
  }
  if (shape.texts && !gold.texts)
    lines.push("The results look like texts, not ids: give every hit its id, or match by text.");
  lines.push(...proposals.slice(0, 2).map(({ says }, i) => (i === 0 ? says : `Or: ${says}`)));
  return lines;
}

export function overlapWords({ gold, found, anywhere }: RunDiagnosis["overlap"]): string {
  if (anywhere === 0) return `0 of ${grouped(gold)} gold ids appear in the results.`;
  const other = anywhere > found ? `, ${grouped(anywhere)} in the results of some query` : "";
  return `${grouped(found)} of ${grouped(gold)} gold ids appear in the results of their query${other}.`;
}

/** An id of each side, as a message shows it, where they are written differently. */
export function looksDifferent(
  gold: Shape,
  hits: Shape,
  best: Proposal | undefined,
): readonly [gold: string, hit: string] | undefined {
  const [a, b] = [gold.patterns[0], hits.patterns[0]];
  if (a === undefined || b === undefined) return undefined;
  if (best === undefined && a.pattern === b.pattern) return undefined;
  // Where the run's own documents match, it is the ids of the hits that do not.
  const [goldId, hitId] = (best?.unit === "doc" ? undefined : best?.example) ?? [a.sample, b.sample];
  return goldId === hitId ? undefined : [cut(goldId), cut(hitId)];
}

export const looksWords = ([gold, hit]: readonly [gold: string, hit: string]): string =>
  `Gold looks like ${shown(gold)}; results look like ${shown(hit)}.`;

const shapeWords = ({ patterns }: Shape): string =>
  patterns.length === 0 ? "" : `; ids are ${patterns.map(patternWords).join(", ")}`;
const patternWords = ({ pattern, share, sample }: Pattern): string =>
  `${shown(pattern)} (${pattern === sample ? "" : `such as ${shown(sample)}, `}${percentOf(share, 1)})`;
