/** Tables with a header and commas (or semicolons) between their cells. */
import { detectTable, readTable } from "./csv/read.ts";
import { separatorOf } from "./csv/separator.ts";
import { writeTable } from "./csv/write.ts";
import type { Format, Guess } from "./format.ts";

export const csv: Format = {
  id: "csv",
  title: "CSV",
  about:
    "A table with a header: a row per hit or judgement, a row per query with lists in its cells (JSON, Python, or | between ids), documents, or scores. Columns are found by their names, or named with --col. A cell such as d1, d2 or d1;d2 in gold or in a column of hits is a list if its parts appear in the other file, or if --list-separator says so.",
  extensions: ["csv"],
  kinds: ["gold", "run", "corpus", "scores"],
  example: {
    gold: "query,doc,grade\nq1,d1,2\nq1,d2,0\nq2,d9,1\n",
    run: 'query,doc,score\nq1,"d3, part 2",2.5\nq1,d1,1.75\nq2,d9,0.5\n',
    corpus: 'id,title,text\nd1,Sahara,"The Sahara, a desert, is large."\nd2,,Ice.\n',
    scores: "query,metric,value\nq1,map,0.5\n,map,0.5\n",
  },
  broken: {
    gold: { text: "query,doc,grade\nq1,d1,2\nq1,d2,high\n", line: 3 },
    run: { text: "query,doc,score\nq1,d3,2.5\nq1,d1\n", line: 3 },
    corpus: { text: 'id,text\nd1,"A desert."\n,Ice.\n', line: 3 },
    scores: { text: "query,metric,value\nq1,map,nan\n", line: 2 },
  },
  detect(head, name, kind): Guess | undefined {
    const guess = detectTable(head, separatorOf(head), kind);
    // The reader's message says what the table lacks.
    return (
      guess ??
      (/\.csv(\.\w+)?$/i.test(name) && head.length > 0
        ? { sure: 0.15, why: "its name ends in .csv" }
        : undefined)
    );
  },
  read: async (source, sink, context) => readTable(source, sink, context, separatorOf(await source.head())),
  write: (context) => writeTable(context, ","),
};
