/** What the build does to the text of the program so that it starts sooner. */
import { createJiti } from "jiti";
import type { PluginContext } from "rolldown";
import { latePatterns } from "./late-patterns.ts";
import { givenAsFields, requiredOnUse } from "./on-use.ts";

/**
 * Dialects are data, so they are shipped as one JSON text: parsing it costs a tenth of compiling the records,
 * which would be most of the import time. It is parsed on first access to any entry but the first.
 */
export const dialectsAsJson = {
  name: "dialects-as-json",
  // A separate module, so that it can be a separate chunk.
  resolveId: (id: string, importer?: string) =>
    id === "./other-dialects" ? importer?.replace(/index\.ts$/, "other-dialects") : null,
  async load(id: string) {
    const [, folder, name] =
      /^(.*\/src\/dialects\/)(index\.ts|other-dialects)$/.exec(id.replaceAll("\\", "/")) ?? [];
    if (folder === undefined) return null;
    const { dialects } = await createJiti(import.meta.url).import<{ dialects: readonly { id: string }[] }>(
      `${folder}index.ts`,
    );
    if (name === "other-dialects")
      return `export const others = () => JSON.parse(${JSON.stringify(JSON.stringify(dialects.slice(1)))});`;
    // The textbook's record is imported by name too, and must be the same object.
    return `
import { others } from "./other-dialects";
import { textbook } from "./textbook.ts";
export const dialects = [textbook];
const read = () => {
  others().forEach((value, i) => {
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

/** Built-in metrics are checked by the tests, so skip the check on import. */
export const checkedMetrics = {
  name: "checked-metrics",
  resolveId: (id: string, importer = "") =>
    /[\\/]src[\\/]metrics[\\/]/.test(importer) && id.endsWith("/define-metric.ts") ? CHECKED : null,
  load: (id: string) => (id === CHECKED ? "export const defineMetric = Object.freeze;" : null),
};
const CHECKED = "\0checked-metric";

/** V8 checks regular expressions when it reads a file; large ones are made on use. */
export const patternsWhenUsed = {
  name: "patterns-when-used",
  renderChunk: (code: string, { fileName }: { fileName: string }) =>
    fileName.endsWith(".js") ? latePatterns(code) : null,
};

/** Pieces by their names: `first` come when the program starts, `late` when they are used. Only for CommonJS, where that needs no waiting. */
export const loadedOnUse = (first: readonly string[], late: readonly string[]) => ({
  name: "loaded-on-use",
  renderChunk(code: string, { name }: { readonly name: string }) {
    const isLate = (path: string) => late.includes(path.replace(/^\.\/|\.js$/g, ""));
    return requiredOnUse(givenAsFields(code), isLate, first.includes(name));
  },
});

/** Marks this folder as CommonJS for Node. */
export const asCommonJs = {
  name: "as-common-js",
  generateBundle(this: PluginContext) {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
  },
};
