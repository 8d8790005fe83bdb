// `npm run why [-- FOLDER]`: computes the tables of docs/guide/why-tools-differ.md from the inputs of the parity tables.
// Exit code 0: written; 1: somewhere the parts do not add up to the difference; 2: no inputs.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { withRegion } from "./_docs/regions.ts";
import { EXACT, whyTable } from "./_docs/why-table.ts";
import { writePage } from "./_docs/write.ts";
import { root } from "./_prepare.mjs";

const PAGE = "docs/guide/why-tools-differ.md";
const folder = resolve(process.argv[2] ?? join(root, "../shared/parity"));
if (!existsSync(join(folder, "inputs.json")) || !existsSync(join(folder, "rag/inputs.json"))) {
  console.error("why: there are no inputs.json and rag/inputs.json\nusage: npm run why [-- FOLDER]");
  process.exit(2);
}

const { markdown, compared, error } = whyTable(folder);
writePage(root, PAGE, withRegion(readFileSync(join(root, PAGE), "utf8"), "why-table", markdown));
console.log(`${compared} comparisons; the parts add up to the difference, at worst ${error} off`);
process.exitCode = error <= EXACT ? 0 : 1;
