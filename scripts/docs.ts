// `npm run docs`: writes docs/metrics/ and docs/dialects/, and the computed parts of the other pages.
// The values in code blocks are rewritten by UPDATE=1 npx vitest run test/docs.test.ts
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fillRegions } from "./_docs/regions.ts";
import { generatedFolders, renderDocs } from "./_docs/render.ts";
import { root } from "./_prepare.mjs";

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const pages = renderDocs();
for (const folder of generatedFolders) {
  mkdirSync(join(root, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder)))
    if (!pages.has(`${folder}/${name}`)) rmSync(join(root, folder, name));
}
for (const [path, text] of pages) write(path, text);

const guides = readdirSync(join(root, "docs/guide")).map((name) => `docs/guide/${name}`);
for (const path of ["README.md", ...guides]) write(path, fillRegions(readFileSync(join(root, path), "utf8")));

console.log(`${pages.size} pages written, ${guides.length + 1} looked through`);
