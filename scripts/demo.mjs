// `npm run demo`: from a fresh clone to the demo in one command. Extra arguments go to the demo.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { prepare, root, runNode } from "./_prepare.mjs";

const demo = "examples/demo.mjs";
if (existsSync(join(root, demo))) {
  prepare((line) => console.error(line));
  process.exitCode = runNode(demo, process.argv.slice(2)) ? 0 : 1;
} else {
  console.error(`${demo} is missing: there is no demo to run. Is this a full checkout?`);
  process.exitCode = 2;
}
