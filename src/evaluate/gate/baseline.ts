/** The baseline as a committed file: a Result as text, one query per line in the order of their ids, so that it diffs well. */
import type { GateRuleInput } from "../../core/gate-rule.ts";
import { compareIds } from "../../core/ids.ts";
import { readResult } from "../score/read-result.ts";
import type { Result } from "../score/result.ts";
import { byKey, type JsonScore, type ResultJson, type RunJson } from "../score/result-json.ts";
import { gateProblem } from "./problems.ts";
import { gateRules } from "./rules.ts";

const KIND = "goldie-baseline";
const SCHEMA = 1;

/** The rules that a baseline holds for its gate. */
export interface BaselineGate {
  readonly rules: readonly GateRuleInput[];
  /** Share of scores that may fail. */
  readonly maxFailed?: number;
}

/**
 * The text of `goldie.baseline.json`. A query's line has the hash of its gold, then its scores in the order of
 * `metrics`. `gate`: rules that `goldie gate` takes from the file.
 * @example await writeFile("goldie.baseline.json", baselineText(evaluate({ gold, run })))
 */
export function baselineText(result: Result, { rules, maxFailed }: BaselineGate = { rules: [] }): string {
  gateRules(rules);
  const json = result.toJSON();
  const run = json.runs[0]!;
  const metrics = result.rowMetrics;
  const queries = [...result.queries];
  const order = [...queries.keys()].sort((a, b) => compareIds(queries[a]!, queries[b]!));
  const sorted = order.map((i) => queries[i]!);
  const lines = sorted.map((query) => {
    const row = run.queries[query]!;
    return [query, [run.gold?.[query] ?? null, ...metrics.map((metric) => packed(row[metric]!))]] as const;
  });
  const reading = run.reading === undefined ? undefined : inOrder(run.reading, order);
  const head = {
    kind: KIND,
    schema: SCHEMA,
    goldie: json.goldie,
    name: run.name,
    rules: json.rules,
    ...(json.reading === undefined ? {} : { reading: json.reading }),
    ...(run.missing === undefined ? {} : { missing: [...run.missing].sort(compareIds) }),
    ...(run.unanswerable === undefined ? {} : { unanswerable: run.unanswerable }),
    ...(reading === undefined ? {} : { runReading: reading }),
    metrics,
    ...(maxFailed === undefined ? {} : { maxFailed }),
  };
  const fields = Object.entries(head).map(([name, value]) => `${quoted(name)}: ${JSON.stringify(value)}`);
  return `{\n${[
    ...fields,
    ...(rules.length === 0 ? [] : [`"gate": [\n${rules.map((rule) => JSON.stringify(rule)).join(",\n")}\n]`]),
    `"summary": ${object(Object.entries(run.summary))}`,
    `"queries": ${object(lines)}`,
  ].join(",\n")}\n}\n`;
}

/** A score as it is; why there is none in one word: "undefined:no-relevant", "skipped:grades". */
function packed(score: JsonScore): unknown {
  if (typeof score === "number" || score.status === "failed") return score;
  return score.status === "undefined" ? `undefined:${score.because}` : `skipped:${score.missing.join(",")}`;
}

function unpacked(cell: unknown): unknown {
  if (typeof cell !== "string") return cell;
  const [status, ...rest] = cell.split(":");
  const reason = rest.join(":");
  return status === "undefined" ? { status, because: reason } : { status, missing: reason.split(",") };
}

const quoted = (text: string): string => JSON.stringify(text);
const object = (entries: readonly (readonly [string, unknown])[]): string =>
  `{\n${entries.map(([name, value]) => `${quoted(name)}: ${JSON.stringify(value)}`).join(",\n")}\n}`;

