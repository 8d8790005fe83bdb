/** Statements as they are compared: which of them are evidence, and the headings that hold for them. */
import { headingLevel, isQuestion, isTableRow, TABLE } from "../split/markdown.ts";

export interface StatementRoles {
  /** 1 where a statement is no evidence by itself: a question, a heading. */
  readonly mute: Uint8Array;
  /** 1 where neighbours say nothing: a row of a table, whose words belong to their columns. */
  readonly row: Uint8Array;
  /** The headings above a statement, as places in the same list; most have none. */
  readonly under: ReadonlyMap<number, readonly number[]>;
  /** Where a section begins: a place, and the chunk's own. None in a chunk without headings. */
  readonly sections: ReadonlySet<number>;
}

/** `bounds`: where each chunk begins and ends. A heading ends with its chunk, or with the next one of its rank. */
export function rolesOf(
  texts: readonly string[],
  bounds: readonly { readonly from: number; readonly to: number }[],
): StatementRoles {
  const mute = new Uint8Array(texts.length);
  const row = new Uint8Array(texts.length);
  const under = new Map<number, readonly number[]>();
  const sections = new Set<number>();
  for (const { from, to } of bounds) {
    let open: { at: number; level: number }[] = [];
    for (let at = from; at < to; at++) {
      const text = texts[at]!;
      const level = headingLevel(text);
      if (level !== undefined) {
        mute[at] = 1;
        if (level < TABLE) sections.add(at);
        open = [...open.filter((one) => one.level < level), { at, level }];
        continue;
      }
      if (isQuestion(text)) mute[at] = 1;
      if (isTableRow(text)) row[at] = 1;
      else if (open.at(-1)?.level === TABLE) open = open.filter((one) => one.level < TABLE);
      if (open.length > 0)
        under.set(
          at,
          open.map((one) => one.at),
        );
    }
  }
  return { mute, row, under, sections };
}
