/** One case: everything that the embedded judge says of it. */
import type { Flag, Judged, PreparedCase, RecordClaim, Support } from "../../core/judgement-record.ts";
import { withoutMarkup } from "../split/markdown.ts";
import { readColumns } from "./_case.ts";
import { entitiesIn } from "./_entities-in.ts";
import { type ForeignParts, foreignParts } from "./_foreign.ts";
import type { Lexicon } from "./_lexicon.ts";
import { isRelevant, relevanceAt, relevanceOf } from "./_relevant.ts";
import type { Sought } from "./_sought.ts";
import { joinsTo } from "./_subject.ts";
import { withoutOtherRows } from "./_table-rows.ts";
import type { Texts } from "./_texts.ts";
import type { Thresholds } from "./_thresholds.ts";
import { verdictOf } from "./_verdict.ts";
import { type OppositeKind, oppositeIn } from "./contradiction.ts";
import { type ChunkSupport, findSupport, findTogether } from "./support.ts";

export function judgeCase(one: PreparedCase, texts: Texts, lexicon: Lexicon, thresholds: Thresholds): Judged {
  const { responseClaims, statements, bounds } = texts;
  const read = readColumns({ ...texts, question: one.question }, lexicon);
  const flags: Flag[] = [];
  const foreign = foreignParts(one, texts);
  const judged = (
    claim: { readonly id: string; readonly text: string },
    sought: Sought,
    { differ, isForeign }: ForeignParts["claims"],
  ): RecordClaim => {
    if (differ !== undefined) return { id: claim.id, text: claim.text, support: [] };
    const each = bounds.map(({ from, to }, i) => {
      const found = findSupport(sought, read.rows, from, to);
      if (found.share < ALL && isForeign(i)) return saysNothing(found, sought);
      // Looked at only where there would be support.
      return found.confidence < thresholds.full
        ? found
        : withoutOtherRows(found, { sought, rows: read.rows, texts: statements, from, to });
    });
    const idsOf = (places: readonly number[]): string[] =>
      [...places].sort((a, b) => a - b).map((place) => statements[place]!.id);
    const support: Support[] = [];
    each.forEach((found, i) => {
      const verdict = verdictOf(found, thresholds);
      if (verdict === undefined) return;
      support.push({ chunk: bounds[i]!.at, level: verdict.level, by: idsOf(verdict.by) });
    });
    const byChunk: number[] = [];
    each.forEach((found, i) => {
      byChunk[bounds[i]!.at] = rounded(found.confidence);
    });
    const best = bestOf(each);
    let missing = best?.missing ?? sought.gates;
    let joint = 0;
    if (!support.some(({ level }) => level === "full")) {
      // Most claims have no two contexts to join.
      let joins: ReturnType<typeof joinsTo> | undefined;
      const textsAt = (places: readonly number[]): string[] => places.map((place) => statements[place]!.text);
      const pair = findTogether(sought, read.rows, each, (some, others) => {
        joins ??= joinsTo(sought.text);
        return joins(textsAt(some), textsAt(others));
      });
      const more = pair === undefined ? 0 : pair.confidence - (best?.confidence ?? 0);
      if (pair !== undefined && more > 0) {
        joint = rounded(pair.confidence);
        missing = pair.missing;
      }
      if (pair !== undefined && joint >= thresholds.full) {
        const chunks = pair.chunks.map((i) => bounds[i]!.at);
        for (const i of pair.chunks) {
          const at = bounds[i]!.at;
          const place = support.findIndex(({ chunk }) => chunk === at);
          if (place !== -1) support.splice(place, 1);
          support.push({
            chunk: at,
            level: "full",
            by: idsOf(each[i]!.by),
            with: chunks.filter((c) => c !== at),
          });
        }
        support.sort((a, b) => a.chunk - b.chunk);
      }
    }
    const blocked = support.some(({ level }) => level === "full") ? [] : missing.map(({ text }) => text);
    flagContradiction(claim, best, texts, flags);
    return {
      id: claim.id,
      text: claim.text,
      support,
      ...confidenceFields(byChunk),
      ...(joint > 0 ? { confidence: joint } : {}),
      ...(blocked.length === 0 ? {} : { missing: blocked }),
    };
  };
  const supported = read.claims.map((sought, i) =>
    judged({ id: `c${i + 1}`, text: sought.text }, sought, foreign.claims),
  );
  const answered = read.responseClaims.map((sought, i) =>
    judged(responseClaims[i]!, sought, foreign.responseClaims),
  );
  const relevance =
    foreign.relevance.differ === undefined ? relevanceOf(one, texts, read, thresholds, supported) : undefined;
  const ids =
    relevance && new Set(statements.filter((_, place) => isRelevant(relevance, place)).map(({ id }) => id));
  // What a relevant statement says is relevant too, whatever its words.
  const fits = ({ support }: RecordClaim, i: number): boolean =>
    isRelevant(relevance!, statements.length + i) ||
    support.some((s) => s.level === "full" && s.by.some((id) => ids!.has(id)));
  const { unjudged } = foreign;
  return {
    ...(unjudged.length === 0 ? {} : { unjudged }),
    ...(one.reference === undefined ? {} : { claims: supported }),
    ...(one.reference === undefined || foreign.claims.differ !== undefined
      ? {}
      : { entities: entitiesIn(one.reference, read.claims, texts) }),
    ...(one.responseClaims === undefined
      ? {}
      : {
          responseClaims: answered.map((claim, i) =>
            relevance === undefined || foreign.responseClaims.differ !== undefined
              ? claim
              : {
                  ...claim,
                  relevant: fits(claim, i),
                  relevance: rounded(relevanceAt(relevance, statements.length + i)),
                },
          ),
        }),
    ...(relevance === undefined
      ? {}
      : {
          relevant: [...ids!],
          relevance: new Map(statements.map(({ id }, place) => [id, rounded(relevance.scores[place]!)])),
        }),
    ...(flags.length === 0 ? {} : { flags }),
  };
}

