/** Messages about a pair classifier on disk. */
import { defineProblems } from "../../core/problem-table.ts";

const EXPORT =
  "export it with its tokenizer, for example: optimum-cli export onnx --task text-classification --model MODEL FOLDER";

const listed = (names: readonly string[]): string => (names.length === 0 ? "nothing" : names.join(", "));

export const nliProblem = defineProblems({
  "missing-package/nli": ({ packages }: { packages: readonly string[] }) => ({
    what: `the ${packages.length === 1 ? "package" : "packages"} ${packages.join(" and ")} ${packages.length === 1 ? "is" : "are"} not installed`,
    why: `the judge nli:FOLDER needs ${packages.length === 1 ? "it" : "them"} to run the model`,
    fix: `npm install ${packages.join(" ")} (works with --ignore-scripts)`,
  }),
  "missing-package/nli-not-loaded": ({ package: name, message }: { package: string; message: string }) => ({
    what: `could not load the package ${name}: ${message}`,
    why: "the judge nli:FOLDER needs it to run the model",
    fix: `npm install ${name}`,
  }),
  "bad-nli-model/no-folder": ({ folder }: { folder: string }) => ({
    what: `there is no folder ${folder}`,
    fix: "pass the folder of a model that was exported to ONNX: --judge nli:FOLDER",
  }),
  "bad-nli-model/no-files": (f: {
    folder: string;
    missing: readonly string[];
    found: readonly string[];
  }) => ({
    what: `${f.folder} has no ${f.missing.join(" and no ")}; it has ${listed(f.found)}`,
    why: "the model, its tokenizer and its labels are read from there; nothing is downloaded",
    fix: EXPORT,
  }),
  "bad-nli-model/other-files": (f: {
    folder: string;
    missing: readonly string[];
    others: readonly string[];
  }) => ({
    what: `${f.folder} has no ${f.missing.join(" and no ")}, but ${f.others.join(", ")}`,
    fix: `name the file: --judge nli:${f.folder}/${f.others[0]!}`,
  }),
  "bad-nli-model/not-json": ({ file, message }: { file: string; message: string }) => ({
    what: `${file} cannot be read: ${message}`,
    fix: EXPORT,
  }),
  "bad-nli-model/tokenizer": ({ file, message }: { file: string; message: string }) => ({
    what: `${file} cannot be used: ${message}`,
    why: "@huggingface/tokenizers reads it, and does not know every kind of tokenizer",
    fix: `npm install @huggingface/tokenizers@latest, or ${EXPORT}`,
  }),
  "bad-nli-model/labels": ({ folder, labels }: { folder: string; labels: readonly string[] }) =>
    labels.length === 1
      ? {
          what: `the model has a single label, ${labels[0]!}, which does not say that it means support`,
          why: "a model that scores the opposite would turn every verdict round",
          fix: `if its model card says that a high score means support: --judge nli:${folder}#${labels[0]!}; otherwise call it from your own function (createPairJudge)`,
        }
      : {
          what: `the labels of the model do not say which one means support: ${listed(labels)}`,
          why: "their order differs from model to model, so it cannot be guessed",
          fix: `look up in the model card, or in id2label of the original config.json, which label means entailment or support, and name it: --judge nli:${folder}#LABEL`,
        },
  "bad-nli-model/no-label": ({ label, labels }: { label: string; labels: readonly string[] }) => ({
    what: `the model has no label ${label}; it has ${listed(labels)}`,
    fix: "use one of them behind the #",
  }),
  "bad-nli-model/session": ({ file, message }: { file: string; message: string }) => ({
    what: `${file} could not be loaded: ${message}`,
    fix: EXPORT,
  }),
  "bad-nli-model/inputs": ({ found }: { found: readonly string[] }) => ({
    what: `the model asks for ${listed(found)}; only input_ids, attention_mask and token_type_ids can be given`,
    fix: "use a classifier of text pairs (task text-classification)",
  }),
  "bad-nli-model/output": ({ found, wanted }: { found: string; wanted: string }) => ({
    what: `the model returned ${found}; expected ${wanted}`,
    fix: "check that model.onnx and config.json belong together, and that the model classifies text pairs",
  }),
  "bad-nli-model/scale": ({ found }: { found: number }) => ({
    what: `the model returned the score ${Number(found.toPrecision(4))}, which is not from 0 to 1`,
    why: "config.json calls the model a regression, and its scale, such as 0 to 5, is written nowhere",
    fix: 'divide by the scale in your own function (createPairJudge); if the outputs are logits, remove "problem_type": "regression" from config.json',
  }),
  "bad-nli-model/run": ({ file, message }: { file: string; message: string }) => ({
    what: `${file} failed: ${message}`,
    fix: `check that model.onnx, tokenizer.json and config.json are of the same model, or ${EXPORT}`,
  }),
  "nli-too-long": ({ count, most }: { count: number; most: number }) => ({
    what: `a claim has ${count} tokens, and the model reads ${most} with the text beside it`,
    why: "cutting the claim would judge another claim",
    fix: "use a model with a larger window, or split the claim",
  }),
});
