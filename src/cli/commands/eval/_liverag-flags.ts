/** The flags of LiveRAG's own evaluation script, known only with its dialect. */
import type { CommandFlag } from "../../shared/command.ts";

const LIVERAG = ["liverag"];

export const liveragFlags: readonly CommandFlag[] = [
  {
    flag: "--results",
    value: "FILE",
    about: "results of a system; together with --reference, writes LiveRAG's two files",
    under: LIVERAG,
    file: true,
  },
  {
    flag: "--reference",
    value: "FILE",
    about: "questions with their documents, as written by DataMorgana",
    under: LIVERAG,
    file: true,
  },
  {
    flag: "--output-dir",
    value: "FOLDER",
    about: "folder for the two files (default: current folder)",
    under: LIVERAG,
    file: true,
  },
  {
    flag: "--output-prefix",
    value: "NAME",
    about: "suffix of the file names (default: ContextRecall)",
    under: LIVERAG,
  },
  {
    flag: "--output-format",
    value: "FORMAT",
    about: "file format (default: tsv)",
    choices: ["tsv", "jsonl"],
    under: LIVERAG,
  },
];
