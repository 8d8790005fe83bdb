/** The sets that the embedded judge is tuned and measured on. They are not part of the project. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const jsonl = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

/** Which half of a set that has one part only: tuned on, or reported. */
function halfOf(id: string, bit = 0): "tune" | "report" {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> bit) & 1 ? "report" : "tune";
}

export interface WiceClaim {
  readonly id: string;
  readonly label: "supported" | "partially_supported" | "not_supported";
  readonly claim: string;
  /** The sentences of a page. */
  readonly evidence: readonly string[];
  readonly supporting: ReadonlySet<number>;
}
interface WiceRow extends Omit<WiceClaim, "id" | "supporting"> {
  readonly supporting_sentences?: readonly (readonly number[])[];
  readonly meta: { readonly id: string };
}

/** `kind`: whole pages, or the few sentences that hold the evidence among others. */
export const readWice = (
  folder: string,
  part: "dev" | "test",
  kind: "claim" | "oracle_chunks_claim" = "claim",
): readonly WiceClaim[] =>
  jsonl<WiceRow>(join(folder, `wice/${kind}_${part}.jsonl`)).map((row) => ({
    ...row,
    id: row.meta.id,
    supporting: new Set(row.supporting_sentences?.flat()),
  }));

/** Sentences of a chunk. */
export const CHUNK = 10;
export const chunksOf = (sentences: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(sentences.length / CHUNK) }, (_, i) =>
    sentences.slice(i * CHUNK, (i + 1) * CHUNK),
  );
/** As a user has it: a page in chunks, and no question. */
export const chunkedCase = ({ id, claim, evidence }: WiceClaim) => ({
  id,
  question: "",
  contexts: chunksOf(evidence).map((sentences) => sentences.join(" ")),
  claim,
});

export interface ClapnqQuestion {
  readonly id: string;
  readonly question: string;
  readonly title: string;
  readonly sentences: readonly string[];
  readonly answer: string;
  /** What the answer was written from. */
  readonly selected: ReadonlySet<string>;
  /** What anybody chose who answered it. */
  readonly selectedByAny: ReadonlySet<string>;
}
interface ClapnqRow {
  readonly id: string;
  readonly input: string;
  readonly passages: readonly { readonly title: string; readonly sentences: readonly string[] }[];
  readonly output: readonly { readonly answer: string; readonly selected_sentences: readonly string[] }[];
}

export const readClapnq = (folder: string, half: "tune" | "report"): readonly ClapnqQuestion[] =>
  jsonl<ClapnqRow>(join(folder, "clapnq/clapnq_dev_answerable.jsonl"))
    .filter(({ id }) => halfOf(id) === half)
    .map(({ id, input, passages, output }) => ({
      id,
      question: input,
      title: passages[0]!.title,
      sentences: passages[0]!.sentences,
      answer: output[0]!.answer,
      selected: new Set(output[0]!.selected_sentences),
      selectedByAny: new Set(output.flatMap((one) => one.selected_sentences)),
    }));

/** Questions that their passage does not answer. */
export const readUnanswerable = (
  folder: string,
  half: "tune" | "report",
): readonly Pick<ClapnqQuestion, "question" | "sentences">[] =>
  jsonl<ClapnqRow>(join(folder, "clapnq/clapnq_dev_unanswerable.jsonl"))
    .filter(({ id }) => halfOf(id) === half)
    .map(({ input, passages }) => ({ question: input, sentences: passages[0]!.sentences }));

export interface CoqaRow {
  readonly question: string;
  readonly context: string;
  readonly expected: number;
}
export const readCoqa = (folder: string): readonly CoqaRow[] =>
  (
    JSON.parse(readFileSync(join(folder, "autoevals-coqa/coqa-context-relevancy.json"), "utf8")) as {
      input: { input: string; context: string };
      expected: number;
    }[]
  ).map(({ input, expected }) => ({ question: input.input, context: input.context, expected }));

export interface TaggedSentence {
  readonly tokens: readonly string[];
  /** Of the mentions: from which token to which, the last excluded. */
  readonly mentions: readonly (readonly [from: number, to: number])[];
}

/** The half that src/judges/lexical/entities.test.ts reports. */
export const readWikigold = (folder: string, half: "tune" | "report"): readonly TaggedSentence[] =>
  tagged(readFileSync(join(folder, "ner/wikigold/wikigold.conll.txt"), "utf8"), " ").filter(
    ({ tokens }) => halfOf(tokens.join(" "), 7) === half,
  );

/** Comments of social media. All of it, or the half that nothing was chosen on. */
export const readWnut = (folder: string, half?: "tune" | "report"): readonly TaggedSentence[] =>
  tagged(readFileSync(join(folder, "ner/wnut17-dev/emerging.dev.conll"), "utf8"), "\t").filter(
    ({ tokens }) => half === undefined || halfOf(tokens.join(" "), 7) === half,
  );

/** One token and its tag (I-PER, O) a line, a blank line between sentences. */
const tagged = (text: string, gap: string): TaggedSentence[] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.split("\n").filter((line) => line !== "" && !line.startsWith("-DOCSTART-")))
    .filter((lines) => lines.length > 0)
    .map((lines) => taggedSentence(lines.map((line) => line.split(gap) as [string, string])));

function taggedSentence(rows: readonly (readonly [string, string])[]): TaggedSentence {
  const mentions: [number, number][] = [];
  rows.forEach(([, tag], at) => {
    if (tag === "O") return;
    const last = mentions.at(-1);
    const goes = last?.[1] === at && rows[at - 1]![1].slice(2) === tag.slice(2) && !tag.startsWith("B-");
    if (goes) last[1] = at + 1;
    else mentions.push([at, at + 1]);
  });
  return { tokens: rows.map(([token]) => token), mentions };
}

export const LANGUAGES = [
  ...(["German", "French", "Spanish", "Portuguese", "Italian"] as const),
  ...(["Chinese", "Japanese", "Korean", "Arabic"] as const),
] as const;

/** The project's own cases. Cases of one group share question and contexts; every second group of a kind is for tuning. */
export interface OwnCase {
  readonly id: string;
  readonly kind: string;
  /** Of other languages than English; "two languages": the claim is in another than the contexts. */
  readonly language?: (typeof LANGUAGES)[number] | "two languages";
  readonly question: string;
  readonly contexts: readonly string[];
  readonly claim: string;
  readonly label: "supported" | "partly" | "contradicted" | "not-there";
}
const own = fileURLToPath(new URL("../../test/judges/cases/own.jsonl", import.meta.url));
/** "negation-03a" is of the third group: odd groups are for tuning, even ones are reported. */
export const halfOfOwn = (id: string): "tune" | "report" =>
  Number(/-(\d+)[a-z]$/.exec(id)![1]) % 2 === 1 ? "tune" : "report";
export const readOwn = (half?: "tune" | "report"): readonly OwnCase[] =>
  jsonl<OwnCase>(own).filter(({ id }) => half === undefined || halfOfOwn(id) === half);

export const isEnglishCase = ({ language }: OwnCase): boolean => language === undefined;

export const hasData = (folder: string): boolean => existsSync(join(folder, "wice/claim_test.jsonl"));
