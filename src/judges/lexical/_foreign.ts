/** Which contexts are in another language than a claim or a question: no verdict of words would mean anything there. */
import type { PreparedCase, Unjudged } from "../../core/judgement-record.ts";
import { judgesProblem } from "../_problems.ts";
import { type AskedLanguage, languageOf, type TwoLanguages } from "./_language.ts";
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

function contextsOf({ statements, bounds }: Texts): readonly string[] {
  if (statements.length === 0) return [];
  return bounds.map(({ from, to }) => {
    let text = "";
    for (let at = from; at < to; at++) text += `${statements[at]!.text}\n`;
    return text;
  });
}

/** Short contexts tell their language only together. */
const PART = 200;

function hear(language: AskedLanguage, contexts: readonly string[]): Heard {
  const each = contexts.map((text) => language.of(text));
  const isForeign = (place: number): boolean => each[place] === "other";
  if (each.includes("same")) return { differ: undefined, isForeign };
  const all = each.every((one) => one === "other")
    ? contexts[0]!
    : contexts.map((text) => text.slice(0, PART)).join("");
  return { differ: language.differsFrom(all), isForeign };
}
