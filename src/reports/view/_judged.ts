/** The judged claims of a query, with the sentences that show them. */
import type { JudgementRecord, RecordClaim } from "../../core/judgement-record.ts";
import { claimsOf } from "../_judged.ts";
import { judgeName } from "../judging-text.ts";
import type { RunJudgement } from "../model.ts";
import { wordsOf } from "./_problem-words.ts";
import type { ClaimView, JudgedView } from "./model.ts";

export function judgedView(record: JudgementRecord, { sides }: Pick<RunJudgement, "sides">): JudgedView {
  const statements = new Map(
    record.chunks.flatMap((chunk) => chunk.statements.map(({ id, text }) => [id, text] as const)),
  );
  const claim = ({
    id,
    text,
    support,
    relevant,
  }: RecordClaim & { readonly relevant?: boolean }): ClaimView => ({
    id,
    text,
    support: support.map(({ chunk, level, by }) => ({
      chunk,
      level,
      evidence: by.flatMap((one) => statements.get(one) ?? []),
    })),
    ...(relevant === undefined ? {} : { relevant }),
  });
  const side = (name: "reference" | "response", given: readonly RecordClaim[] | undefined) =>
    given === undefined || !sides.includes(name) ? {} : { [name]: claimsOf(record, name).map(claim) };
  const holes = record.unjudged ?? [];
  const unjudged = (["reference", "response"] as const).filter(
    (name) =>
      sides.includes(name) &&
      holes.some(({ part }) => part === (name === "reference" ? "claims" : "responseClaims")),
  );
  return {
    judge: judgeName(record.judge),
    ...(record.response === undefined ? {} : { answered: record.response }),
    chunks: record.chunks.map(({ id, text }) => ({ ...(id === undefined ? {} : { id }), text })),
    ...side("reference", record.claims),
    ...side("response", record.responseClaims),
    ...(unjudged.length === 0 ? {} : { unjudged }),
    flags: [
      ...(record.flags ?? []).map(({ what, ids }) =>
        ids === undefined ? what : `${ids.join(", ")}: ${what}`,
      ),
      // One problem can leave several parts open.
      ...new Set(holes.map(({ problem }) => `not judged: ${wordsOf(problem)}`)),
    ],
  };
}
