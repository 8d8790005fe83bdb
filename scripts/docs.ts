// `npm run docs`: writes docs/metrics/ and docs/dialects/, and the computed parts of the other pages.
// UPDATE=1 npx vitest run test/docs.test.ts does the same, and rewrites the values in code blocks and the demo's output.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fillRegions } from "./_docs/regions.ts";
import { renderDocs } from "./_docs/render.ts";
import { writePage, writePages } from "./_docs/write.ts";
import { root } from "./_prepare.mjs";

const pages = renderDocs();
writePages(root, pages);

const guides = readdirSync(join(root, "docs/guide")).map((name) => `docs/guide/${name}`);
for (const path of ["README.md", ...guides])
  writePage(root, path, await fillRegions(readFileSync(join(root, path), "utf8")));

console.log(`${pages.size} pages written, the computed parts of ${guides.length + 1} others filled in`);
