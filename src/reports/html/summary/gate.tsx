import type { GateView } from "../../view/model.ts";

const MARKS = {
  pass: ["✓", "passed"],
  fail: ["✗", "failed"],
  undecided: ["?", "undecided"],
  "failed-cells": ["!", "could not score"],
} as const;

/** Whether the gate let the run through, and by which rules. */
export function Gate({ gate }: { readonly gate: GateView }) {
  return (
    <section class={`gate gate-${gate.outcome}`} aria-label="Gate">
      <p class="gate-head">
        <Mark outcome={gate.outcome} /> {gate.headline}
      </p>
      {gate.rules.length === 0 ? null : (
        <ul>
          {gate.rules.map(({ rule, outcome, words }) => (
            <li key={rule}>
              <Mark outcome={outcome} /> <b>{rule}</b> {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Mark = ({ outcome }: { readonly outcome: GateView["outcome"] }) => (
  <span class={`gate-mark mark-${outcome}`} role="img" aria-label={MARKS[outcome][1]}>
    {MARKS[outcome][0]}
  </span>
);
