/** Pieces of Markdown. */
import { show } from "./show.ts";

export const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

/** A sentence from the data: what looks like a tag is not one. */
export const prose = (text: string): string => text.replaceAll("<", "&lt;");

export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** A pipe ends a cell, even inside backticks. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(row)].join("\n");
}

/** Blocks with an empty line between them; absent ones leave no trace. */
export const page = (...blocks: readonly (string | undefined)[]): string =>
  `${blocks.filter((block) => block !== undefined && block !== "").join("\n\n")}\n`;

/** An expression and what it gives, as the docs test reads it: `expression; // → value`. */
export function gives(expression: string, value: unknown): string {
  const shown = show(value).split("\n");
  const line = `${expression}; // → ${shown[0]}`;
  if (shown.length === 1 && line.length <= 110) return line;
  const [first, ...rest] = shown;
  return [`${expression};`, `// → ${first}`, ...rest.map((text) => `//   ${text}`.trimEnd())].join("\n");
}
