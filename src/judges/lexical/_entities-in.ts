/** The entities of a reference, each once, and the chunks that name them. */
import type { RecordEntity } from "../../core/judgement.ts";
import type { Texts } from "./_texts.ts";
import { type Entity, findEntities, foldChunk, searchEntity } from "./entities.ts";
import { foldTokens } from "./tokens.ts";

export function entitiesIn(reference: string, { statements, bounds }: Texts): RecordEntity[] {
  const entities = new Map<string, Entity>();
  for (const entity of findEntities(reference)) {
    const key = keyOf(entity.text);
    if (!entities.has(key)) entities.set(key, entity);
  }
  if (entities.size === 0) return [];
  const chunks = bounds.map(({ at, from, to }) => ({
    at,
    folded: foldChunk(
      "",
      statements.slice(from, to).flatMap(({ tokens }) => tokens),
    ),
  }));
  return [...entities.values()].map((entity) => ({
    text: entity.text,
    chunks: chunks.filter(({ folded }) => searchEntity(entity, folded)).map(({ at }) => at),
  }));
}

const keyOf = (text: string): string =>
  foldTokens(text)
    .map(({ key }) => key)
    .join(" ");
