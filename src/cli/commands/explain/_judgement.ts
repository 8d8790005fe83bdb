/** What a judge said of one query, beside the derivation of its score. */
import type { Flag, JudgedPart, JudgementRecord, RecordClaim } from "../../../core/judgement-record.ts";
import type { Facet } from "../../../core/score.ts";
import { judgeText } from "../../../reports/judging-text.ts";
import { counted } from "../../../text/counted.ts";
import { fill } from "../../../text/fill.ts";
import { oneLine } from "../../../text/width.ts";

/** Parts of a record, as the metrics read them. */
const READ: Readonly<Record<JudgedPart, readonly Facet[]>> = {
  claims: ["claims", "support", "verdicts"],
  responseClaims: ["responseClaims", "responseVerdicts", "responseRelevant"],
  entities: ["entities"],
  statements: ["statements", "questionVerdicts"],
};

const HEADS: Readonly<Record<JudgedPart, string>> = {
  claims: "claims of the reference",
  responseClaims: "claims of the response",
  entities: "entities of the reference",
  statements: "statements of the contexts",
};

/** The parts that a metric reads. Without a reference, relevance says which contexts help. */
function partsFor(record: JudgementRecord, needs: readonly Facet[]): JudgedPart[] {
  const parts = (Object.keys(READ) as JudgedPart[]).filter((part) =>
    READ[part].some((facet) => needs.includes(facet)),
  );
  const helps = needs.includes("verdicts") && record.claims === undefined;
  return helps && !parts.includes("statements") ? [...parts, "statements"] : parts;
}

export function judgementText(
  record: JudgementRecord,
  needs: readonly Facet[],
  limits: readonly string[],
  width: number,
): string {
  const parts = partsFor(record, needs).flatMap((part) => {
    const lines = linesOf(record, part, width);
    return lines.length === 0 ? [] : [`${HEADS[part]}\n${lines.join("\n")}\n`];
  });
  const missing = (record.unjudged ?? []).map(
    ({ part, ids, problem }) =>
      `${fill(oneLine(`not judged: ${ids === undefined ? HEADS[part] : ids.join(", ")} (${problem.code})`), "  ", width)}\n`,
  );
  return [...parts, ...missing, judgeText([record.judge], limits, width)].join("\n");
}

/** The same as data. */
export const judgementJson = (
  record: JudgementRecord,
  needs: readonly Facet[],
  limits: readonly string[],
): object => {
  const parts = partsFor(record, needs);
  const { claims, responseClaims, entities, chunks, flags, unjudged } = record;
  return {
    judge: record.judge,
    limits,
    ...(parts.includes("claims") && claims !== undefined ? { claims } : {}),
    ...(parts.includes("responseClaims") && responseClaims !== undefined ? { responseClaims } : {}),
    ...(parts.includes("entities") && entities !== undefined ? { entities } : {}),
    contexts: chunks.map(({ id, statements }) => ({ ...(id === undefined ? {} : { id }), statements })),
    ...(flags === undefined ? {} : { flags }),
    ...(unjudged === undefined ? {} : { unjudged }),
  };
};

function linesOf(record: JudgementRecord, part: JudgedPart, width: number): string[] {
  if (part === "entities")
    return (record.entities ?? []).map(({ text, chunks }) =>
      fill(
        oneLine(`${text}: ${chunks.length === 0 ? "in no context" : `in ${contexts(chunks)}`}`),
        "  ",
        width,
      ),
    );
  if (part === "statements")
    return record.chunks.flatMap(({ statements }) =>
      statements.map(({ id, text, relevant }) =>
        row(
          id,
          `${relevant === undefined ? "not judged" : relevant ? "relevant" : "not relevant"}: ${text}`,
          2,
          width,
        ),
      ),
    );
  return (record[part] ?? []).flatMap((claim) => claimLines(record, claim, width));
}

