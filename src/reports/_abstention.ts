/** What a threshold on the top score would do for unanswerable queries, in words. */
import type { AbstentionCurve, AbstentionRefusal } from "../evaluate/silence/abstention.ts";
import { fill } from "../text/fill.ts";
import { oneLine } from "../text/width.ts";
import type { Report } from "./model.ts";

/** Runs without scores get no line: there is nothing to set a threshold on. */
const REFUSED: Readonly<Partial<Record<AbstentionRefusal, string>>> = {
  "not-comparable": "no threshold for unanswerable queries: scores are not comparable across queries",
  "not-descending":
    "no threshold for unanswerable queries: the first hit does not always have the highest score (are these distances?)",
  "no-answerable": "no threshold for unanswerable queries: the gold has no answerable query",
};

export function abstentionText({ runs }: Report, width: number): string {
  const lines = runs.flatMap(({ result: { name, abstention } }) => {
    if (abstention === undefined) return [];
    const words = "refused" in abstention ? REFUSED[abstention.refused] : curveWords(abstention);
    return words === undefined ? [] : [fill(oneLine(`${name}: ${words}`), "", width)];
  });
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function curveWords({ unanswerable, answerable, area, maxLost, threshold, curve }: AbstentionCurve): string {
  const ofArea = `area ${area.toFixed(2)}`;
  if (threshold === undefined)
    return `no score threshold silences unanswerable queries without losing more than ${100 * maxLost} % of the answerable ones; ${ofArea}`;
  const { score, silenced, lost } = threshold;
  return `at score ≥ ${shownScore(score, curve)}, ${silenced} of ${unanswerable} unanswerable queries ${silenced === 1 ? "is" : "are"} silenced and ${lost} of ${answerable} answerable ones lost; ${ofArea}`;
}

/** As few digits as distinguish it from the next lower score, so that a copied threshold selects the same queries. */
function shownScore(score: number, curve: AbstentionCurve["curve"]): string {
  const lower = curve.findLast((point) => point.score < score)?.score ?? Number.NEGATIVE_INFINITY;
  for (let digits = 3; curve.length > 0 && digits < 17; digits++) {
    const short = Number(score.toPrecision(digits));
    if (short > lower && short <= score) return String(short);
  }
  return String(score);
}
