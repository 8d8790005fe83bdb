import type { MeanView } from "../../view/model.ts";
import { withCommas } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { percent } from "./scale.ts";

type Counts = MeanView["counts"];
const STATES = ["scored", "undefined", "skipped", "failed"] as const;

/** "63 scored, 9 undefined, 24 skipped". */
const countsText = (counts: Counts): string =>
  STATES.flatMap((state) =>
    counts[state] > 0 || state === "scored" ? [`${withCommas(counts[state])} ${state}`] : [],
  ).join(", ");

/** Which queries a mean is over, and which have no score, as one strip. */
export function CountsStrip({ counts }: { readonly counts: Counts }) {
  const all = STATES.reduce((sum, state) => sum + counts[state], 0);
  let from = 0;
  return (
    <Picture class="counts-strip" label={`Queries: ${countsText(counts)}`} height={7}>
      {all === 0 ? <rect x="0.5" y="0.5" width="100%" height="6" class="state-undefined" /> : null}
      {STATES.map((state) => {
        if (counts[state] === 0) return null;
        const x = from;
        from += counts[state] / all;
        return (
          <rect
            key={state}
            x={percent(x)}
            y="0"
            width={percent(counts[state] / all)}
            height="7"
            class={`state-${state}`}
          />
        );
      })}
    </Picture>
  );
}
