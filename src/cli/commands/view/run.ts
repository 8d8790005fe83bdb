/** `goldie view`. */
import { randomBytes } from "node:crypto";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { assets } from "../../../dashboard/assets.ts";
import { type Dashboard, openDashboard } from "../../../dashboard/server.ts";
import type { Report } from "../../../reports/model.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { configBy, withConfig } from "../../shared/config-args.ts";
import { LOCAL, namesOf } from "../../shared/host-names.ts";
import { mayBeStored } from "../../shared/may-be-stored.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { openBrowser } from "../../shared/open-browser.ts";
import { operandsBy } from "../../shared/operands.ts";
import { showWarnings } from "../../shared/problems.ts";
import { projectFolder, projectStore } from "../../shared/project.ts";
import { reportOfOperands } from "../../shared/report-of.ts";
import { shortIn, shownIn } from "../../shared/shown-problem.ts";
import { namedStored } from "../../shared/stored-runs.ts";
import { retrieversBy } from "../run/parts.ts";
import { createDesk, type Desk } from "./_ask.ts";
import { fileRef, projectData } from "./_data.ts";
import { wrongUse } from "./problems.ts";
import { createStoredReports } from "./stored-report.ts";

const LEAST_TOKEN = 16;
/** By Ctrl-C: that is how it is meant to end. */
const INTERRUPTED = 130;

export async function runView(
  written: Args,
  effects: Effects,
  browse: (url: string) => void = openBrowser,
): Promise<number> {
  const place = placeBy(written);
  const project = await projectFolder(effects);
  const [shown, short] = [shownIn(project), shortIn(project)];
  const problems: Problem[] = [];
  const warn = (problem: Problem): void => void problems.push(problem);
  const loaded = await configBy(written, effects).catch((error: unknown) => {
    // A broken config must not hide earlier runs.
    if (!(error instanceof GoldieError) || written.has("config")) throw error;
    warn(error.problem);
    return undefined;
  });
  const args = loaded === undefined ? written : withConfig(written, loaded.config);
  const { refs, files } = await given(args, effects);
  const desk =
    Object.keys(loaded?.config.retrievers ?? {}).length === 0
      ? undefined
      : createDesk(
          retrieversBy(args, loaded, effects, { warn }).retrievers,
          loaded!.config,
          () => effects.now(),
          (problem) => shown(problem).what,
        );
  const data = projectData({
    folder: project,
    store: await projectStore(effects),
    stored: createStoredReports(project, args, loaded?.config, effects, short),
    files,
    ...(desk === undefined ? {} : { desk }),
    effects,
    shown,
    short,
  });
  const failed = (error: unknown): void => {
    if (effects.env["GOLDIE_DEBUG"] && error instanceof Error)
      effects.stderr.write(`${error.stack}\n`).catch(() => {});
  };
  const dashboard = await openDashboard({ ...place, data, assets, shown, failed });
  if (!args.has("quiet")) await showWarnings(problems, effects, args);
  return untilStopped(
    dashboard,
    desk,
    async () => {
      const url = addressOf(dashboard, refs);
      await effects.stdout.write(`dashboard: ${url}\nCtrl-C ends it\n`);
      if (!args.has("no-open") && effects.stdout.isTTY && !effects.env["CI"]) browse(url);
    },
    failed,
    effects,
  );
}

/** What is open is closed, however it ends. */
async function untilStopped(
  dashboard: Dashboard,
  desk: Desk | undefined,
  start: () => Promise<void>,
  failed: (error: unknown) => void,
  effects: Effects,
): Promise<number> {
  let stop: (code: number) => void = () => {};
  const stopped = new Promise<number>((done) => {
    stop = done;
  });
  const forget = effects.onCancel((code) => stop(code));
  // Code of the user's retrievers must not end the dashboard.
  const deaf = effects.onStray(failed);
  try {
    await start();
    const code = await stopped;
    return code === INTERRUPTED ? 0 : code;
  } finally {
    await Promise.all([dashboard.close(), desk?.close()]);
    deaf();
    forget();
  }
}

function placeBy(args: Args) {
  const host = args.text("host");
  const token = args.text("token");
  const port = args.text("port");
  if (host !== undefined && token === undefined) throw wrongUse("host-without-token", { host });
  if (token !== undefined && !(token.length >= LEAST_TOKEN && /^[\w-]+$/.test(token)))
    throw wrongUse("weak-token", { least: LEAST_TOKEN });
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    throw wrongUse("bad-port", { found: port });
  return {
    host: host ?? LOCAL,
    port: Number(port ?? 0),
    names: namesOf(host ?? LOCAL),
    token: token ?? randomBytes(24).toString("base64url"),
    secret: randomBytes(24).toString("base64url"),
  };
}

/** Stored runs among the operands are opened from the store; the others are read or scored. */
async function given(
  args: Args,
  effects: Effects,
): Promise<{ readonly refs: readonly string[]; readonly files: Report }> {
  const refs: string[] = [];
  const others: string[] = [];
  for (const word of args.positionals) {
    const stored = (await mayBeStored(word, effects)) ? await namedStored(word, effects) : undefined;
    if (stored === undefined) others.push(word);
    else refs.push(...stored.refs);
  }
  if (others.length === 0) return { refs, files: { runs: [] } };
  const { args: named, names } = await namedRuns(args.withPositionals(others), 0, effects);
  const operands = await operandsBy(named, names, effects, {
    command: "view",
    asked: askedBy(named),
    least: 1,
  });
  const { above, below } = operands.problems;
  if (!args.has("quiet")) await showWarnings([...above, ...below], effects, args);
  const files = reportOfOperands(operands);
  return { refs: [...refs, ...files.runs.map(({ result }) => fileRef(result.name))], files };
}

function addressOf({ url }: Dashboard, refs: readonly string[]): string {
  const address = new URL(url);
  if (refs.length > 0) address.pathname = "/view";
  for (const ref of refs) address.searchParams.append("run", ref);
  return address.href;
}
