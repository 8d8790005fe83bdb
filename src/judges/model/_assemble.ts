import type {
  Contradiction,
  Flag,
  Judged,
  PreparedCase,
  RecordClaim,
  Support,
} from "../../core/judgement-record.ts";
import { chunkVerdict } from "../_chunk-verdict.ts";
import type { DataItem } from "./_data-lines.ts";
import type { SupportFound } from "./_found.ts";
import type { Evidence } from "./_replies.ts";
import { sharesStarts, wordStarts } from "./_words.ts";

/** Evidence by statement → verdicts by chunk. A chunk supports as much as its best statement does. */
export function assemble(
  one: PreparedCase,
  claims: readonly DataItem[] | undefined,
  found: SupportFound,
  checkWords: boolean,
): Pick<Judged, "claims" | "responseClaims" | "relevant" | "flags"> {
  const responses = one.responseClaims;
  const of = (id: string, text: string): RecordClaim => ({
    id,
    text,
    ...verdictsOf(one, found.evidence.get(id)),
  });
  const recorded = claims?.map(([id, text]) => of(id, text));
  // A claim that was left out takes nothing from what was said to be relevant.
  const rated = one.question.trim() !== "" && !found.unjudged.some(({ part }) => part === "statements");
  const answered = responses?.map(({ id, text }) => ({
    ...of(id, text),
    ...(rated ? { relevant: found.relevant.has(id) } : {}),
  }));
  return {
    ...(recorded === undefined ? {} : { claims: recorded }),
    ...(answered === undefined ? {} : { responseClaims: answered }),
    relevant: one.chunks.flatMap((c) => c.statements.map((s) => s.id)).filter((id) => found.relevant.has(id)),
    flags: [...found.flags, ...(checkWords ? wordless(one, [...(recorded ?? []), ...(answered ?? [])]) : [])],
  };
}

function verdictsOf(
  { chunks }: PreparedCase,
  evidence: Evidence | undefined,
): Pick<RecordClaim, "support" | "contradicted"> {
  if (evidence === undefined) return { support: [] };
  const support: Support[] = [];
  const contradicted: Contradiction[] = [];
  for (const { at, statements } of chunks) {
    const ids = statements.map((s) => s.id);
    const said = chunkVerdict(at, {
      full: ids.filter((id) => evidence.full.has(id)),
      partial: ids.filter((id) => evidence.partial.has(id)),
      against: ids.filter((id) => evidence.against.has(id)),
    });
    support.push(...said.support);
    contradicted.push(...said.contradicted);
  }
  return { support, ...(contradicted.length === 0 ? {} : { contradicted }) };
}

/** Support by words that the claim does not have: a paraphrase, another language, or a judge that was talked into it. */
function wordless({ chunks }: PreparedCase, claims: readonly RecordClaim[]): Flag[] {
  const texts = new Map(chunks.flatMap((c) => c.statements.map((s) => [s.id, s.text] as const)));
  return claims.flatMap(({ id, text, support }) => {
    // A statement that says the same has its words.
    const others = support.filter(
      ({ level, by }) => level === "full" && !by.some((s) => texts.get(s) === text),
    );
    if (others.length === 0) return [];
    const starts = wordStarts(text);
    return others
      .filter(({ by }) => !by.some((s) => sharesStarts(starts, wordStarts(texts.get(s)!))))
      .map(({ by }) => ({
        code: "no-shared-words",
        what: `claim ${id} is said to be supported by words that it has none of`,
        ids: [id, ...by],
      }));
  });
}
