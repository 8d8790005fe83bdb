/** Usage errors of `goldie view`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "host-without-token": ({ host }: { host: string }) => ({
    what: `--host ${host} makes the dashboard reachable from other machines, so it needs a token of yours`,
    fix: `add --token TEXT with a secret text, or leave --host out and use ssh -L to reach it from elsewhere`,
  }),
  "weak-token": ({ least }: { least: number }) => ({
    what: `the token has fewer than ${least} characters, or some that an address cannot hold`,
    fix: "use letters, digits, - and _: openssl rand -hex 16 prints a good one",
  }),
  "bad-port": ({ found }: { found: string }) => ({
    what: `--port ${found} is not a port`,
    fix: "use a number from 1024 to 65535, or leave it out to get a free one",
  }),
  "run-not-scored": ({ id, state }: { id: string; state: string }) => ({
    what: `run ${id} has no scores: it is ${state}`,
    fix:
      state === "running"
        ? "wait until it ends"
        : "goldie run --resume asks the rest of its queries and scores it",
  }),
});
