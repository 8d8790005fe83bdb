/** Verdicts of several runs on the same cells, made one. */
import type {
  Contradiction,
  Judged,
  JudgedPart,
  PreparedCase,
  ResponseClaim,
  Support,
} from "../../core/judgement-record.ts";
import type { Level } from "./_levels.ts";
import { levelAt } from "./cells.ts";

/** What is counted over all parts of a case. */
export interface Votes {
  /** Cells that were judged more than once. */
  cells: number;
  /** Those of them that changed between repeats. */
  flips: number;
  /** Claims and statements with such a cell. */
  readonly flipped: Set<string>;
  /** Claims and statements that no run gave a verdict of: unjudged, not unsupported. */
  readonly open: { readonly part: JudgedPart; readonly id: string }[];
}

/** The middle one, which is the majority where there is one; of two in the middle the lower. */
const middle = (levels: readonly Level[]): Level =>
  levels.toSorted((a, b) => a - b)[Math.floor((levels.length - 1) / 2)]!;

function note(votes: Votes, levels: readonly Level[], id: string): void {
  if (levels.length > 1) votes.cells++;
  if (new Set(levels).size < 2) return;
  votes.flips++;
  votes.flipped.add(id);
}

const judgedIn = (run: Judged, part: JudgedPart, id: string): boolean =>
  !(run.unjudged ?? []).some(
    (hole) => hole.part === part && (hole.ids === undefined || hole.ids.includes(id)),
  );

/** The claims of the first run that has any; those of others count where their text is the same. */
export function mergeClaims(
  one: PreparedCase,
  runs: readonly Judged[],
  part: "claims" | "responseClaims",
  votes: Votes,
): ResponseClaim[] | undefined {
  const base = runs.find((run) => run[part] !== undefined)?.[part];
  return base?.map((claim: ResponseClaim): ResponseClaim => {
    const said = runs.flatMap((run): ResponseClaim[] => {
      const list: readonly ResponseClaim[] = run[part] ?? [];
      const same = list.find((other) => other.text === claim.text);
      return same !== undefined && judgedIn(run, part, same.id) ? [same] : [];
    });
    if (said.length === 0) {
      votes.open.push({ part, id: claim.id });
      return claim;
    }
    const support = one.chunks.flatMap(({ at, statements }): Support[] => {
      const levels = said.map((other) => levelAt(other, at));
      note(votes, levels, claim.id);
      const level = middle(levels);
      if (level === 0) return [];
      const shown = new Set(
        said
          .filter((_, i) => levels[i] === level)
          .flatMap((other) => other.support.find((s) => s.chunk === at)!.by),
      );
      const by = statements.map(({ id }) => id).filter((id) => shown.has(id));
      const same = said.every(({ support }) => support.some((s) => s.chunk === at && s.sameWords === true));
      return [
        {
          chunk: at,
          level: level === 2 ? "full" : "partial",
          by: by.length > 0 ? by : [...shown],
          ...(same ? { sameWords: true as const } : {}),
        },
      ];
    });
    const contradicted = one.chunks.flatMap(({ at, statements }): Contradiction[] => {
      const denials = said.flatMap((other) => other.contradicted?.filter(({ chunk }) => chunk === at) ?? []);
      if (denials.length * 2 <= said.length) return [];
      const shown = new Set(denials.flatMap(({ by }) => by));
      return [{ chunk: at, by: statements.map(({ id }) => id).filter((id) => shown.has(id)) }];
    });
    // A confidence of one run says nothing of all of them.
    const { contradicted: _, confidence: __, confidences: ___, relevance: ____, ...rest } = claim;
    const voted: ResponseClaim = { ...rest, support, ...(contradicted.length === 0 ? {} : { contradicted }) };
    const bits = said.flatMap(({ relevant }): Level[] => (relevant === undefined ? [] : [relevant ? 2 : 0]));
    if (bits.length === 0) return voted;
    note(votes, bits, claim.id);
    return { ...voted, relevant: middle(bits) === 2 };
  });
}

export function mergeRelevant(
  one: PreparedCase,
  runs: readonly Judged[],
  votes: Votes,
): string[] | undefined {
  const asked = runs.flatMap((run) =>
    run.relevant === undefined ? [] : [{ run, relevant: new Set(run.relevant) }],
  );
  if (asked.length === 0) return undefined;
  return one.chunks
    .flatMap(({ statements }) => statements)
    .filter(({ id }) => {
      const levels = asked
        .filter(({ run }) => judgedIn(run, "statements", id))
        .map(({ relevant }): Level => (relevant.has(id) ? 2 : 0));
      note(votes, levels, id);
      if (levels.length === 0) votes.open.push({ part: "statements", id });
      return levels.length > 0 && middle(levels) === 2;
    })
    .map(({ id }) => id);
}