/** Lists of cells follow the queries. */
function inOrder(reading: NonNullable<RunJson["reading"]>, order: readonly number[]) {
  const lists = (cells: Readonly<Record<string, readonly JsonScore[]>>) =>
    byKey(Object.entries(cells).map(([metric, list]) => [metric, order.map((i) => list[i]!)]));
  return {
    ...reading,
    ...(reading.cells === undefined ? {} : { cells: lists(reading.cells) }),
    ...(reading.means === undefined ? {} : { means: lists(reading.means) }),
  };
}

/** Is this JSON a baseline, rather than another result? */
export const isBaseline = (json: unknown): boolean =>
  typeof json === "object" && json !== null && (json as { kind?: unknown }).kind === KIND;

/** The rules in the JSON of a baseline; none in that of another result. */
export function baselineGate(json: unknown): BaselineGate {
  if (!isBaseline(json)) return { rules: [] };
  const { gate = [], maxFailed } = json as { gate?: unknown; maxFailed?: unknown };
  if (!Array.isArray(gate) || gate.some((rule) => typeof rule !== "object" || rule === null))
    return broken("gate", "a list of rules");
  if (maxFailed !== undefined && !(typeof maxFailed === "number" && maxFailed >= 0 && maxFailed <= 1))
    return broken("maxFailed", "a share from 0 to 1");
  gateRules(gate as GateRuleInput[], "the baseline");
  return { rules: gate as GateRuleInput[], ...(maxFailed === undefined ? {} : { maxFailed }) };
}

/**
 * The Result that a baseline holds. Like every Result read from JSON it has scores, counts and gold hashes, and no hits.
 * @example readBaseline(await readFile("goldie.baseline.json", "utf8")).mean("ndcg@10")
 */
export function readBaseline(text: string): Result {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw gateProblem.error("baseline-not-json", { message: (error as Error).message });
  }
  return baselineOf(json);
}

/** The same, of JSON that was parsed already. */
export function baselineOf(json: unknown): Result {
  if (!isBaseline(json)) return broken("kind", `"${KIND}"`);
  const file = json as Readonly<Record<string, unknown>>;
  if (file["schema"] !== SCHEMA)
    throw gateProblem.error("baseline-schema", { found: JSON.stringify(file["schema"]) ?? "none" });
  const metrics = textsIn(file, "metrics");
  const rows = Object.entries(objectIn(file, "queries")).map(([query, line]) => {
    if (!Array.isArray(line) || line.length !== metrics.length + 1)
      return broken(`queries[${quoted(query)}]`, `a list of ${metrics.length + 1}`);
    const [gold, ...cells] = line as [unknown, ...unknown[]];
    if (gold !== null && typeof gold !== "string") return broken(`queries[${quoted(query)}][0]`, "a hash");
    return { query, gold, cells: byKey(metrics.map((metric, m) => [metric, unpacked(cells[m])])) };
  });
  const hashes = rows.flatMap(({ query, gold }) => (gold === null ? [] : [[query, gold] as const]));
  const optional = (name: string, as = name): object =>
    file[name] === undefined ? {} : { [as]: file[name] };
  const result = {
    goldie: file["goldie"],
    schema: SCHEMA,
    rules: objectIn(file, "rules"),
    ...optional("reading"),
    runs: [
      {
        name: file["name"],
        summary: objectIn(file, "summary"),
        queries: byKey(rows.map(({ query, cells }) => [query, cells])),
        // Objects put ids such as "7" first; lists of cells are in the order of the ids.
        order: rows.map(({ query }) => query).sort(compareIds),
        gold: byKey(hashes),
        ...optional("missing"),
        ...optional("unanswerable"),
        ...optional("runReading", "reading"),
        problems: [],
      },
    ],
  };
  return readResult(result as unknown as ResultJson);
}

function broken(place: string, wanted: string): never {
  throw gateProblem.error("baseline-broken", { place, wanted });
}

function objectIn(file: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = file[name];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return broken(name, "an object");
  return value as Readonly<Record<string, unknown>>;
}

function textsIn(file: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = file[name];
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string"))
    return broken(name, "a list of metrics");
  return value;
}
