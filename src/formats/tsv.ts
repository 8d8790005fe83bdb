/** Tables with a header and tabs between their cells. */
import { detectTable, readTable } from "./csv/read.ts";
import { TAB } from "./csv/records.ts";
import { writeTable } from "./csv/write.ts";
import type { Format, Guess } from "./format.ts";

export const tsv: Format = {
  id: "tsv",
  title: "TSV",
  about:
    "A table with a header and tabs between its cells, otherwise like CSV. A quote that is not closed before the next tab is a letter like any other.",
  extensions: ["tsv"],
  kinds: ["gold", "run", "corpus", "scores"],
  example: {
    gold: "query\tdoc\tgrade\nq1\td1\t2\nq1\td2\t0\nq2\td9\t1\n",
    run: 'query\tdoc\tscore\nq1\t"d3\tpart 2"\t2.5\nq1\td1\t1.75\nq2\td9\t0.5\n',
    corpus: 'id\ttitle\ttext\nd1\tSahara\t"The Sahara\tis a desert."\nd2\t\t"Ice" is cold.\n',
    scores: "query\tmetric\tvalue\nq1\tmap\t0.5\n\tmap\t0.5\n",
  },
  broken: {
    gold: { text: "query\tdoc\tgrade\nq1\td1\t2\nq1\td2\thigh\n", line: 3 },
    run: { text: "query\tdoc\tscore\nq1\td3\t2.5\nq1\td1\n", line: 3 },
    corpus: { text: "id\ttext\nd1\tA desert.\n\tIce.\n", line: 3 },
    scores: { text: "query\tmetric\tvalue\nq1\tmap\tnan\n", line: 2 },
  },
  detect(head, name, kind): Guess | undefined {
    const guess = detectTable(head, TAB, kind);
    return (
      guess ??
      (/\.tsv(\.\w+)?$/i.test(name) && head.length > 0
        ? { sure: 0.15, why: "its name ends in .tsv" }
        : undefined)
    );
  },
  read: (source, sink, context) => readTable(source, sink, context, TAB),
  write: (context) => writeTable(context, "\t"),
};
