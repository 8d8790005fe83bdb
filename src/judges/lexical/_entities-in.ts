/** The entities of a reference, each once, and the chunks that name them. */
import type { RecordEntity } from "../../core/judgement.ts";
import type { Texts } from "./_texts.ts";
import { findEntities } from "./entities.ts";
import { foldTokens, impliedKeys } from "./tokens.ts";

const keysOf = (text: string): string[] => foldTokens(text).map(({ key }) => key);

export function entitiesIn(reference: string, { statements, bounds }: Texts): RecordEntity[] {
  const wanted = new Map<string, { text: string; keys: readonly string[]; chunks: number[] }>();
  for (const { text } of findEntities(reference)) {
    const keys = keysOf(text);
    const name = keys.join(" ");
    if (keys.length > 0 && !wanted.has(name)) wanted.set(name, { text, keys, chunks: [] });
  }
  const first = new Set([...wanted.values()].map(({ keys }) => keys[0]!));
  for (const { at, from, to } of bounds)
    for (let place = from; place < to && wanted.size > 0; place++) {
      const row = keysOf(statements[place]!.text);
      row.forEach((key, i) => {
        if (!first.has(key) && !impliedKeys(key).some((part) => first.has(part))) return;
        for (const one of wanted.values())
          if (one.chunks.at(-1) !== at && begins(row, i, one.keys)) one.chunks.push(at);
      });
    }
  return [...wanted.values()].map(({ text, chunks }) => ({ text, chunks }));
}

const begins = (row: readonly string[], at: number, keys: readonly string[]): boolean =>
  keys.every(
    (key, i) => row[at + i] === key || (row[at + i] !== undefined && impliedKeys(row[at + i]!).includes(key)),
  );
