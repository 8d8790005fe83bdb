/** A desk for the claims of a judgement: does what was retrieved support them? */
import type { JudgementRecord, RecordClaim } from "../core/judgement-record.ts";
import { shuffledPlaces } from "../evaluate/label/order.ts";
import { createDesk, type DeskOptions } from "./_label-items.ts";
import type { LabelChunk, LabelDesk, LabelItem } from "./label-desk.ts";

export interface ClaimDeskOptions extends DeskOptions {
  readonly records: readonly JudgementRecord[];
  readonly fileName: string;
  readonly by?: string;
  readonly seed: number;
  /** The name of what `export` gives. */
  readonly exportName: string;
}

const CHOICES = [
  { key: "0", value: "none", words: "not supported" },
  { key: "1", value: "partial", words: "partly supported" },
  { key: "2", value: "full", words: "fully supported" },
];

interface ClaimThing {
  readonly record: JudgementRecord;
  readonly claim: RecordClaim;
}

export function createClaimDesk(options: ClaimDeskOptions): Promise<LabelDesk> {
  const { records, fileName, by, seed, exportName } = options;
  const things = new Map<string, ClaimThing>();
  for (const record of records)
    for (const claim of [...(record.claims ?? []), ...(record.responseClaims ?? [])])
      things.set(thingOf(record.id, claim.id), { record, claim });
  const all = [...things.keys()];
  return createDesk(
    {
      facts: { kind: "claims", file: fileName, ...(by === undefined ? {} : { by }), choices: CHOICES },
      total: all.length,
      level: "nominal",
      has: (thing) => things.has(thing),
      item: (thing) => itemOf(thing, things.get(thing)!),
      read(line) {
        if (!("claim" in line)) return undefined;
        const { query, claim, label, by: annotator, skip, undo, comment } = line;
        return {
          thing: thingOf(query, claim),
          act: {
            by: annotator,
            ...(label === undefined ? {} : { value: label }),
            ...(skip === undefined ? {} : { skip }),
            ...(undo === undefined ? {} : { undo }),
            ...(comment === undefined ? {} : { comment }),
          },
        };
      },
      write(thing, value) {
        const { record, claim } = things.get(thing)!;
        return { query: record.id, claim: claim.id, ...(value === undefined ? {} : { label: value }) };
      },
      settle: () => {},
      // At random: corrected means are only right for claims that nobody picked.
      order(annotator, wanted) {
        const places = shuffledPlaces(all.length, seed, annotator);
        return all
          .map((thing, i) => ({ thing, place: places[i]! }))
          .filter(({ thing }) => wanted(thing))
          .sort((x, y) => x.place - y.place)
          .map(({ thing }) => thing);
      },
      progress: () => ({ runs: [], verdicts: [] }),
      async exported(book) {
        const rows = all.flatMap((thing) => {
          const { record, claim } = things.get(thing)!;
          return book.said(thing).flatMap(({ by: annotator, value, comment }) =>
            value === undefined
              ? []
              : [
                  {
                    id: record.id,
                    question: record.question,
                    claim: claim.id,
                    text: claim.text,
                    label: value,
                    annotator,
                    ...(comment === undefined ? {} : { comment }),
                  },
                ],
          );
        });
        return { name: exportName, text: rows.map((row) => `${JSON.stringify(row)}\n`).join("") };
      },
    },
    options,
  );
}

const thingOf = (query: string, claim: string): string => JSON.stringify([query, claim]);

function itemOf(thing: string, { record, claim }: ClaimThing): LabelItem {
  return {
    item: thing,
    query: record.id,
    question: record.question,
    claim: claim.text,
    chunks: record.chunks.flatMap(({ id, text, statements, sameAs }, at): LabelChunk[] => {
      if (sameAs !== undefined) return [];
      const named = new Set(claim.support.find(({ chunk }) => chunk === at)?.by ?? []);
      const evidence = statements.filter((one) => named.has(one.id)).map((one) => one.text);
      return [
        {
          ...(id === undefined ? {} : { id }),
          text,
          ...(evidence.length === 0 ? {} : { evidence }),
        },
      ];
    }),
  };
}