/** The claim, and below it the words of the contexts that speak for and against it. */
function claimLines(
  record: JudgementRecord,
  claim: RecordClaim & { readonly relevant?: boolean },
  width: number,
): string[] {
  const texts = new Map(
    record.chunks.flatMap((chunk) => chunk.statements.map((s) => [s.id, s.text] as const)),
  );
  const sure = (share: number | undefined): string =>
    share === undefined ? "" : ` (confidence ${share.toFixed(2)})`;
  const shown = (what: string, by: readonly string[]): string[] => [
    fill(oneLine(what), "      ", width),
    ...by.map((id) => row(id, texts.get(id) ?? "", 8, width)),
  ];
  const supported = claim.support.flatMap(({ chunk, level, by, with: others, sameWords }) =>
    shown(
      sameWords === true
        ? `supported by ${contexts([chunk])}, by the same words`
        : others === undefined
          ? `${level === "full" ? "supported" : "supported in part"} by ${contexts([chunk])}${sure(claim.confidences?.[chunk])}`
          : `supported by ${contexts([chunk])} together with ${contexts(others)}${sure(claim.confidence)}`,
      by,
    ),
  );
  const denied = (claim.contradicted ?? []).flatMap(({ chunk, by, confidence }) =>
    shown(`contradicted by ${contexts([chunk])}${sure(confidence)}`, by),
  );
  const unjudged = record.unjudged?.some(({ ids }) => ids === undefined || ids.includes(claim.id)) === true;
  return [
    row(claim.id, claim.text, 2, width),
    ...(claim.relevant === undefined
      ? []
      : [`      ${claim.relevant ? "relevant" : "not relevant"} to the question`]),
    ...(supported.length + denied.length > 0 || unjudged ? [] : ["      supported by no context"]),
    ...supported,
    ...denied,
    ...(claim.missing === undefined
      ? []
      : [fill(oneLine(`not found: ${claim.missing.join(", ")}`), "      ", width)]),
    ...flagsOf(record, claim.id).map(({ code, what }) =>
      fill(oneLine(`flag ${code}: ${what}`), "      ", width),
    ),
  ];
}

const flagsOf = ({ flags = [] }: JudgementRecord, id: string): Flag[] =>
  flags.filter(({ ids = [] }) => ids.includes(id));

const contexts = (chunks: readonly number[]): string =>
  `${chunks.length === 1 ? "context" : "contexts"} ${chunks.map((chunk) => chunk + 1).join(", ")}`;

const row = (id: string, text: string, indent: number, width: number): string => {
  const start = `${" ".repeat(indent)}${id.padEnd(3)} `;
  return `${start}${fill(oneLine(text), " ".repeat(start.length), width).trimStart()}`;
};

/** What a case lacks for the facets of a metric. */
export function absentIn(record: JudgementRecord, missing: readonly Facet[]): string | undefined {
  const needs = (part: JudgedPart): boolean => READ[part].some((facet) => missing.includes(facet));
  if (needs("responseClaims") && record.response === undefined) return "the case has no response";
  if ((needs("claims") || needs("entities")) && record.reference === undefined)
    return "the case has no reference";
  return record.chunks.length === 0 ? "the case has no contexts" : undefined;
}

/** Claims of what a metric reads that a context contradicts, or may. */
export function doubtsOf(
  record: JudgementRecord,
  needs: readonly Facet[],
): { readonly contradicted: number; readonly flagged: number } {
  const claims = partsFor(record, needs).flatMap((part): readonly RecordClaim[] =>
    part === "claims" || part === "responseClaims" ? (record[part] ?? []) : [],
  );
  return {
    contradicted: claims.filter(({ contradicted = [] }) => contradicted.length > 0).length,
    flagged: claims.filter(({ id }) => flagsOf(record, id).length > 0).length,
  };
}

/** The same in words, behind a score. */
export function contradictedWords(record: JudgementRecord, needs: readonly Facet[]): string {
  const { contradicted, flagged } = doubtsOf(record, needs);
  const words = [
    ...(contradicted === 0 ? [] : [`${counted(contradicted, "claim is", "claims are")} contradicted`]),
    ...(flagged === 0 ? [] : [`${counted(flagged, "claim has", "claims have")} a flag`]),
  ];
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}
