/** `goldie gold generate`. */
import { ProblemLog } from "../../../core/problem-log.ts";
import { type Generated, type GenerateOptions, generateGold, templateMaker } from "../../../gold/generate.ts";
import { type CorpusPassage, samplePassages } from "../../../gold/sample.ts";
import { IndexBuilder } from "../../../retrievers/bm25/builder.ts";
import { analyzers } from "../../../text/analyzer.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { showWarnings } from "../../shared/problems.ts";
import { withInputs } from "../../shared/sources.ts";
import { PartFailed } from "../../shared/stopped.ts";
import { loadPassages } from "./_corpus.ts";
import { modelMaker } from "./_model.ts";
import { say, writeRows } from "./_rows.ts";
import { goldCommandProblem, wrongUse } from "./problems.ts";

export async function generate(args: Args, effects: Effects): Promise<number> {
  const log = new ProblemLog();
  const seed = args.count("seed", 0) ?? 1;
  const per = args.count("per", 1) ?? 1;
  const n = args.count("n", 1);
  if (!args.has("judge"))
    refuseFlags(args, ["concurrency", "budget", "prices", "store", "dry-run"], (flag) =>
      wrongUse("gold-flag", { flag, action: "generate without --judge" }),
    );
  const { generated, model } = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const given = await loadPassages(args.positionals[0]!, args, inputs, effects, log);
    const path = args.text("corpus");
    const corpus = path === undefined ? given : await loadPassages(path, args, inputs, effects, log);
    const passages =
      path === undefined
        ? samplePassages(given.values(), n ?? given.size, seed).passages
        : [...given.values()];
    const named = args.has("judge") ? await modelMaker(per, args, inputs, effects, log) : undefined;
    const make = named?.make ?? templateMaker(corpus.values());
    try {
      const options = { passages, corpus, search: searchIn(corpus), make, per, seed, vary: args.has("vary") };
      return {
        generated: await generateGold({ ...options, concurrency: named?.concurrency ?? 1 }),
        model: named,
      };
    } finally {
      await named?.close();
    }
  });
  const dry = args.has("dry-run");
  const { rows } = generated;
  const { failed } = generated.counts;
  // Failed calls must not replace an earlier file with an empty one.
  if (!dry && (rows.length > 0 || failed === 0)) await writeRows(rows, args, effects);
  await say([...(dry ? [] : summary(generated)), ...(model?.cost() ?? [])], args, effects);
  if (!args.has("quiet")) await showWarnings(log.list(), effects, args);
  if (failed > 0) {
    const message = model?.trouble() ?? "no reply";
    throw new PartFailed(
      goldCommandProblem("calls-failed", { count: failed, message, written: rows.length }),
    );
  }
  return 0;
}

/** The settings of the embedded retriever. */
const SETTINGS = { k1: 1.2, b: 0.75 };

function searchIn(corpus: ReadonlyMap<string, CorpusPassage>): GenerateOptions["search"] {
  const ids = [...corpus.keys()];
  const builder = new IndexBuilder(analyzers["english"]!);
  for (const { title, text } of corpus.values()) builder.add(text, title);
  const index = builder.finish(SETTINGS);
  return (query, k) => index.search(query, k).docs.map((at) => ids[at]!);
}

function summary({ counts }: Generated): string[] {
  const { made, kept, notFound, ambiguous, repeated, without, variants } = counts;
  const dropped = [
    ...(notFound === 0 ? [] : [`${notFound} that BM25 does not find in the top 50`]),
    ...(ambiguous === 0 ? [] : [`${ambiguous} that other passages answer as well`]),
    ...(repeated === 0 ? [] : [`${repeated} asked already`]),
  ];
  return [
    `kept ${kept} of ${counted(made, "question", "questions")}${variants === 0 ? "" : ` and added ${counted(variants, "variant", "variants")}`}`,
    ...(dropped.length === 0 ? [] : [`dropped: ${dropped.join(", ")}`]),
    ...(without === 0 ? [] : [`${counted(without, "passage", "passages")} gave no question`]),
  ];
}
