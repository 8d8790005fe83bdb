// `npm run demo`: Goldie asks two live retrievers, compares them and shows what they miss. Every number is computed here.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { htmlReport } from "../dist/html.js";
import {
  compare,
  countReasons,
  dialects,
  evaluate,
  MISS_REASONS,
  MissFinder,
  missReasonWords,
  missWords,
  printDerivation,
  whyDifferent,
} from "../dist/index.js";
import { judge } from "../dist/judges.js";
import { run } from "../dist/live.js";
import { renderTable, summaryTable, verdictSentence } from "../dist/reports.js";
import { bm25 } from "../dist/retrievers.js";

const pathOf = (name) => fileURLToPath(new URL(`harbour/${name}.jsonl`, import.meta.url));
const readRows = (name) =>
  readFileSync(pathOf(name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const corpus = readRows("corpus");
const gold = readRows("gold");

const flat = ["recall@5", "ndcg@10", "rr", "hit@5"];
const grouped = ["group-recall@5", "all-groups@5"];
// Goldie's own BM25 over the bundled passages, with their titles and without. Yours is any function (query, { k }) => hits.
const live = await run({
  gold,
  retrievers: {
    bm25: bm25({ corpus: pathOf("corpus") }),
    "no-titles": bm25({ corpus: pathOf("corpus"), fields: { title: 0 } }),
  },
  metrics: [...flat, ...grouped],
  // All there is, to tell "below k" from "never retrieved".
  depth: corpus.length,
});
const results = live.runs.map(({ result }) => result);
const [first] = results;

const WIDTH = 100;

/** Words on lines of at most WIDTH columns. */
function fill(text, indent = "") {
  const lines = [];
  let line = indent;
  for (const word of text.split(" ")) {
    if (line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}

const section = (...parts) => console.log(`\n${parts.join("\n")}`);

const titles = new Map(corpus.map(({ id, title }) => [id, title]));
const passage = (id) => `${id} "${titles.get(id)}"`;

const answers = new Map(live.runs.map((one) => [one.name, one.answers]));
function hitsOf({ id }, run) {
  const answer = answers.get(run).get(id);
  if (answer.status === "failed") throw new Error(answer.problem.what);
  return answer.hits;
}

/** What should be found: each passage of a list or with a grade above 0, or one passage of each group. */
function facetsOf({ relevant }) {
  if (!Array.isArray(relevant))
    return { graded: { ids: Object.keys(relevant), grades: Object.values(relevant) } };
  return Array.isArray(relevant[0]) ? { groups: relevant } : { relevant };
}

const documents = { has: (id) => titles.has(id), text: (id) => corpus.find((one) => one.id === id).text };
const finder = new MissFinder();
/** Why each of these is missing from the top k. */
const missesOf = (question, run, k) =>
  finder.find({
    query: question.id,
    gold: facetsOf(question),
    hits: hitsOf(question, run),
    k,
    corpus: documents,
  });

// -------------------------------------------------------------------------------- what is printed

const names = results.map(({ name }) => name).join(" and ");
console.log(
  `Two live retrievers, ${names}, search ${corpus.length} passages for ${gold.length} questions. A perfect score is 1.`,
);

section(summaryTable(results, { width: WIDTH }));

const scoredBy = (metric) => first.mean(metric).counts.scored;
const anyway = results.map(({ name, unanswerable }) => `${name} returned hits for ${unanswerable.withHits}`);
section(
  fill(
    `For ${scoredBy("recall@5")} questions the gold lists relevant passages. recall@5: share found in the top 5; hit@5: is any in the ` +
      "top 5? rr: 1 / rank of the first; ndcg@10: better grades and higher ranks count more.",
  ),
  fill(
    `For ${scoredBy("group-recall@5")} it has groups, because the answer needs several passages. group-recall@5: share of the groups ` +
      "found in the top 5; all-groups@5: are all found? Each kind of metric skips the other kind of question.",
  ),
  fill(
    `${first.unanswerable.queries} questions are unanswerable, so they have no score. Ideally they would get no hits, but ` +
      `${anyway.join(" and ")}.`,
  ),
);

const shownMean = ({ mean }) => (mean === undefined ? "–" : mean.toFixed(3));
const size = ([{ counts }]) => counts.scored + counts.undefined + counts.skipped + counts.failed;
section(
  `${first.name} by kind of question`,
  renderTable([
    ["kind", "questions", ...first.metrics],
    ...[...first.slices("kind")]
      .filter(([, means]) => means.some(({ mean }) => mean !== undefined))
      .map(([kind, means]) => [kind, String(size(means)), ...means.map(shownMean)]),
  ]),
);

const K = 5;
const wantedOf = (question) => finder.find({ query: question.id, gold: facetsOf(question), hits: [], k: K });
const wanted = gold.flatMap(wantedOf).length;
const missed = results.map(({ name }) => gold.flatMap((question) => missesOf(question, name, K)));
const reasonCounts = missed.map(countReasons);
const reasons = MISS_REASONS.filter((reason) => reasonCounts.some((counts) => counts[reason] > 0));
section(
  `Why relevant passages are missing from the top ${K}`,
  renderTable([
    ["run", "relevant", "found", ...reasons.map((reason) => missReasonWords[reason])],
    ...results.map(({ name }, i) => [
      name,
      String(wanted),
      String(wanted - missed[i].length),
      ...reasons.map((reason) => String(reasonCounts[i][reason])),
    ]),
  ]),
);

// The metric that suits the gold of a question; undefined for unanswerable ones.
const byQuestion = evaluate({
  gold,
  run: Object.fromEntries(gold.map((question) => [question.id, hitsOf(question, first.name)])),
  metrics: ["ndcg@10", "group-ndcg@10"],
});
const scoreOf = ({ id }) =>
  byQuestion.metrics.map((metric) => byQuestion.score(id, metric)).find(({ status }) => status === "scored")
    ?.value;
const worstFirst = gold
  .filter((question) => scoreOf(question) !== undefined)
  .sort((a, b) => scoreOf(a) - scoreOf(b));
const atZero = worstFirst.filter((question) => scoreOf(question) === 0).length;
const whyOf = (question) => {
  const words = missesOf(question, first.name, K).map(
    (miss) => `${miss.item.map(passage).join(" or ")}: ${missWords(miss)}`,
  );
  return `${words.join("; ")}. First hit: ${passage(hitsOf(question, first.name)[0].id)}`;
};
section(
  `The five worst questions of ${first.name} (of ${atZero} without a relevant passage in the top 10)`,
  ...worstFirst
    .slice(0, 5)
    .flatMap((question) => [`${question.id}  ${question.query}`, fill(whyOf(question), "     ")]),
);

const asked = gold.find(({ id }) => id === "q28");
section(
  `How ${asked.id} got its recall@5: ${asked.query}`,
  printDerivation(first.explain(asked.id, "recall@5"), "  "),
);

const theirs = ["liverag:ndcg_10", "remem:NDCG_any@10", "autorag:retrieval_ndcg", "ragprod:ndcg_at_k@10"];
const tools = [
  "textbook:ndcg@10",
  ...theirs.filter((name) => dialects.some(({ id }) => name.startsWith(`${id}:`))),
];
const one = { gold: [asked], run: { [asked.id]: hitsOf(asked, first.name).slice(0, 10) } };
const byTool = evaluate({ ...one, metrics: tools });
section(
  `The same ten hits: ndcg of ${asked.id} as other tools compute it`,
  renderTable([tools, tools.map((tool) => byTool.score(asked.id, tool).value.toFixed(2))], {
    align: ["right"],
  }),
  fill(whyDifferent(one, "ndcg@10", "remem:NDCG_any@10").sentence),
);

// The built-in judge compares contexts with a reference answer: no key, no network.
const cases = readRows("cases");
const { judgements, by } = await judge({ cases });
const judged = evaluate({
  name: "overlap",
  gold: Object.fromEntries(cases.map(({ id }) => [id, {}])),
  judgements,
  metrics: ["context-precision", "context-recall", "context-entities-recall", "context-relevancy"],
});
const claims = [...judgements.values()].flatMap((record) =>
  record.claims.map((claim) => ({ record, claim })),
);
const unsupported = claims.filter(({ claim }) => !claim.support.some(({ level }) => level === "full"));
section(
  `Do the top four hits of overlap, a stored run, support ${cases.length} answers? Judged by ${by.name}, word by word`,
  renderTable([
    ["run", ...judged.metrics],
    [judged.name, ...judged.metrics.map((metric) => shownMean(judged.mean(metric)))],
  ]),
  `${unsupported.length} of ${claims.length} claims of the reference answers are unsupported by these hits, e.g.`,
  ...unsupported.slice(0, 5).map(({ record, claim }) => `  ${record.id}  ${claim.text}`),
);

// Query by query: is the second run really worse, or could it be chance?
const comparison = compare(results, { metrics: ["ndcg@10", "all-groups@5"] });
const [{ a, b, verdicts }] = comparison.pairs;
const signed = (x) => (x < 0 ? `−${(-x).toFixed(3)}` : `+${x.toFixed(3)}`);
section(
  `Is the difference real? ${b} against ${a}, question by question`,
  renderTable([
    ["metric", a, b, "diff", "95 % CI", "p", "better/same/worse"],
    ...verdicts.map(({ metric, means, difference, interval, adjustedP, wins, ties, losses }) => [
      metric,
      ...means.map((mean) => mean.toFixed(3)),
      signed(difference),
      interval.map(signed).join(" to "),
      adjustedP < 0.001 ? "<0.001" : adjustedP.toFixed(3),
      [wins, ties, losses].join("/"),
    ]),
  ]),
  ...verdicts.map((verdict) => fill(verdictSentence(verdict, comparison.confidence))),
);

// The same two retrievers as one HTML file: every query with its gold and its ranked lists.
const passages = new Map(corpus.map((passage) => [passage.id, passage]));
const questions = new Map(gold.map(({ id, query }) => [id, query]));
const page = htmlReport({
  runs: live.runs.map(({ result, missed, answers, documents: _, name: __, ...facts }) => ({
    result,
    missed,
    live: facts,
    words: questions,
    texts: {
      query: (id) => questions.get(id),
      hits: (id) => answers.get(id)?.hits ?? [],
      document: (id) => passages.get(id)?.text,
      title: (id) => passages.get(id)?.title,
    },
  })),
});
mkdirSync(new URL("../reports/", import.meta.url), { recursive: true });
writeFileSync(new URL("../reports/demo.html", import.meta.url), [...page].join(""));

section(
  "What to try next",
  "  cd examples/harbour",
  "  npx goldie run gold.jsonl --bm25 corpus.jsonl             the same search, from the command line",
  "  npx goldie eval gold.jsonl overlap.jsonl prefix.jsonl     score run files",
  "  npx goldie compare gold.jsonl overlap.jsonl prefix.jsonl  which differences are real, and where",
  "  npx goldie report gold.jsonl overlap.jsonl prefix.jsonl   the same as an HTML page",
  "  npx goldie doctor gold.jsonl overlap.jsonl                check that gold and run ids match",
  "  npx goldie explain ndcg                                   what ndcg is, step by step",
  "  npx goldie judge cases.jsonl                              which claims the hits support",
  fill(
    "Use the same commands on your own data, or evaluate({ gold, run }) in code. docs/guide/files.md lists the " +
      "file formats, docs/guide/which-metric.md helps you choose a metric.",
  ),
);

section("Report of both retrievers, with every question and its ranked lists: reports/demo.html");
