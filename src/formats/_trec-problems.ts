/** Words of the Problems of formats with a row per line: TREC, trec_eval, MS MARCO. */
import { defineProblems } from "../core/problem-table.ts";
import type { HowMany } from "./_problem-fields.ts";
import { count, shown } from "./_shown.ts";

/** How many columns a line has, and how many it should have. */
interface ColumnCount {
  readonly found: number;
  readonly wanted: number;
}
interface BadValue {
  readonly document: string;
  readonly found: string;
}
const commented = (of: string) => (fields: HowMany) => ({
  what: `${count(fields.count, "line")} starting with # that would otherwise be a ${of}; left out as a comment`,
  fix: "if # belongs to the query's id, write another id",
});

export const trecProblem = defineProblems({
  "bad-columns/trec-run": ({ found }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}, and a run has six: query Q0 document rank score tag`,
    fix:
      found === 5
        ? "add the missing column, such as a tag at the end"
        : "complete the line, or name the file's format with --run-format",
  }),
  "bad-score/trec-run": ({ document, found }: BadValue) => ({
    what: `the score of ${shown(document)} is ${shown(found)}, not a finite number`,
    why: "it has no place in an order",
    fix: "write a decimal number, or leave the line out",
  }),
  "zero-byte": () => ({
    what: "the line holds a zero byte",
    why: "it may be what is left of something else",
    fix: "write the file again",
  }),
  "bare-cr": () => ({
    what: "the line holds a carriage return (CR) that ends no line here",
    why: "what follows it may be rows of their own, which would be lost",
    fix: "end lines with LF, for example with `tr '\\r' '\\n'`",
  }),
  "commented-row/run": commented("hit"),
  "extra-columns": (fields: HowMany) => ({
    what: `${count(fields.count, "line")} with more than six columns; what comes after the tag was left out`,
    fix: "write the tag without blanks",
  }),
  "rank-against-score": (fields: HowMany) => ({
    what: `in ${count(fields.count, "place")} the rank column and the scores disagree about the order; the scores decide`,
    why: "tools that read the rank column would give other numbers",
    fix: "write ranks by descending score",
  }),

  "bad-columns/trec-qrels": ({ found, wanted }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}, and judgements have ${wanted === 4 ? "four: query iteration document grade" : "three, as on the lines before: query document grade"}`,
    fix:
      found > wanted
        ? "remove what does not belong there; an id cannot hold a blank in this format"
        : "complete the line",
  }),
  "bad-grade/trec-qrels": ({ query, document, found }: BadValue & { readonly query: string }) => ({
    what: `the grade of document ${document} for query ${query} is ${shown(found)}, not a number`,
    fix: "write a number, such as 0 or 1",
  }),
  aspects: () => ({
    what: "the second column is read as the aspect of the query that a judgement is for",
    why: "here a query and a document come again with another value in it",
    fix: "to ignore it as the iteration column, pass --col subtopic=none",
  }),
  header: () => ({
    what: "the first line is a header; it was left out",
    fix: "nothing, if that is what it is; other tools may read it as a judgement",
  }),
  "fractional-grade/trec-qrels": (fields: HowMany) => ({
    what: `${count(fields.count, "grade")} with a fraction; used as written`,
    why: "trec_eval would cut them to whole numbers: 0.5 to 0",
    fix: "write whole numbers if other tools will read the file",
  }),
  "fractional-grade/cut": (fields: HowMany, _at, voice) => ({
    what: `${count(fields.count, "grade")} with a fraction or an exponent; cut to the whole number at its start`,
    why: "so trec_eval reads them: 1.5 is 1, and so is 1e2",
    fix: `write whole numbers, or leave out ${voice === "library" ? "`as`" : "--as"} to use them as written`,
  }),
  "commented-row/gold": commented("judgement"),
  "comment-id": ({ query }: { query: string }) => ({
    what: `query ${query} would be read as a comment in this format`,
    fix: "write another format, such as JSONL",
  }),

  "bad-columns/trec-eval-output": ({ found }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}, and trec_eval prints three: measure query value`,
    fix: "remove it",
  }),
  "bad-value": ({ metric, found }: { metric: string; found: string }) => ({
    what: `the value of ${metric} is ${shown(found)}, not a number`,
    fix: "correct the line, or remove it",
  }),
  "no-value": (fields: HowMany) => ({
    what: `${count(fields.count, "score")} with nan or inf for a value; left out`,
    why: "trec_eval -J prints nan where no judged document was retrieved",
    fix: "nothing, if that is expected",
  }),

  "bad-columns/msmarco": ({ found }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}, and a MS MARCO run has three: query passage rank`,
    fix: "correct the line; a TREC run has six columns and is another format",
  }),
  "bad-rank/msmarco": ({ document, found }: BadValue) => ({
    what: `the rank of ${shown(document)} is ${shown(found)}, not a whole number from 1 on`,
    fix: "write 1 for the best hit of a query, 2 for the next",
  }),
  "same-rank": (fields: HowMany) => ({
    what: `${count(fields.count, "row")} with the same rank as the row before; these keep the order of the file`,
    fix: "give each hit of a query a rank of its own",
  }),
});
