// `npm run demo`: what Goldie says of two retrievers on a small example. Every number is computed here.
import { readFileSync } from "node:fs";
import { dialects, evaluate, printDerivation, whyDifferent } from "../dist/index.js";
import { renderTable, summaryTable } from "../dist/reports.js";

const readRows = (name) =>
  readFileSync(new URL(`harbour/${name}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const corpus = readRows("corpus");
const gold = readRows("gold");
const runs = { overlap: readRows("overlap"), prefix: readRows("prefix") };

const flat = ["recall@5", "ndcg@10", "rr", "hit@5"];
const grouped = ["group-recall@5", "all-groups@5"];
const results = Object.entries(runs).map(([name, run]) =>
  evaluate({ gold, run, name, metrics: [...flat, ...grouped] }),
);
const [first] = results;
const firstRun = runs[first.name];

const WIDTH = 100;

/** A paragraph on lines of at most WIDTH columns; all but its first line are indented. */
function fill(text, indent = "") {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
}

const section = (title, ...parts) => console.log(`\n${title}\n${parts.join("\n")}`);

const titles = new Map(corpus.map(({ id, title }) => [id, title]));
const passage = (id) => `${id} "${titles.get(id)}"`;

/** The right passages of a question: any of a list, those with the best grade, or one of each group. */
function rightPassages({ relevant }) {
  const either = (ids) => ids.map(passage).join(" or ");
  if (Array.isArray(relevant[0])) return relevant.map(either).join(" and ");
  if (Array.isArray(relevant)) return either(relevant);
  const best = Math.max(...Object.values(relevant));
  return either(Object.keys(relevant).filter((id) => relevant[id] === best));
}

const hitsOf = (question) => runs[first.name].find(({ id }) => id === question.id).hits.map(({ id }) => id);

// -------------------------------------------------------------------------------- what is printed

console.log(
  `${gold.length} questions about a handbook of ${corpus.length} passages: which of two retrievers finds the passages that answer them?`,
);

section("Scores: 0 is worst, 1 is best", summaryTable(results, { width: WIDTH }));

const scoredBy = (metric) => first.mean(metric).counts.scored;
const anyway = results.map(({ name, unanswerable }) => `${name} for ${unanswerable.withHits}`);
section(
  "What these numbers say",
  fill(
    `${scoredBy("recall@5")} questions come with the passages that answer them, some with grades. recall@5: share of those among the ` +
      "first 5 hits; hit@5: was there any? rr: 1 / rank of the first; ndcg@10: best grades first earns most.",
    "  ",
  ),
  fill(
    `${scoredBy("group-recall@5")} questions need several passages together, gold in groups. group-recall@5: share of the groups with a ` +
      "passage among the first 5; all-groups@5: was it all of them? The other metrics skip these questions.",
    "  ",
  ),
  fill(
    `${first.unanswerable.queries} questions have no answer in the handbook, so there is nothing to score (undefined). Best would be no ` +
      `hit at all, but there were hits: ${anyway.join(", ")}.`,
    "  ",
  ),
);

const shownMean = ({ mean }) => (mean === undefined ? "–" : mean.toFixed(3));
const size = ([{ counts }]) => counts.scored + counts.undefined + counts.skipped + counts.failed;
section(
  `The means of ${first.name} by kind of question (– where a metric scores none of them)`,
  renderTable([
    ["kind", "questions", ...first.metrics],
    ...[...first.slices("kind")].map(([kind, means]) => [kind, String(size(means)), ...means.map(shownMean)]),
  ]),
);

// The score that fits a question's gold; undefined for those without an answer.
const byQuestion = evaluate({ gold, run: runs[first.name], metrics: ["ndcg@10", "group-ndcg@10"] });
const valueOf = ({ id }) =>
  byQuestion.metrics.map((metric) => byQuestion.score(id, metric)).find(({ status }) => status === "scored")
    ?.value;
const worstFirst = gold
  .filter((question) => valueOf(question) !== undefined)
  .sort((a, b) => valueOf(a) - valueOf(b));
const atZero = worstFirst.filter((question) => valueOf(question) === 0).length;
section(
  `The five worst of ${first.name} (${atZero} questions got no right passage among ten hits; these come first)`,
  ...worstFirst
    .slice(0, 5)
    .flatMap((question) => [
      fill(`${question.id}  ${question.query}`, "     "),
      fill(`     right: ${rightPassages(question)}; first hit: ${passage(hitsOf(question)[0])}`, "     "),
    ]),
);

const asked = gold.find(({ id }) => id === "q28");
section(
  `How ${asked.id} got its ndcg@10: ${asked.query}`,
  printDerivation(first.explain(asked.id, "ndcg@10"), "  "),
);

const theirs = ["liverag:ndcg_10", "remem:NDCG_any@10", "autorag:retrieval_ndcg", "ragprod:ndcg_at_k@10"];
const tools = ["ndcg@10", ...theirs.filter((name) => dialects.some(({ id }) => name.startsWith(`${id}:`)))];
const one = { gold: [asked], run: { [asked.id]: hitsOf(asked) } };
const byTool = evaluate({ ...one, metrics: tools });
section(
  `The same ten hits, as other tools would score them`,
  renderTable([tools, tools.map((tool) => byTool.score(asked.id, tool).value.toFixed(2))], {
    align: ["right"],
  }),
  fill(whyDifferent(one, "ndcg@10", "remem:NDCG_any@10").sentence),
);

section(
  "What to try next",
  "  npm test                      everything that must hold of this package",
  "  docs/guide/which-metric.md    which metric answers which question",
  '  on your own data              import { evaluate } from "goldie"; evaluate({ gold, run }).mean("rr")',
);
