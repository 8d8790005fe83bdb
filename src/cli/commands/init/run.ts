/** `goldie init`. */
import { readFile } from "node:fs/promises";
import { CONFIG_NAMES } from "../../../config/find.ts";
import { GoldieError } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadGold } from "../../../engine/load.ts";
import type { CorpusPassage } from "../../../gold/sample.ts";
import type { Effects } from "../../effects.ts";
import { type Args, parseArgs } from "../../shared/args.ts";
import { writeOutput } from "../../shared/output.ts";
import { withInputs } from "../../shared/sources.ts";
import { runCommand } from "../run/command.ts";
import { runRun } from "../run/run.ts";
import { configText, type InitPlan } from "./_config-text.ts";
import { type Found, lookAt, type Project } from "./_project.ts";
import { createAsking } from "./_question.ts";
import { passagesIn, sampleGold } from "./_sample.ts";
import { WORKFLOW_FILE, workflow } from "./_workflow.ts";
import { wrongUse } from "./problems.ts";

/** In the package; in the build, all commands are in one folder of dist/. */
const bundled = new URL(
  import.meta.url.endsWith(".ts") ? "../../../../examples/harbour/" : "../../examples/harbour/",
  import.meta.url,
);
const GOLD = "eval/queries.jsonl";
const EXAMPLE = { corpus: "eval/corpus.jsonl", gold: GOLD };

export async function runInit(args: Args, effects: Effects): Promise<number> {
  const { files } = effects;
  const there = await filterAsync(CONFIG_NAMES, (name) => exists(name, effects));
  const written = [
    ...there,
    ...(args.has("ci") && (await exists(WORKFLOW_FILE, effects)) ? [WORKFLOW_FILE] : []),
  ];
  if (there.length > 0 && written.length === there.length && args.has("ci") && !args.has("force"))
    return workflowAlone(there[0]!, args, effects);
  if (written.length > 0 && !args.has("force")) throw wrongUse("init-exists", { path: written.at(-1)! });
  const project = await lookAt(files.cwd);
  const setup = project.empty ? await exampleSetup(effects) : await setupOf(project, args, effects);
  if (setup.main === undefined && setup.corpus === undefined) throw wrongUse("init-nothing");
  const plan: InitPlan = { ...setup, clients: project.clients, gate: args.has("ci") };
  const isScript = !project.empty && !project.typescript && (await exists("package.json", effects));
  const config = isScript && !isTypeScript(setup.main) ? "goldie.config.mjs" : "goldie.config.ts";
  const replaced = written.filter((path) => !there.includes(path)).map((path) => `replaced: ${path}`);
  for (const old of there)
    replaced.push(`replaced: ${old}; the old one is kept as ${await keep(old, effects)}`);
  for (const old of there) if (old !== config) await files.remove(old);
  await write(config, configText(plan), effects);
  if (args.has("ci")) await write(WORKFLOW_FILE, workflow(checkedRun(setup)), effects);
  await tell(args, effects, aboutText(config, project, setup, args, replaced));
  if (setup.goldMissing) {
    await tell(args, effects, noQuestions(setup.gold));
    return 0;
  }
  return runFirst(plan, config, args, effects);
}

/** With two retrievers, the gate checks the user's own. */
const checkedRun = ({ main, corpus }: InitSetup): string | undefined =>
  main !== undefined && corpus !== undefined ? "last/main" : undefined;

interface InitSetup {
  readonly main?: Found;
  readonly corpus?: string;
  readonly gold: string;
  /** How many questions were just generated; absent if the gold is the user's own, or missing. */
  readonly sampled?: number;
  readonly goldMissing?: boolean;
}

async function setupOf(project: Project, args: Args, effects: Effects): Promise<InitSetup> {
  const asking =
    args.has("yes") || !effects.stdin.isTTY || !effects.stderr.isTTY ? undefined : createAsking(effects);
  const choose = async <T>(
    question: string,
    list: readonly (readonly [string, T])[],
  ): Promise<T | undefined> =>
    list.length > 1 && asking !== undefined ? asking.choose(question, list) : list[0]?.[1];
  const main = await choose(
    "Which of these is your retriever?",
    project.found.slice(0, 8).map((one) => [`${one.name} in ${one.file}`, one] as const),
  );
  const corpora: (readonly [
    string,
    { readonly path: string; readonly passages: readonly CorpusPassage[] },
  ])[] = [];
  for (const path of project.corpora.slice(0, 8)) {
    const passages = await passagesIn(effects.files.cwd, path);
    if (passages !== undefined) corpora.push([`${path} (${passages.length} documents)`, { path, passages }]);
  }
  const corpus = await choose("Which documents does it search?", corpora);
  const { gold, trouble } = await ownGold(project, effects);
  const found = {
    ...(main === undefined ? {} : { main }),
    ...(corpus === undefined ? {} : { corpus: corpus.path }),
  };
  if (gold !== undefined) return { ...found, gold };
  if (corpus === undefined) return { ...found, gold: GOLD, goldMissing: true };
  if (await exists(GOLD, effects))
    throw wrongUse("init-gold", { path: GOLD, cause: trouble.get(GOLD) ?? null });
  const sample = sampleGold(corpus.passages);
  await write(GOLD, sample.text, effects);
  return { ...found, gold: GOLD, sampled: sample.count };
}

