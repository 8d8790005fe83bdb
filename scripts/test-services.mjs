// `npm run test:services [-- opensearch]`: retrievers and engines against real servers and databases that are too large for
// `npm test`. Each one is a file of test/services; what it needs is downloaded once, and it is skipped by name where
// something is missing that cannot be.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, runBin } from "./_prepare.mjs";

const services = readdirSync(join(root, "test/services"))
  .filter((name) => /^[a-z]+\.ts$/.test(name))
  .map((name) => name.replace(/\.ts$/, ""));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !services.includes(name));
if (unknown.length > 0) {
  console.error(`there is no ${unknown.join(", ")}; use ${services.join(", ")}`);
  process.exitCode = 2;
} else {
  const failed = (wanted.length > 0 ? wanted : services).filter(
    (name) => !runBin("jiti", [`test/services/${name}.ts`]),
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
