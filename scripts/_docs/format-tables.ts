/** docs/guide/files.md: a table of every file format, and what its files look like. */
import { type Format, formats, type Kind } from "../../src/engine/index.ts";
import { code, fence, prose, table } from "./markdown.ts";

const extensionsOf = ({ extensions }: Format): string =>
  extensions.map((extension) => code(`.${extension}`)).join(" ");

export const formatTable = (): string =>
  table(
    ["format", "content", "files", "can write"],
    formats.map((format) => [
      `${format.title} (${code(format.id)})`,
      format.kinds.join(", "),
      `${extensionsOf(format)}${format.folder !== undefined ? " or a folder" : ""}`,
      format.write === undefined ? "" : "yes",
    ]),
  );

const WORDS: Readonly<Record<Kind, string>> = {
  gold: "Gold",
  run: "A run",
  corpus: "A corpus",
  scores: "Scores",
};

/** A heading per format; what is binary has no example. */
export const formatExamples = (): string =>
  formats
    .map((format) =>
      [
        `### ${format.title}`,
        `${code(format.id)}, ${extensionsOf(format)}${format.folder !== undefined ? " or a folder" : ""}. ${prose(format.about)}`,
        ...Object.entries(format.example).map(
          ([kind, text]) => `${WORDS[kind as Kind]}:\n\n${fence("text", text.trimEnd())}`,
        ),
      ].join("\n\n"),
    )
    .join("\n\n");
