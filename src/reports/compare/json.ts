/** A comparison as plain data, with its sentences. */
import { escapeHidden } from "../../core/visible.ts";
import type { ComparisonWriter } from "./model.ts";
import { cautions, testsIn, verdictSentence } from "./sentences.ts";

export const comparisonJson: ComparisonWriter = ({ comparison, words }) => {
  const { pairs, ...rest } = comparison;
  const json = {
    kind: "goldie-comparison",
    ...rest,
    pairs: pairs.map((pair) => ({
      ...pair,
      verdicts: pair.verdicts.map((one) => ({
        ...one,
        sentence: verdictSentence(one, comparison.confidence, testsIn(comparison)),
      })),
      cautions: cautions(pair),
      moved: pair.moved.map((one) => {
        const question = words?.get(one.query);
        return question === undefined ? one : { ...one, question };
      }),
    })),
  };
  return `${escapeHidden(JSON.stringify(json, null, 2))}\n`;
};
