/** The flags of LiveRAG's own evaluation script, which mean something under its dialect only. */
import type { CommandFlag } from "../../shared/command.ts";

const LIVERAG = ["liverag"];

export const liveragFlags: readonly CommandFlag[] = [
  {
    flag: "--results",
    value: "FILE",
    about: "the results of a system: with --reference, LiveRAG's two files are written",
    under: LIVERAG,
    file: true,
  },
  {
    flag: "--reference",
    value: "FILE",
    about: "the questions with their documents, as DataMorgana made them",
    under: LIVERAG,
    file: true,
  },
  {
    flag: "--output-dir",
    value: "FOLDER",
    about: "where the two files go; here if absent",
    under: LIVERAG,
    file: true,
  },
  {
    flag: "--output-prefix",
    value: "NAME",
    about: "the end of their names; ContextRecall if absent",
    under: LIVERAG,
  },
  {
    flag: "--output-format",
    value: "FORMAT",
    about: "their format; tsv if absent",
    choices: ["tsv", "jsonl"],
    under: LIVERAG,
  },
];
