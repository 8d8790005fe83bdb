/**
 * Scripts and styles for the browser as texts: `import app from "./client.tsx?bundle"` gives `{ text, hash }`, the file with all
 * that it imports, bundled and minified, and its SHA-256 as a content security policy writes it. Works in the build and under Vitest.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { rolldown } from "rolldown";

const SUFFIX = "?bundle";
/** Marks our own modules, so that no other plugin reads them as files. */
const PREFIX = "\0bundle:";
/** Without it Vite would take the module of a style sheet for a style sheet. */
const ENDING = ".bundle.js";

export const bundledText = {
  name: "bundled-text",
  enforce: "pre" as const,
  resolveId: (id: string, importer?: string) =>
    id.endsWith(SUFFIX) && importer !== undefined
      ? `${PREFIX}${resolve(dirname(importer), id.slice(0, -SUFFIX.length))}${ENDING}`
      : null,
  async load(id: string) {
    if (!id.startsWith(PREFIX)) return null;
    const path = id.slice(PREFIX.length, -ENDING.length);
    const text = await (path.endsWith(".css") ? styleOf(path) : scriptOf(path));
    const hash = createHash("sha256").update(text).digest("base64");
    return { code: `export default ${JSON.stringify({ text, hash })};`, moduleType: "js" as const };
  },
};

async function scriptOf(input: string): Promise<string> {
  const build = await rolldown({
    input,
    platform: "browser",
    tsconfig: false,
    transform: {
      jsx: { runtime: "automatic", importSource: "preact" },
      define: { "process.env.NODE_ENV": '"production"' },
    },
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await build.generate({ format: "iife", minify: true, comments: { legal: false } });
  await build.close();
  // A script element ends at its end tag, wherever that stands.
  return output[0].code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/** A style sheet with what it imports in its place, without comments and indentation. Our own sheets have neither in strings. */
async function styleOf(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  const parts = await Promise.all(
    text
      .split(/^@import "(\.[^"]*)";$/m)
      .map((part, i) => (i % 2 === 1 ? styleOf(resolve(dirname(path), part)) : part)),
  );
  return parts
    .join("")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}
