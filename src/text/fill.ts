/** Sentences on lines of a terminal. */
import { widthOf } from "./width.ts";

/** The default width. */
export const WIDTH = 100;

/** Words on lines of at most `width`, each after `indent`. */
export function fill(text: string, indent = "", width: number = WIDTH): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = indent;
    for (const word of paragraph.split(" ")) {
      if (line.length > indent.length && widthOf(line) + widthOf(word) > width) {
        lines.push(line.trimEnd());
        line = indent;
        if (word === "") continue;
      }
      line += `${word} `;
    }
    lines.push(line.trimEnd());
  }
  return lines.join("\n");
}

/** A sentence of a list. */
export const bullet = (text: string, width: number = WIDTH): string =>
  `  - ${fill(text, "    ", width).trimStart()}`;
