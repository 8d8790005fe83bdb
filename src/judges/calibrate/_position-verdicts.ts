import type { Judged, JudgedPart, PreparedCase } from "../../core/judgement-record.ts";
import type { Level } from "./_levels.ts";
import { levelAt } from "./cells.ts";

/** What was said of one chunk. Cells by claim text or number of the statement: both stay when chunks move. */
export interface ChunkVerdicts {
  readonly cells: ReadonlyMap<string, Level>;
  readonly supporting: boolean;
}

/** By the number of the chunk in the given order; `order[p]` is the chunk at place p of the case that was asked. */
export function verdictsOf(asked: PreparedCase, judged: Judged, order: readonly number[]): ChunkVerdicts[] {
  const verdicts: ChunkVerdicts[] = [];
  const relevant = judged.relevant && new Set(judged.relevant);
  asked.chunks.forEach(({ at, statements }, place) => {
    const cells = new Map<string, Level>();
    for (const part of ["claims", "responseClaims"] as const)
      for (const claim of judged[part] ?? [])
        if (isJudged(judged, part, claim.id)) cells.set(`${part} ${claim.text}`, levelAt(claim, at));
    statements.forEach(({ id }, i) => {
      if (relevant !== undefined && isJudged(judged, "statements", id))
        cells.set(`statement ${i}`, relevant.has(id) ? 2 : 0);
    });
    verdicts[order[place]!] = { cells, supporting: [...cells.values()].some((level) => level > 0) };
  });
  return verdicts;
}

const isJudged = ({ unjudged = [] }: Judged, part: JudgedPart, id: string): boolean =>
  !unjudged.some((hole) => hole.part === part && (hole.ids === undefined || hole.ids.includes(id)));
