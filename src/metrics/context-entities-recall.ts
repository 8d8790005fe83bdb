import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import type { JudgedContexts } from "../core/judgement.ts";
import { nothingToJudge, scored, skipped } from "../core/score.ts";
import { noPart, smoothed } from "./_judged.ts";
import { choice, smooth } from "./_params.ts";

type Entities = NonNullable<JudgedContexts["entities"]>;

/** The distinct entities of the reference that are in the contexts too. */
function found({ reference, contexts }: Entities): string[] {
  const there = new Set(contexts);
  return [...new Set(reference)].filter((entity) => there.has(entity));
}

const total = ({ reference }: Entities, of: "distinct" | "listed"): number =>
  of === "distinct" ? new Set(reference).size : reference.length;

export const contextEntitiesRecall = defineMetric({
  kind: "judged",
  id: "context-entities-recall",
  aliases: ["context-entity-recall"],
  title: "Context entities recall",
  definition:
    "Share of the entities named in the reference answer (people, places, dates …) that the retrieved contexts name too.",
  formula: "distinct entities in reference and contexts / distinct entities in the reference",
  steps: [
    "List the entities that the reference answer names.",
    "List the entities that the contexts name.",
    "Count the distinct ones of the first list that are in the second, spelled the same.",
    "Divide by the number of distinct entities of the reference.",
  ],
  cite: "Ragas context entity recall",
  params: {
    of: choice(
      {
        distinct: "counts an entity of the reference once",
        listed:
          "divides by every mention in the reference, so one that is listed twice can never be found in full",
      },
      "distinct",
      "What is divided by: the distinct entities of the reference, or (to imitate Ragas' older metric) the list with its duplicates.",
      "denominator",
      true,
    ),
    smooth,
  },
  needs: ["entities"],
  direction: "higher",
  range: [0, 1],
  best: "the contexts name every entity of the reference",
  worst: "they name none",
  aggregate: "mean",
  laws: [],
  compute({ entities }, { of, smooth }) {
    if (entities === undefined) return skipped("entities");
    if (entities.reference.length === 0) return nothingToJudge;
    return scored(found(entities).length / (total(entities, of) + smooth));
  },
  explain({ entities }, { of, smooth }) {
    if (entities === undefined || entities.reference.length === 0) return noPart("entities");
    return ratio(
      "context-entities-recall",
      sum(
        "entities found",
        found(entities).map((entity) => value(entity, 1)),
      ),
      smoothed("entities of the reference", total(entities, of), smooth),
    );
  },
});
