/** Marks of hits: one character each, with its meaning for the legend and screen readers. */
import type { HitView } from "../../view/model.ts";

type HitState = HitView["state"];

export const MARKS: Readonly<Record<HitState, { readonly sign: string; readonly words: string }>> = {
  relevant: { sign: "✓", words: "relevant" },
  "not-relevant": { sign: "✗", words: "judged not relevant" },
  unjudged: { sign: "?", words: "unjudged, counts as not relevant" },
  forbidden: { sign: "⊘", words: "forbidden" },
  repeated: { sign: "=", words: "repeated, does not count" },
};

export const HIT_STATES = Object.keys(MARKS) as readonly HitState[];

/** "✓ 3". */
export function HitMark({ hit }: { readonly hit: Pick<HitView, "state" | "grade"> }) {
  const { sign, words } = MARKS[hit.state];
  const grade =
    hit.grade === undefined || hit.state === "unjudged" ? "" : String(hit.grade).replace("-", "−");
  const [meaning] = words.split(",");
  return (
    <span class={`mark mark-${hit.state}`} title={grade === "" ? meaning : `${meaning}, grade ${grade}`}>
      <span aria-hidden="true">
        {sign}
        {grade !== "" && ` ${grade}`}
      </span>
      <span class="unseen">{grade === "" ? meaning : `${meaning}, grade ${grade}`}</span>
    </span>
  );
}
