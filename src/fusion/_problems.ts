/** Messages about incomplete fusion definitions. */

import { defineProblems } from "../core/problem-table.ts";

interface OfFusion {
  readonly fusion: string;
}
const of = ({ fusion }: OfFusion, what: string): string => `fusion ${fusion}: ${what}`;

export const fusionProblem = defineProblems({
  "bad-fusion/name": (it: OfFusion & { readonly name: string }) => ({
    what: of(it, `invalid name ${it.name}`),
    fix: 'use lower-case letters, digits and "-", for example "log-isr"',
  }),
  "bad-fusion/empty": (it: OfFusion & { readonly field: string }) => ({
    what: of(it, `${it.field} is empty`),
    fix: `fill in ${it.field}`,
  }),
  "bad-fusion/training": (it: OfFusion) => ({
    what: of(it, "train and needs disagree"),
    fix: 'set both train and needs: ["training"], or neither',
  }),
  "bad-fusion/normalise": (it: OfFusion) => ({
    what: of(it, "it reads scores but sets no normalisation"),
    fix: "set normalise, so that scores of different runs are comparable",
  }),
  "bad-fusion/no-function": (it: OfFusion) => ({
    what: of(it, "fuse is not a function"),
    fix: "define fuse",
  }),
});
