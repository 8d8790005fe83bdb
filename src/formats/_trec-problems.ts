/** Messages about line formats: TREC, trec_eval, MS MARCO. */
import { defineProblems } from "../core/problem-table.ts";
import type { HowMany } from "./_problem-fields.ts";
import { asWord, count, shown } from "./_shown.ts";

/** Actual and expected number of columns. */
interface ColumnCount {
  readonly found: number;
  readonly wanted: number;
}
interface BadValue {
  readonly document: string;
  readonly found: string;
}
interface Tags {
  readonly tags: readonly string[];
  readonly count: number;
  readonly more: boolean;
}
/** A file that awk can read. */
const isPlain = (file: string | undefined): file is string =>
  file !== undefined && file !== "-" && !/\.(gz|zst)$/i.test(file);
const commented = (of: string) => (fields: HowMany) => ({
  what: `ignored ${count(fields.count, "line")} starting with # as a comment that would otherwise be a ${of}`,
  fix: "if the # is part of a query id, rename that id",
});

export const trecProblem = defineProblems({
  "bad-columns/trec-run": ({ found }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}; a TREC run has six: query Q0 document rank score tag`,
    fix:
      found === 5
        ? "add the missing column, for example a tag at the end"
        : "correct the line, or pass the file's format with --run-format",
  }),
  "bad-score/trec-run": ({ document, found }: BadValue) => ({
    what: `the score of ${shown(document)} is ${shown(found)}, not a finite number`,
    why: "it cannot be ranked",
    fix: "write a decimal number, or remove the line",
  }),
  "zero-byte": () => ({
    what: "the line contains a zero byte",
    why: "the file may be damaged",
    fix: "write or download the file again",
  }),
  "bare-cr": () => ({
    what: "the line contains a carriage return (CR) without a line feed (LF)",
    why: "the rows after it would be lost if CR is meant as a line break",
    fix: "end lines with LF: tr '\\r' '\\n' < OLD > NEW",
  }),
  "commented-row/run": commented("hit"),
  "extra-columns": (fields: HowMany) => ({
    what: `${count(fields.count, "line")} with more than six columns; ignoring everything after the tag`,
    fix: "write the tag without spaces",
  }),
  "rank-against-score": (fields: HowMany) => ({
    what: `rank column and scores disagree in ${count(fields.count, "place")}; sorting by score`,
    why: "tools that read the rank column would get other numbers",
    fix: "number the ranks by descending score",
  }),
  /** `tags`: some of them; `more`: there are more than `count`. */
  "mixed-runs/trec-run": ({ tags, count: n, more }: Tags, { file }, voice) => ({
    what: `the file has ${more ? "more than " : ""}${count(n, "run tag")} (${tags.join(", ")}${n > tags.length ? ", …" : ""}), read as one run`,
    why: "if the tags are different systems, their hits are mixed in every list",
    fix:
      voice === "library"
        ? "write each run to a separate file"
        : `score each tag as a run with goldie eval --engine duckdb, or write a file for each: awk '{print > $6".trec"}' ${isPlain(file) ? asWord(file) : "FILE"}`,
  }),

  "bad-columns/trec-qrels": ({ found, wanted }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}; qrels have ${wanted === 4 ? "four: query iteration document grade" : "three, as on the lines before: query document grade"}`,
    fix:
      found > wanted
        ? "remove the extra columns; ids cannot contain spaces in this format"
        : "add the missing columns",
  }),
  "bad-grade/trec-qrels": ({ query, document, found }: BadValue & { readonly query: string }) => ({
    what: `the grade of document ${document} for query ${query} is ${shown(found)}, not a number`,
    fix: "write a number, such as 0 or 1",
  }),
  aspects: () => ({
    what: "reading the second column as the subtopic that a judgement is for",
    why: "the same query and document occur with different values in it",
    fix: "to ignore it as the iteration column, pass --col subtopic=none",
  }),
  header: () => ({
    what: "skipped the first line, which looks like a header",
    fix: "nothing to do if it is one; remove it if other tools read the file",
  }),
  "fractional-grade/trec-qrels": (fields: HowMany) => ({
    what: `${count(fields.count, "grade")} with a fraction; used as written`,
    why: "trec_eval would truncate them to whole numbers: 0.5 to 0",
    fix: "write whole numbers if other tools will read the file",
  }),
  "fractional-grade/cut": (fields: HowMany, _at, voice) => ({
    what: `${count(fields.count, "grade")} with a fraction or an exponent; truncated to the leading whole number`,
    why: "trec_eval reads them that way: 1.5 is 1, and so is 1e2",
    fix: `write whole numbers, or drop ${voice === "library" ? "`as`" : "--as"} to use them as written`,
  }),
  "commented-row/gold": commented("judgement"),
  "comment-id": ({ query }: { query: string }) => ({
    what: `query ${query} would be read as a comment in this format`,
    fix: "use another format, such as JSONL",
  }),

  "bad-columns/trec-eval-output": ({ found }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}; trec_eval prints three: measure query value`,
    fix: "remove the line",
  }),
  "bad-value": ({ metric, found }: { metric: string; found: string }) => ({
    what: `the value of ${metric} is ${shown(found)}, not a number`,
    fix: "correct or remove the line",
  }),
  "no-value": (fields: HowMany) => ({
    what: `ignored ${count(fields.count, "score")} with the value nan or inf`,
    why: "trec_eval -J prints nan where no judged document was retrieved",
    fix: "nothing to do if that is expected",
  }),

  "bad-columns/msmarco": ({ found }: ColumnCount) => ({
    what: `the line has ${count(found, "column")}; an MS MARCO run has three: query passage rank`,
    fix: "correct the line; for a TREC run, which has six columns, pass --run-format trec-run",
  }),
  "bad-rank/msmarco": ({ document, found }: BadValue) => ({
    what: `the rank of ${shown(document)} is ${shown(found)}, not a whole number of 1 or more`,
    fix: "write 1 for the best hit of a query, 2 for the next, and so on",
  }),
  "same-rank": (fields: HowMany) => ({
    what: `${count(fields.count, "row")} with the same rank as the row before; keeping them in file order`,
    fix: "give each hit of a query a different rank",
  }),
});
