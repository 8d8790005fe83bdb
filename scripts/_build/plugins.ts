/** What the build does to the text of the program so that it starts sooner. */
import { createJiti } from "jiti";
import { latePatterns } from "./late-patterns.ts";

/**
 * Dialects are data, so they are shipped as one JSON text: parsing it costs a tenth of compiling the records,
 * which would be most of the import time. It is parsed when somebody looks at one of them other than the first.
 */
export const dialectsAsJson = {
  name: "dialects-as-json",
  async load(id: string) {
    if (!id.replaceAll("\\", "/").endsWith("/src/dialects/index.ts")) return null;
    const { dialects } = await createJiti(import.meta.url).import<{ dialects: readonly { id: string }[] }>(
      id,
    );
    // The textbook's record is imported by name too, and must be the same object.
    const others = JSON.stringify(JSON.stringify(dialects.slice(1)));
    return `
import { textbook } from "./textbook.ts";
export const dialects = [textbook];
const read = () => {
  JSON.parse(${others}).forEach((value, i) => {
    Object.defineProperty(dialects, i + 1, { value, enumerable: true, configurable: true, writable: true });
  });
};
for (let i = 1; i < ${dialects.length}; i++)
  Object.defineProperty(dialects, i, {
    get: () => (read(), dialects[i]),
    enumerable: true,
    configurable: true,
  });`;
  },
};

/** V8 checks regular expressions when it reads a file; large ones are made on use. */
export const patternsWhenUsed = {
  name: "patterns-when-used",
  renderChunk: (code: string, { fileName }: { fileName: string }) =>
    fileName.endsWith(".js") ? latePatterns(code) : null,
};

type Bundle = Record<string, { readonly fileName: string; code?: string }>;

/** A file that only hands on what another has is one more to find and to read: whoever loads it asks the other. */
export const withoutHandingOn = {
  name: "without-handing-on",
  generateBundle(_: unknown, bundle: Bundle) {
    for (const { fileName, code } of Object.values(bundle)) {
      const [, names, from] = /^export\s*\{([^}]*)\}\s*from\s*"(\.\/[^"]+)";?\s*$/.exec(code ?? "") ?? [];
      if (names === undefined) continue;
      const fields = names.split(",").map((name) => {
        const [there, here] = name.trim().split(/\s+as\s+/);
        return `${here ?? there}:e.${there}`;
      });
      const load = `import("${from}").then(e=>({${fields.join(",")}}))`;
      let users = 0;
      for (const user of Object.values(bundle))
        if (user.code !== undefined)
          user.code = user.code.replaceAll(/import\([`"]\.\/([^`"]+)[`"]\)/g, (whole, name) =>
            name === fileName && ++users ? load : whole,
          );
      if (users > 0) delete bundle[fileName];
    }
  },
};
