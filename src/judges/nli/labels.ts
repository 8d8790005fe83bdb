/** Which output of a classifier means support, and which contradiction. */
import { nliProblem } from "./problems.ts";

export interface NliLabels {
  /** As config.json names them, in the order of the outputs. */
  readonly names: readonly string[];
  readonly support: number;
  /** Absent where the model does not tell a contradiction from a text that says nothing of it. */
  readonly contradiction?: number;
  /** From outputs to shares of 1: over all labels, of each by itself, or as they are. */
  readonly activation: "softmax" | "sigmoid" | "none";
}

const bare = (label: string): string => label.toLowerCase().replace(/[^a-z]+/g, "");

const SUPPORT = new Set([
  ..."entailment entail entails entailed support supports supported supporting consistent factual faithful".split(
    " ",
  ),
  ..."grounded attributable yes true".split(" "),
]);
const CONTRADICTION = new Set(
  "contradiction contradict contradicts contradicted contradictory refute refutes refuted".split(" "),
);

/** Names of a single output that say nothing against support. */
const NAMELESS = /^(?:label_0|score)$/i;

/** `config`: config.json. `named`: the label that means support, where the names do not tell. */
export function labelsOf(
  config: Readonly<Record<string, unknown>>,
  folder: string,
  named?: string,
): NliLabels {
  const names = namesIn(config);
  const problem = config["problem_type"];
  const activation =
    names.length === 1
      ? problem === "regression"
        ? "none"
        : "sigmoid"
      : problem === "multi_label_classification"
        ? "sigmoid"
        : "softmax";
  const contradiction = names.findIndex((name) => CONTRADICTION.has(bare(name)));
  const known = contradiction < 0 ? {} : { contradiction };
  if (named !== undefined) {
    const support = names.findIndex((name) => name.toLowerCase() === named.toLowerCase());
    if (support < 0) throw nliProblem.error("bad-nli-model/no-label", { label: named, labels: names });
    return { names, support, ...(support === contradiction ? {} : known), activation };
  }
  const says = (name: string): boolean =>
    SUPPORT.has(bare(name)) || (names.length === 1 && NAMELESS.test(name));
  const supports = names.flatMap((name, i) => (says(name) ? [i] : []));
  if (supports.length !== 1) throw nliProblem.error("bad-nli-model/labels", { folder, labels: names });
  return { names, support: supports[0]!, ...known, activation };
}

/** By id2label, or label2id; Transformers writes neither where the labels have no names, and then there are two. */
function namesIn(config: Readonly<Record<string, unknown>>): string[] {
  const { id2label, label2id, num_labels: count } = config;
  const rows: [number, string][] = isFields(id2label)
    ? Object.entries(id2label).map(([id, name]) => [Number(id), String(name)])
    : isFields(label2id)
      ? Object.entries(label2id).map(([name, id]) => [Number(id), name])
      : Array.from({ length: typeof count === "number" ? count : 2 }, (_, i) => [i, `LABEL_${i}`]);
  return rows.sort(([a], [b]) => a - b).map(([, name]) => name);
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

/** Of 16-bit outputs too. */
const ROUNDING = 1e-3;

/** The outputs of one pair as shares. */
export function sharesOf(logits: readonly number[], { activation }: NliLabels): number[] {
  if (activation === "none") {
    const other = logits.find((x) => !(x >= -ROUNDING && x <= 1 + ROUNDING));
    if (other !== undefined) throw nliProblem.error("bad-nli-model/scale", { found: other });
    return logits.map((x) => Math.min(1, Math.max(0, x)));
  }
  if (activation === "sigmoid") return logits.map((x) => 1 / (1 + Math.exp(-x)));
  const most = Math.max(...logits);
  const powers = logits.map((x) => Math.exp(x - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}
