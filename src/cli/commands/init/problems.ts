/** What is wrong with the use of `goldie init`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "init-exists": ({ path }: { path: string }) => ({
    what: `${path} already exists`,
    fix: path.includes("goldie.config")
      ? "run it with goldie run; goldie init --force writes a new one"
      : "goldie init --force overwrites it",
  }),
  "init-nothing": () => ({
    what: "found no search function and no documents here",
    why: "goldie looks for exported functions such as search(query, k), for folders such as docs/, and for corpus files",
    fix: "start in the folder of your project, or write goldie.config.ts yourself: docs/guide/config.md has an example",
  }),
});
