/** A label desk over small runs, with its file in a folder of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LabelDesk } from "../../src/dashboard/label-desk.ts";
import { createHitDesk } from "../../src/dashboard/label-hits.ts";
import type { GoldValue } from "../../src/evaluate/input/read-gold.ts";
import { LabelPool } from "../../src/evaluate/label/pool.ts";
import { type LabelFile, openLabels } from "../../src/store/labels.ts";

export interface SmallLabelling {
  readonly gold: ReadonlyMap<string, GoldValue>;
  readonly runs: readonly {
    readonly name: string;
    readonly run: ReadonlyMap<string, readonly { readonly id: string; readonly text?: string }[]>;
  }[];
  readonly words?: ReadonlyMap<string, string>;
  readonly metric?: string;
  readonly highest?: (query: string) => number;
}

const TEXTS = [
  "The ferry to the island leaves from pier 4 at noon.",
  "Tickets for the harbour museum cost nine euros.",
  "بوابة الميناء تفتح في الثامنة صباحا.",
  "港口在早上八点开门。",
];

/** Two runs that differ in what they find; the gold knows little. */
export function smallLabelling(queries = 8): SmallLabelling {
  const ids = Array.from({ length: queries }, (_, i) => `q${i}`);
  const run = (shift: number) =>
    new Map(
      ids.map((query, q) => [
        query,
        Array.from({ length: 4 }, (_, i) => {
          const n = (q + i * shift) % 7;
          return { id: `d${n}`, text: TEXTS[n % TEXTS.length]! };
        }).filter((hit, i, all) => all.findIndex(({ id }) => id === hit.id) === i),
      ]),
    );
  return {
    gold: new Map(ids.map((query, q) => [query, new Map([[`d${q % 7}`, 1]])])),
    runs: [
      { name: "overlap", run: run(1) },
      { name: "prefix", run: run(2) },
    ],
    words: new Map(ids.map((query, q) => [query, `When does the ferry leave from pier ${q}?`])),
  };
}

export interface OpenDesk {
  readonly desk: LabelDesk;
  readonly pool: LabelPool;
  readonly path: string;
}

/** `path`: labels that are there already, of another desk. */
export async function withDesk(
  given: SmallLabelling,
  use: (open: OpenDesk) => Promise<void>,
  path?: string,
): Promise<void> {
  const folder = path === undefined ? await mkdtemp(join(tmpdir(), "goldie-desk-")) : undefined;
  const at = path ?? join(folder!, "labels.jsonl");
  const file: LabelFile = await openLabels(at);
  const pool = new LabelPool({
    gold: given.gold,
    runs: given.runs,
    metric: given.metric ?? "ndcg@3",
    ...(given.highest === undefined ? {} : { highest: given.highest }),
  });
  try {
    const desk = await createHitDesk({
      pool,
      file,
      fileName: "labels.jsonl",
      seed: 1,
      now: () => new Date(0),
      words: (query) => given.words?.get(query),
      document: () => undefined,
      exported: async (all) => ({
        name: "gold.jsonl",
        text: [...all.gold()]
          .map(([id, value]) => {
            const { grades = value } = value as { grades?: unknown };
            return `${JSON.stringify({ id, grades: Object.fromEntries(grades as Map<string, number>) })}\n`;
          })
          .join(""),
      }),
    });
    await use({ desk, pool, path: at });
  } finally {
    await file.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  }
}
