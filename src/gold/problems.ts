/** What may be wrong with gold. */
import { defineProblems } from "../core/problem-table.ts";
import { nameList, withCommas } from "../core/shown.ts";

interface Two {
  readonly query: string;
  readonly other: string;
}
interface NamedDocuments {
  readonly documents: readonly string[];
  readonly others?: number;
}
const cut = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

export const goldProblem = defineProblems({
  "empty-question": () => ({
    what: "the question is empty",
    why: "nothing can be retrieved for it",
    fix: "write the question, or remove the row",
  }),
  "near-duplicate": ({ query, other, text }: Two & { text: string }) => ({
    what: `query ${query} asks the same as ${other}: ${cut(text)}`,
    why: "a question that is there twice counts twice in every mean",
    fix: "remove one of them",
  }),
  "contradictory-gold/question": ({ query, other, text }: Two & { text: string }) => ({
    what: `query ${query} asks the same as ${other} but has other gold: ${cut(text)}`,
    why: "no retriever can satisfy both",
    fix: "merge their gold into one query, or make the questions different",
  }),
  "contradictory-gold/forbidden": ({ documents, others }: NamedDocuments) => ({
    what: `relevant and forbidden at once: ${nameList(documents, others)}`,
    why: "no retriever can be right about it",
    fix: "remove it from one of the lists",
  }),
  "contradictory-gold/graded-zero": ({ documents, others }: NamedDocuments) => ({
    what: `listed as relevant but graded 0 or less: ${nameList(documents, others)}`,
    fix: "remove it from the list, or change its grade",
  }),
  "contradictory-gold/answerable": ({ answerable }: { answerable: boolean }) => ({
    what: answerable
      ? "marked as answerable, but nothing is relevant"
      : "marked as unanswerable, but has relevant documents",
    fix: "remove answerable, or correct it",
  }),
  "listed-twice": ({ documents, others }: NamedDocuments) => ({
    what: `listed more than once: ${nameList(documents, others)}`,
    why: "some tools count such a document twice",
    fix: "list each document once",
  }),
  "long-list": ({ count, median }: { count: number; median: number }) => ({
    what: `has ${withCommas(count)} relevant documents; the median is ${median}`,
    why: "recall@10 cannot be high for it, and a list this long is often a search result",
    fix: "check that each of them answers the question",
  }),
  "not-in-corpus": ({ documents, others }: NamedDocuments) => ({
    what: `not in the corpus: ${nameList(documents, others)}`,
    why: "no retriever can find it",
    fix: "correct the ids, or add the documents; `goldie doctor GOLD RUN` suggests rules for ids",
  }),
  "small-slice": ({ tag, value, count }: { tag: string; value: string; count: number }) => ({
    what: `${tag}=${value} has ${count === 1 ? "one query" : `${count} queries`}`,
    why: "the mean of so few says little",
    fix: "add queries with this tag, or merge it with another",
  }),
  "uneven-tag": ({
    tag,
    value,
    count,
    queries,
  }: {
    tag: string;
    value: string;
    count: number;
    queries: number;
  }) => ({
    what: `${withCommas(count)} of ${withCommas(queries)} queries have ${tag}=${value}`,
    why: "the overall mean is little more than the mean of this slice",
    fix: "add queries with other values, or report the slices with --by",
  }),
  "missing-tag": ({ tag, count, queries }: { tag: string; count: number; queries: number }) => ({
    what: `${withCommas(count)} of ${withCommas(queries)} queries have no tag ${tag}`,
    fix: "tag them too, so that the slices cover all queries",
  }),
  "mostly-unanswerable": ({ count, queries }: { count: number; queries: number }) => ({
    what: `${withCommas(count)} of ${withCommas(queries)} queries have nothing relevant`,
    why: "recall and ndcg leave them out; only abstention is measured on them",
    fix: "check that an empty list means unanswerable here, not unlabelled",
  }),
});
