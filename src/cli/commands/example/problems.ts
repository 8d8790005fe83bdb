/** Usage errors of `goldie example`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "example-exists": ({ path }: { path: string }) => ({
    what: `${path} already exists, and example does not overwrite files`,
    fix: "name another folder",
  }),
  "example-not-a-folder": ({ path }: { path: string }) => ({
    what: `${path} is not a folder`,
    fix: "name a folder, existing or new",
  }),
});
