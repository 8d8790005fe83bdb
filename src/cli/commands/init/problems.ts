/** Usage errors of `goldie init`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "init-exists": ({ path }: { path: string }) => ({
    what: `${path} already exists`,
    fix: path.includes("goldie.config")
      ? "run it with goldie run; goldie init --force writes a new one"
      : "goldie init --force overwrites it",
  }),
  "init-gold": ({ path, cause }: { path: string; cause: string | null }) => ({
    what: `${path} already exists${cause === null ? "" : `, but cannot be used: ${cause}`}`,
    why: "goldie init never overwrites questions or documents",
    fix:
      cause === null
        ? "rename it, then run goldie init again"
        : "correct or rename it, then run goldie init again",
  }),
  "init-nothing": () => ({
    what: "found no search function and no documents here",
    why: "goldie looks for exported functions such as search(query, k), for folders such as docs/, and for corpus files",
    fix: "start in the folder of your project, or write goldie.config.ts yourself: docs/guide/config.md has an example",
  }),
});