/** The user's gold is used, never overwritten. `trouble`: by file, why it cannot be used. */
async function ownGold(
  { golds }: Project,
  effects: Effects,
): Promise<{ readonly gold?: string; readonly trouble: ReadonlyMap<string, string> }> {
  const trouble = new Map<string, string>();
  for (const path of golds)
    try {
      const log = new ProblemLog();
      const loaded = await withInputs(effects, true, async (inputs) =>
        loadGold(await inputs.open(path), { log }),
      );
      refuseErrors(log);
      // Without question texts there is nothing to ask.
      if (loaded.words.size > 0) return { gold: path, trouble };
      trouble.set(path, "its rows have no questions");
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      // Its first line: the location and the error.
      trouble.set(path, error.message.split("\n")[0]!.replace(/ {2,}/g, " "));
    }
  return { trouble };
}

async function exampleSetup(effects: Effects): Promise<InitSetup> {
  for (const path of [EXAMPLE.corpus, EXAMPLE.gold])
    if (await exists(path, effects)) throw wrongUse("init-gold", { path, cause: null });
  for (const [name, path] of [
    ["corpus.jsonl", EXAMPLE.corpus],
    ["gold.jsonl", EXAMPLE.gold],
  ] as const)
    await write(path, await readFile(new URL(name, bundled)), effects);
  return EXAMPLE;
}

/** If no id matches but a rule would fix that, the rule goes into the config. */
async function runFirst(plan: InitPlan, config: string, args: Args, effects: Effects): Promise<number> {
  const flags = ["quiet", "verbose"].filter((name) => args.has(name)).map((name) => `--${name}`);
  const run = (): Promise<number> => runRun(parseArgs(runCommand, flags) as Args, effects);
  try {
    return await run();
  } catch (error) {
    const rule = error instanceof GoldieError ? proposedRule(error) : undefined;
    if (rule === undefined) throw error;
    await write(config, configText({ ...plan, ids: rule }), effects);
    await tell(
      args,
      effects,
      `  ids of gold and results differ; ${config} now has the rule ${JSON.stringify(rule)}\n\n`,
    );
    return run();
  }
}

function proposedRule({ problem }: GoldieError): string | undefined {
  const proposal = problem.fields?.["proposal"] as { readonly flag: string } | undefined;
  return proposal?.flag.startsWith("--ids ") === true
    ? proposal.flag.slice("--ids ".length).replace(/^'(.*)'$/, "$1")
    : undefined;
}

/** The project has a config: add only the workflow. */
async function workflowAlone(config: string, args: Args, effects: Effects): Promise<number> {
  await write(WORKFLOW_FILE, workflow(), effects);
  const lines = [
    `config: ${config}, left as it is`,
    `workflow: ${WORKFLOW_FILE}; it compares with the baseline, so run goldie bless last/NAME of your retriever and commit goldie.baseline.json`,
  ];
  await tell(args, effects, lines.map((line) => `  ${line}\n`).join(""));
  return 0;
}

/** A copy under an unused name. */
async function keep(path: string, effects: Effects): Promise<string> {
  let copy = `${path}.bak`;
  for (let i = 2; await exists(copy, effects); i++) copy = `${path}.bak${i}`;
  await write(copy, await readFile(effects.files.resolve(path)), effects);
  return copy;
}

function aboutText(
  config: string,
  project: Project,
  setup: InitSetup,
  args: Args,
  replaced: readonly string[],
): string {
  const { main, corpus, gold, sampled } = setup;
  const lines = [
    ...(main === undefined ? [] : [`retriever: ${main.name} in ${main.file}`]),
    ...(main === undefined && project.clients.length === 0 && !project.empty
      ? [`no search function found; add yours to ${config}, which shows how`]
      : []),
    ...(main === undefined && project.clients.length > 0
      ? [
          `found ${project.clients.map(({ title }) => title).join(" and ")}, but no exported search function: ${config} shows how to add it`,
        ]
      : []),
    ...(corpus === undefined
      ? []
      : [
          `${main === undefined ? "retriever" : "baseline"}: BM25 over ${corpus}${project.empty ? ", an example" : ""}`,
        ]),
    ...(setup.goldMissing === true
      ? []
      : [
          `questions: ${gold}${sampled === undefined ? "" : `, ${sampled} made from your documents; replace ${sampled === 1 ? "it" : "them"} with real ones`}`,
        ]),
    `config: ${config}`,
    ...replaced,
    ...(args.has("ci")
      ? [
          `workflow: ${WORKFLOW_FILE}; it compares with the baseline, so run goldie bless ${checkedRun(setup) ?? "last"} and commit goldie.baseline.json`,
        ]
      : []),
  ];
  return `${lines.map((line) => `  ${line}`).join("\n")}\n\n`;
}

const noQuestions = (gold: string): string =>
  `No documents found to make sample questions from. Write some to ${gold}, one per line:\n  {"query":"how long is the warranty?","relevant":["doc-17"]}\nthen run goldie run\n`;

const isTypeScript = (main: Found | undefined): boolean => main !== undefined && /\.m?ts$/.test(main.file);

async function tell(args: Args, { stdout }: Effects, text: string): Promise<void> {
  if (!args.has("quiet")) await stdout.write(text);
}

const exists = async (path: string, { files }: Effects): Promise<boolean> =>
  (await files.facts(path)) !== undefined;

async function write(path: string, text: string | Uint8Array, effects: Effects): Promise<void> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder !== "") await effects.files.makeFolder(folder);
  await writeOutput(path, effects, (out) => out(text));
}

async function filterAsync<T>(list: readonly T[], test: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const one of list) if (await test(one)) kept.push(one);
  return kept;
}
