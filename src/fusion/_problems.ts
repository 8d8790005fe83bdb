/** What is said of the record of a fusion that lacks something. */

import { defineProblems } from "../core/problem-table.ts";

interface OfFusion {
  readonly fusion: string;
}
const of = ({ fusion }: OfFusion, what: string): string => `fusion ${fusion}: ${what}`;

export const fusionProblem = defineProblems({
  "bad-fusion/name": (it: OfFusion & { readonly name: string }) => ({
    what: of(it, `${it.name} is not a lower-case name`),
    fix: 'use letters, digits and "-", such as "log-isr"',
  }),
  "bad-fusion/empty": (it: OfFusion & { readonly field: string }) => ({
    what: of(it, `${it.field} is empty`),
    fix: `say it in ${it.field}`,
  }),
  "bad-fusion/training": (it: OfFusion) => ({
    what: of(it, "what it needs and whether it can be trained do not agree"),
    fix: 'give train and needs: ["training"], or neither',
  }),
  "bad-fusion/normalise": (it: OfFusion) => ({
    what: of(it, "it reads scores of several runs"),
    fix: "name the normalisation that makes them comparable",
  }),
  "bad-fusion/no-function": (it: OfFusion) => ({
    what: of(it, "fuse is not a function"),
    fix: "write it",
  }),
});
