/** The entities of a reference, each once, and the chunks that name them. */
import type { RecordEntity } from "../../core/judgement-record.ts";
import { foldTokens } from "../../text/tokens.ts";
import { withoutMarkup } from "../split/markdown.ts";
import { ColumnChunk } from "./_column-chunk.ts";
import type { Sought } from "./_sought.ts";
import type { Texts } from "./_texts.ts";
import { type Entity, entitySearch, findEntities } from "./entities.ts";

/** `claims`: of the reference, which may be all of it. */
export function entitiesIn(
  reference: string,
  claims: readonly Sought[],
  { statements, columns, bounds, aliases }: Texts,
): RecordEntity[] {
  const entities = new Map<string, Entity>();
  const text = withoutMarkup(reference);
  for (const entity of claims.find((claim) => claim.text === text)?.entities ?? findEntities(text)) {
    const key = keyOf(entity.text);
    if (!entities.has(key)) entities.set(key, entity);
  }
  if (entities.size === 0) return [];
  const chunks = bounds.map(({ at, from, to }) => ({
    at,
    folded: new ColumnChunk(columns, statements.slice(from, to)),
  }));
  return [...entities.values()].map((entity) => {
    const isIn = entitySearch(entity, aliases, columns.words);
    return { text: entity.text, chunks: chunks.filter(({ folded }) => isIn(folded)).map(({ at }) => at) };
  });
}

const keyOf = (text: string): string =>
  foldTokens(text)
    .map(({ key }) => key)
    .join(" ");
