/** Which contexts are in another language than a claim or a question: no verdict of words would mean anything there. */
import type { PreparedCase, Unjudged } from "../../core/judgement-record.ts";
import { judgesProblem } from "../_problems.ts";
import { type AskedLanguage, FIRST_LINE, languageOf, type TwoLanguages } from "./_language.ts";
import type { Texts } from "./_texts.ts";

/** What contexts are to one text that asks. */
interface Heard {
  /** Every context is in another language. */
  readonly differ: TwoLanguages | undefined;
  /** Whether the context at this place among the bounds is. */
  readonly isForeign: (place: number) => boolean;
}

export interface ForeignParts {
  readonly claims: Heard;
  readonly responseClaims: Heard;
  /** Relevance is judged by the reference; by the question where there is none. */
  readonly relevance: Heard;
  readonly unjudged: readonly Unjudged[];
}

const same: Heard = { differ: undefined, isForeign: () => false };

export function foreignParts({ question, reference }: PreparedCase, texts: Texts): ForeignParts {
  const { claims, responseClaims } = texts;
  const contexts = contextsOf(texts);
  const heard = (asking: string): Heard => {
    const language = contexts.length === 0 ? undefined : languageOf(asking);
    return language === undefined ? same : hear(language, contexts);
  };
  const byReference = reference !== undefined && claims.length > 0;
  const ofClaims = byReference ? heard(reference) : same;
  const ofResponse =
    responseClaims.length === 0 ? same : heard(responseClaims.map(({ text }) => text).join(" "));
  const ofRelevance = byReference ? ofClaims : heard(question);
  const reason = byReference ? "claims" : "question";
  return {
    claims: ofClaims,
    responseClaims: ofResponse,
    relevance: ofRelevance,
    unjudged: [
      ...unjudgedOf("claims", "claims", ofClaims),
      ...unjudgedOf("entities", "claims", ofClaims),
      ...unjudgedOf("responseClaims", "claims", ofResponse),
      ...unjudgedOf("statements", reason, ofRelevance),
    ],
  };
}

const unjudgedOf = (part: Unjudged["part"], asks: "claims" | "question", { differ }: Heard): Unjudged[] =>
  differ === undefined ? [] : [{ part, problem: judgesProblem(`language-differs/${asks}`, { ...differ }) }];

/** A context, put together from its statements as far as it is read. */
type Context = (length: number) => string;

function contextsOf({ statements, bounds }: Texts): readonly Context[] {
  if (statements.length === 0) return [];
  return bounds.map(({ from, to }) => (length) => {
    let text = "";
    for (let at = from; at < to && text.length < length; at++) text += `${statements[at]!.text}\n`;
    return text;
  });
}

/** Short contexts tell their language only together. */
const PART = 200;

function hear(language: AskedLanguage, contexts: readonly Context[]): Heard {
  const each = contexts.map((text) =>
    language.shows(text(FIRST_LINE)) ? "same" : language.of(text(Number.POSITIVE_INFINITY)),
  );
  const isForeign = (place: number): boolean => each[place] === "other";
  if (each.includes("same")) return { differ: undefined, isForeign };
  const all = each.every((one) => one === "other")
    ? contexts[0]!(Number.POSITIVE_INFINITY)
    : contexts.map((text) => text(PART).slice(0, PART)).join("");
  return { differ: language.differsFrom(all), isForeign };
}
