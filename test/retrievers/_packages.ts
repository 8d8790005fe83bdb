/** Packages that are too large for our own; .ci/run installs them in ./packages. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/_prepare.mjs";

export const packages = join(root, "test/retrievers/packages");
export const isThere = (name: string): boolean => existsSync(join(packages, "node_modules", name));
const require = createRequire(join(packages, "package.json"));
// biome-ignore lint/suspicious/noExplicitAny: packages that may not be there have no types here.
export const load = async (name: string): Promise<any> => import(pathToFileURL(require.resolve(name)).href);