/** A text in another language that has every word of a claim quotes it, or has nothing but its names. */
const ALL = 0.999;

const saysNothing = (found: ChunkSupport, { gates }: Sought): ChunkSupport => ({
  ...found,
  ...{ share: 0, window: 0, pairs: 0, said: 0, confidence: 0 },
  ...{ missing: gates, by: [] },
});

/** Only where at least half of the claim's words are there: a text on another matter contradicts nothing. */
const HALF = 0.5;

function flagContradiction(
  claim: { readonly id: string; readonly text: string },
  best: ChunkSupport | undefined,
  { statements }: Texts,
  flags: Flag[],
): void {
  if (best === undefined || best.share < HALF) return;
  for (const place of best.by) {
    const { id, text } = statements[place]!;
    const opposite = oppositeIn(claim.text, withoutMarkup(text));
    if (opposite === undefined) continue;
    flags.push({
      code: "may-be-contradicted",
      what: `the claim and the context may say the opposite (${reasons[opposite.kind](opposite.words)}): "${claim.text}" / "${text}"`,
      ids: [claim.id, id],
      texts: [claim.text, text],
    });
    return;
  }
}

const reasons: Readonly<Record<OppositeKind, (words: readonly string[]) => string>> = {
  negation: ([word]) => `only one of them denies "${word}"`,
  antonym: ([word, other]) => `"${word}" and "${other}" are opposites`,
  roles: ([first, , second]) => `"${first}" and "${second}" have changed places`,
};

const bestOf = (each: readonly ChunkSupport[]): ChunkSupport | undefined => {
  let best: ChunkSupport | undefined;
  for (const found of each) if (best === undefined || found.confidence > best.confidence) best = found;
  return best;
};

/** To a thousandth: a record is read by people too. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** A chunk that was not judged by itself (no words, or the text of another) has none here; the record fills it in. */
function confidenceFields(confidences: readonly number[]): Pick<RecordClaim, "confidence" | "confidences"> {
  const all: number[] = [];
  let confidence = 0;
  for (let at = 0; at < confidences.length; at++) {
    const value = confidences[at] ?? 0;
    all.push(value);
    if (value > confidence) confidence = value;
  }
  return { confidence, confidences: all };
}
