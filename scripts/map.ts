// `npm run map`: traces `goldie eval`, `goldie judge` and evaluate() on the example, prints which files they run through,
// and writes the map in CONTRIBUTING.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { privateImports, readSources } from "../test/_sources.ts";
import { mapInFull, withMap } from "./_map/render.ts";
import { traceWays } from "./_map/ways.ts";
import { root } from "./_prepare.mjs";

const ways = await traceWays();
const path = join(root, "CONTRIBUTING.md");
writeFileSync(path, withMap(readFileSync(path, "utf8"), ways));
console.log(mapInFull(ways, readSources(root, "src").flatMap(privateImports)));
