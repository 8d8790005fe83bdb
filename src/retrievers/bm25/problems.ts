import { defineProblems } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";

/** Messages about the corpus and the analyzer of BM25. */
export const bm25Problem = defineProblems({
  "empty-corpus/documents": () => ({
    what: "the corpus has no documents",
    why: "there is nothing to search",
    fix: "check the path, or the documents passed to bm25",
  }),
  /** `example`: a file in it that may be a corpus. */
  "empty-corpus/folder": ({ extensions, example }: { extensions: readonly string[]; example?: string }) => ({
    what: "the folder has no text files",
    why: `only files with these extensions are read: ${extensions.join(", ")}; hidden files, node_modules and binary files are ignored`,
    fix: example === undefined ? "check the path" : `pass a corpus file instead, such as ${example}`,
  }),
  "empty-corpus/words": ({ analyzer }: { analyzer: string }) => ({
    what: `the documents of the corpus have no words (analyzer: ${analyzer})`,
    why: "no query could find any of them",
    fix: "check that the text is in the expected field, and that the analyzer fits its language",
  }),
  "duplicate-document/corpus": ({ document }: { document: string }) => ({
    what: `the corpus has two documents with the id ${shown(document)}`,
    why: "a hit would not say which of them was found",
    fix: "give each document an id of its own; if they are chunks, pass their document as `doc`",
  }),
  /** `at`: which document, counted from 1. */
  "bad-document/no-id": ({ at }: { at: number }) => ({
    what: `document ${at} of the corpus has no id`,
    fix: "pass documents as { id, text }, with a non-empty id",
  }),
  "bad-document/no-text": ({ document }: { document: string }) => ({
    what: `document ${shown(document)} of the corpus has no text`,
    fix: 'pass documents as { id, text }, with text: "" for an empty one',
  }),
  "bad-analyzer": ({ found }: { found: string }) => ({
    what: `the analyzer function returned ${found}`,
    why: "an analyzer turns a text into terms",
    fix: 'return an array of strings, e.g. ["harbour", "opens"]',
  }),
  "not-utf8/text-file": () => ({
    what: "the file is not valid UTF-8",
    why: "words with broken characters would never be found",
    fix: "save it as UTF-8, or move it out of the folder",
  }),
});
