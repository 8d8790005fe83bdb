/** `goldie label`. */
import { randomBytes } from "node:crypto";
import { basename, join, relative } from "node:path";
import type { Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { VERSION } from "../../../core/version.ts";
import { labelAssets } from "../../../dashboard/label-assets.ts";
import { createClaimDesk } from "../../../dashboard/label-claims.ts";
import type { LabelDesk, LabelProgress } from "../../../dashboard/label-desk.ts";
import { createHitDesk } from "../../../dashboard/label-hits.ts";
import { labelData, labelRoutes } from "../../../dashboard/label-routes.ts";
import { dashboardProblem } from "../../../dashboard/problems.ts";
import { openDashboard } from "../../../dashboard/server.ts";
import type { LabelPool } from "../../../evaluate/label/pool.ts";
import { labelProblem } from "../../../evaluate/label/problems.ts";
import type { Format } from "../../../formats/index.ts";
import { type LabelFile, openLabels } from "../../../store/labels.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { LOCAL, namesOf } from "../../shared/host-names.ts";
import { readRecords } from "../../shared/judge/records.ts";
import { openBrowser } from "../../shared/open-browser.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { projectFolder } from "../../shared/project.ts";
import { shownIn } from "../../shared/shown-problem.ts";
import { withInputs } from "../../shared/sources.ts";
import { targetFormat } from "../../shared/target.ts";
import { wrongUse as viewUse } from "../view/problems.ts";
import { goldText } from "./_export.ts";
import { poolBy, queriesOf } from "./_pool.ts";
import type { GoldScale } from "./_scale.ts";
import { wrongUse } from "./problems.ts";

/** By Ctrl-C: that is how it is meant to end. */
const INTERRUPTED = 130;
/** Hits that are looked at to see whether there are texts. */
const SAMPLE = 500;

/** What is labelled, with the file that labels go to. */
interface Labelling {
  readonly desk: LabelDesk;
  readonly file: LabelFile;
  readonly problems: readonly Problem[];
  /** A line about grades. */
  readonly grades?: string;
  /** The text of `--export`. */
  exported(path: string, problem: (problem: Problem) => void): Promise<string>;
}

export async function runLabel(
  args: Args,
  effects: Effects,
  browse: (url: string) => void = openBrowser,
): Promise<number> {
  const port = args.count("port", 0) ?? 0;
  if (port > 65_535) throw viewUse("bad-port", { found: String(port) });
  const labelling = args.has("judgements") ? await claimsBy(args, effects) : await hitsBy(args, effects);
  try {
    const { file, problems } = labelling;
    const told = file.problem === undefined ? problems : [...problems, file.problem];
    if (!args.has("quiet")) await showWarnings(told, effects, args);
    return await (args.has("export")
      ? exportLabels(labelling, args, effects)
      : serve(labelling, port, args, effects, browse));
  } finally {
    await labelling.file.close();
  }
}

/** Where labels go, and how people call it. */
interface LabelPath {
  readonly path: string;
  readonly name: string;
}

async function labelPath(args: Args, own: string, effects: Effects): Promise<LabelPath> {
  const given = args.text("labels");
  if (given !== undefined && !/\.jsonl$/i.test(given)) throw wrongUse("labels-not-jsonl", { found: given });
  const path = given === undefined ? join(await projectFolder(effects), own) : effects.files.resolve(given);
  const inputs = [...args.positionals, ...args.all("gold"), ...args.all("judgements"), ...args.all("corpus")];
  await refuseInputs([path, ...args.all("export")], inputs, effects);
  return { path, name: given ?? (relative(effects.files.cwd, path) || own) };
}

async function hitsBy(args: Args, effects: Effects): Promise<Labelling> {
  const labels = await labelPath(args, "hit-labels.jsonl", effects);
  const target = args.text("export");
  // Fail on a format that cannot be written before reading any input.
  if (target !== undefined) formatOf(target);
  const seed = args.count("seed", 0) ?? 1;
  const { pool, files, scale, problems } = await poolBy(args, effects);
  const file = await openLabels(labels.path, labels.name);
  const by = args.text("by");
  const plain = /qrels|^trec/.test(files.gold.format);
  const name = plain ? "qrels-labelled.txt" : "gold-labelled.jsonl";
  const textAs = (as: string, problem: (problem: Problem) => void) =>
    goldText(pool, files, formatOf(as), problem);
  const desk = await createHitDesk({
    pool,
    file,
    fileName: basename(labels.path),
    seed,
    now: () => effects.date(),
    words: (query) =>
      files.gold.words.get(query) ?? files.runs.map(({ words }) => words.get(query)).find(Boolean),
    document: (id) => files.corpus?.docs.get(id),
    exported: async () => {
      const log = new ProblemLog();
      const text = await textAs(name, (one) => log.add(one));
      refuseErrors(log);
      return { name, text };
    },
    ...(by === undefined ? {} : { by }),
  }).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  // One list may have texts where another has none; a sample tells.
  const sample = pool.hits.slice(0, SAMPLE);
  const readable = sample.some(
    ({ query, doc }) => (pool.hit(query, doc)?.text ?? files.corpus?.docs.get(doc)) !== undefined,
  );
  const told = [...problems, ...labelsBeyond(pool, scale, labels.name)];
  if (!readable && target === undefined) told.push(dashboardProblem("no-texts", {}));
  return { desk, file, problems: told, grades: gradesText(pool), exported: textAs };
}

/** Labels that others gave on another scale than that of the gold. */
function labelsBeyond(pool: LabelPool, scale: GoldScale, file: string): Problem[] {
  const beyond = queriesOf(pool).flatMap((query) => {
    const known = scale.known(query);
    const highest = Math.max(0, ...pool.labelsOf(query).values());
    return known === undefined || highest <= known ? [] : [{ query, known, highest }];
  });
  const [first] = beyond;
  if (first === undefined) return [];
  const found = { ...first, highest: Math.max(...beyond.map(({ highest }) => highest)) };
  return [labelProblem("grades-beyond-gold/labels", { ...found, queries: beyond.length }, { at: { file } })];
}

/** "grades: 0 to 3, or 0 and 1 for 40 of 52 queries". */
function gradesText(pool: LabelPool): string {
  const all = queriesOf(pool).map((query) => pool.highest(query));
  const upTo = (highest: number): string => `0 ${highest === 1 ? "and" : "to"} ${highest}`;
  const most = Math.max(...all);
  const lower = all.filter((one) => one < most);
  return lower.length === 0
    ? `grades: ${upTo(most)}`
    : `grades: ${upTo(most)}, or ${upTo(lower[0]!)} for ${lower.length} of ${all.length} queries, as in the gold`;
}

/** Several formats end in .txt; judgements of documents are qrels. */
const formatOf = (path: string): Format =>
  targetFormat(path, "gold", /\.txt$/i.test(path) ? "trec-qrels" : undefined);

async function claimsBy(args: Args, effects: Effects): Promise<Labelling> {
  if (args.positionals.length > 0) throw wrongUse("claims-or-hits");
  refuseFlags(args, ["metrics", "depth", "grades", "corpus", "gold"], (flag) =>
    wrongUse("claims-without-order", { flag }),
  );
  const target = args.text("export");
  if (target !== undefined && !/\.jsonl$/i.test(target)) throw wrongUse("sheet-not-jsonl", { found: target });
  const labels = await labelPath(args, "claim-labels.jsonl", effects);
  const given = args.text("judgements")!;
  const log = new ProblemLog();
  const records = await withInputs(effects, args.has("quiet"), async (inputs) =>
    readRecords(await inputs.open(given), log),
  );
  refuseErrors(log);
  if (!records.some(({ claims = [], responseClaims = [] }) => claims.length + responseClaims.length > 0))
    throw wrongUse("no-claims", { path: given });
  const file = await openLabels(labels.path, labels.name);
  const by = args.text("by");
  const desk = await createClaimDesk({
    records,
    file,
    fileName: basename(labels.path),
    seed: args.count("seed", 0) ?? 1,
    exportName: "claims-labelled.jsonl",
    now: () => effects.date(),
    ...(by === undefined ? {} : { by }),
  }).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  return { desk, file, problems: log.list(), exported: async () => (await desk.export()).text };
}

async function exportLabels({ desk, exported }: Labelling, args: Args, effects: Effects): Promise<number> {
  const path = args.text("export")!;
  const progress = await desk.progress();
  const log = new ProblemLog();
  const problem = (one: Problem): void => log.add({ ...one, at: { file: path, ...one.at } });
  const text = await exported(path, problem);
  refuseErrors(log);
  await writeOutput(path, effects, (write) => write(text));
  if (args.has("quiet")) return 0;
  await effects.stderr.write(`${path}: ${summaryOf(progress, desk)}\n`);
  await showWarnings(log.list(), effects, args);
  return 0;
}

/** "12 of 480 hits labelled; 2 without a majority were left out". */
function summaryOf({ labelled, total, conflicts }: LabelProgress, { facts }: LabelDesk): string {
  const [one, many] = facts.kind === "hits" ? ["hit", "hits"] : ["claim", "claims"];
  const left = facts.kind === "hits" && conflicts > 0 ? `; ${conflicts} without a majority left out` : "";
  return `${labelled} of ${counted(total, one!, many!)} labelled${left}`;
}

async function serve(
  { desk, grades }: Labelling,
  port: number,
  args: Args,
  effects: Effects,
  browse: (url: string) => void,
): Promise<number> {
  const project = await projectFolder(effects);
  const dashboard = await openDashboard({
    host: LOCAL,
    port,
    names: namesOf(LOCAL),
    token: randomBytes(24).toString("base64url"),
    secret: randomBytes(24).toString("base64url"),
    data: labelData({ name: basename(project), goldie: VERSION }),
    assets: labelAssets,
    shown: shownIn(project),
    failed: (error) => {
      if (effects.env["GOLDIE_DEBUG"] && error instanceof Error)
        effects.stderr.write(`${error.stack}\n`).catch(() => {});
    },
    more: labelRoutes(desk),
  });
  let forget: () => void = () => {};
  const stopped = new Promise<number>((done) => {
    forget = effects.onCancel(done);
  });
  try {
    const { labelled, total } = await desk.progress();
    const what = desk.facts.kind === "hits" ? "hits" : "claims";
    await effects.stdout.write(
      `label: ${dashboard.url}\n${labelled} of ${total} ${what} labelled in ${desk.facts.file}; Ctrl-C ends it\n${grades === undefined ? "" : `${grades}\n`}`,
    );
    if (!args.has("no-open") && effects.stdout.isTTY && !effects.env["CI"]) browse(dashboard.url);
    const code = await stopped;
    return code === INTERRUPTED ? 0 : code;
  } finally {
    await dashboard.close();
    forget();
  }
}
