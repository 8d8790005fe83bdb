/** The tools for agents, and the command line behind each. */

interface Argument {
  readonly type: "string" | "integer" | "array";
  readonly about: string;
  readonly required?: true;
  /** A path, or the name of a stored run. */
  readonly path?: true;
}

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** Loads the user's code, asks retrievers, writes files. */
  readonly runs?: true;
  /** The command, its flags, and its positionals. */
  line(
    given: ToolArguments,
  ): readonly [command: string, flags: readonly string[], positionals: readonly string[]];
  /** Instead of the command's own output. */
  readonly shows?: "worst";
}

export class ToolArguments {
  readonly #values: Readonly<Record<string, unknown>>;
  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }
  text(name: string): string {
    return this.#values[name] as string;
  }
  list(name: string): readonly string[] {
    return (this.#values[name] ?? []) as readonly string[];
  }
  /** --flag=value, if given: a value cannot become another flag. */
  flag(name: string, flag: string): readonly string[] {
    const value = this.#values[name];
    return value === undefined ? [] : [`--${flag}=${String(value)}`];
  }
  get all(): Readonly<Record<string, unknown>> {
    return this.#values;
  }
}

const anyGold: Argument = {
  type: "string",
  about: "gold file, relative to the folder of the server",
  path: true,
};
const gold: Argument = { ...anyGold, required: true };
const anyRun: Argument = {
  type: "string",
  about: "run file, or a stored run such as last or last/NAME",
  path: true,
};
const run: Argument = { ...anyRun, required: true };
const anyRuns: Argument = {
  type: "array",
  about: "run files, or stored runs such as last and last~1",
  path: true,
};
const runs: Argument = { ...anyRuns, required: true };
const metrics: Argument = {
  type: "string",
  about: "metrics, e.g. ndcg@10,recall@5 (default: recall@5, ndcg@10, rr, hit@5)",
};
const corpus: Argument = { type: "string", about: "corpus file, for the texts of hits", path: true };
const ids: Argument = { type: "string", about: "rule that normalises ids; doctor suggests one" };
const cursor: Argument = {
  type: "string",
  about: "nextCursor of an earlier answer, for its next page; other arguments are ignored",
};

export const tools: readonly McpTool[] = [
  {
    name: "eval",
    title: "Score runs",
    about: "Scores runs against gold: a table of means, how many queries each covers, and what was missed.",
    arguments: {
      gold,
      runs,
      metrics,
      by: { type: "string", about: "also means per value of this tag" },
      corpus,
      ids,
      cursor,
    },
    line: (given) => [
      "eval",
      [
        ...given.flag("metrics", "metrics"),
        ...given.flag("by", "by"),
        ...given.flag("corpus", "corpus"),
        ...given.flag("ids", "ids"),
      ],
      [given.text("gold"), ...given.list("runs")],
    ],
  },
  {
    name: "worst",
    title: "Worst queries",
    about:
      "The queries with the lowest score, worst first, with what was missed and why. For live work: fix these first.",
    arguments: {
      gold,
      run,
      metric: { type: "string", about: "the metric to sort by (default: ndcg@10)" },
      corpus,
      ids,
      cursor,
    },
    shows: "worst",
    line: (given) => [
      "eval",
      [
        `--metrics=${given.all["metric"] === undefined ? "ndcg@10" : given.text("metric")}`,
        ...given.flag("corpus", "corpus"),
        ...given.flag("ids", "ids"),
      ],
      [given.text("gold"), given.text("run")],
    ],
  },
  {
    name: "explain",
    title: "Explain a score",
    about: "How one query got its score, step by step. Without files: what a metric means.",
    arguments: {
      metric: { type: "string", about: "e.g. ndcg@10", required: true },
      gold: anyGold,
      run: anyRun,
      query: { type: "string", about: "id of the query" },
      cursor,
    },
    line: (given) => [
      "explain",
      given.flag("query", "query"),
      [
        given.text("metric"),
        ...["gold", "run"].flatMap((name) => (given.all[name] === undefined ? [] : [given.text(name)])),
      ],
    ],
  },
  {
    name: "compare",
    title: "Compare runs",
    about:
      "Whether the differences between runs are real: p values, intervals, and the queries that moved most.",
    arguments: {
      gold: { ...anyGold, about: `${anyGold.about} (stored runs know theirs)` },
      runs,
      metrics,
      cursor,
    },
    line: (given) => [
      "compare",
      given.flag("metrics", "metrics"),
      [...(given.all["gold"] === undefined ? [] : [given.text("gold")]), ...given.list("runs")],
    ],
  },
  {
    name: "doctor",
    title: "Check gold and ids",
    about:
      "Checks the gold by itself, or with runs whether their ids match; suggests a rule if not. Use it when scores are 0.",
    arguments: { gold, runs: anyRuns, corpus, cursor },
    line: (given) => ["doctor", given.flag("corpus", "corpus"), [given.text("gold"), ...given.list("runs")]],
  },
  {
    name: "runs",
    title: "List stored runs",
    about: "Runs that goldie run stored, newest first; other tools take their ids, or last, last~1.",
    arguments: { limit: { type: "integer", about: "how many (default: 20)" }, cursor },
    line: (given) => ["runs", given.flag("limit", "limit"), []],
  },
  {
    name: "run",
    title: "Run the retrievers",
    about: "Asks the retrievers of goldie.config.ts the gold questions, stores and scores the answers.",
    runs: true,
    arguments: {
      gold: { ...anyGold, about: "gold file (default: gold of the config)" },
      only: { type: "string", about: "ask only this retriever of the config" },
      metrics,
      limit: { type: "integer", about: "ask only the first N queries" },
      cursor,
    },
    line: (given) => [
      "run",
      [...given.flag("only", "only"), ...given.flag("metrics", "metrics"), ...given.flag("limit", "limit")],
      given.all["gold"] === undefined ? [] : [given.text("gold")],
    ],
  },
];

/** As `tools/list` shows it. */
export function toolListing({ name, title, about, arguments: given, runs: writes }: McpTool): object {
  const required = Object.entries(given).flatMap(([key, one]) => (one.required === true ? [key] : []));
  return {
    name,
    title,
    description: about,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(given).map(([key, { type, about: description }]) => [
          key,
          type === "array"
            ? { type, items: { type: "string" }, minItems: 1, description }
            : { type, description },
        ]),
      ),
      // A page needs only its cursor.
      anyOf: [{ required }, { required: ["cursor"] }],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: writes !== true,
      destructiveHint: false,
      idempotentHint: writes !== true,
      openWorldHint: writes === true,
    },
  };
}
