import { oneLine } from "../text/width.ts";

/** Texts of others in Markdown: no markup, no mention, no HTML, no cell of a table. */
export const plainMarkdown = (text: string): string =>
  oneLine(text).replace(/[\\`*_{}[\]<>#|~!@&]/g, (char) =>
    "<>&@".includes(char) ? `&#${char.charCodeAt(0)};` : `\\${char}`,
  );
