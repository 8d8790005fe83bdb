/** Markdown as the docs test reads it: fences, headings, links. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Page {
  /** From the root, with "/". */
  readonly path: string;
  readonly text: string;
}

const NOT_OURS = new Set(["node_modules", "dist", "coverage", "reports", ".git", ".goldie", ".stryker-tmp"]);

/** Every Markdown file of the repository. What a test project has installed is skipped too; `reports` at the root only. */
export function readPages(root: string): Page[] {
  const walk = (folder: string): Page[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): Page[] => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        const skipped = entry.name === "node_modules" || (folder === "" && NOT_OURS.has(entry.name));
        return skipped ? [] : walk(path);
      }
      return entry.name.endsWith(".md") ? [{ path, text: readFileSync(join(root, path), "utf8") }] : [];
    });
  return walk("").sort((a, b) => (a.path < b.path ? -1 : 1));
}

export interface Fence {
  readonly language: string;
  readonly text: string;
  /** Where the text stands in the page. */
  readonly start: number;
}

export function fencesOf(text: string): Fence[] {
  return [...text.matchAll(/^```([^\n`]*)\n([\s\S]*?)^```[ \t]*$/gm)].map((m) => ({
    language: m[1]!.trim(),
    text: m[2]!,
    start: m.index + m[0].indexOf("\n") + 1,
  }));
}

/** The page without fences and code spans, in which nothing is a link or a heading. */
const withoutCode = (text: string): string =>
  text
    .replace(/^```[\s\S]*?^```[ \t]*$/gm, "")
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (span) => span.replace(/[[\]()<>#]/g, "x"));

/** Anchors as GitHub makes them of headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const [, heading] of text
    .replace(/^```[\s\S]*?^```[ \t]*$/gm, "")
    .matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*$/gm)) {
    const slug = heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

/** Targets of links and images, those in angle brackets and in reference style too. */
export function linksOf(text: string): string[] {
  const plain = withoutCode(text);
  return [
    ...[...plain.matchAll(/\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+"[^"]*")?\s*\)/g)].map(
      (m) => m[1]!,
    ),
    ...[...plain.matchAll(/^\[[^\]]+\]:[ \t]+<?(\S+?)>?(?:[ \t]+"[^"]*")?[ \t]*$/gm)].map((m) => m[1]!),
  ];
}
