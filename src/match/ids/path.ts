import type { IdNormaliser } from "./_types.ts";

/** Segments of a path, whatever the system writes between them; "." and ".." are followed. */
export function segmentsOf(id: string): string[] {
  const segments: string[] = [];
  for (const segment of id
    .replace(/^file:\/\/(?:localhost(?=\/))?/i, "")
    .replaceAll("\\", "/")
    .replace(/^\/?[A-Za-z]:(?=\/)/, "")
    .split("/"))
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  return segments;
}

export const path: IdNormaliser = {
  id: "path",
  about:
    "writes a path one way: slashes, no ./ and no drive in front, no slash at the ends, .. followed; folders and extension stay",
  examples: [
    ["./docs\\intro.md", "docs/intro.md"],
    ["/docs//guide/../intro.md", "docs/intro.md"],
  ],
  apply: (id) => (/[\\/]/.test(id) ? segmentsOf(id).join("/") : id),
};

export const basename: IdNormaliser = {
  id: "basename",
  about: "keeps the last part of a path or an address, so that folders do not matter",
  cuts: true,
  examples: [
    ["/data/docs/intro.md", "intro.md"],
    ["docs\\intro.md", "intro.md"],
  ],
  apply: (id) => (/[\\/]/.test(id) ? (segmentsOf(id).at(-1) ?? id) : id),
};

export const noExtension: IdNormaliser = {
  id: "no-extension",
  about: "drops the extension of a file (a letter and up to four more letters or digits)",
  cuts: true,
  examples: [
    ["docs/intro.md", "docs/intro"],
    ["L'Hôpital_rule1.json", "L'Hôpital_rule1"],
    ["v1.5", "v1.5"],
  ],
  apply: (id) => id.replace(/(?<=[^/\\.])\.[A-Za-z][A-Za-z0-9]{0,4}$/, ""),
};
