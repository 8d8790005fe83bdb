/** The entities of a reference, each once, and the chunks that name them. */
import type { RecordEntity } from "../../core/judgement-record.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { withoutMarkup } from "../split/markdown.ts";
import type { Texts } from "./_texts.ts";
import { type Entity, entitySearch, findEntities, foldChunk } from "./entities.ts";

export function entitiesIn(reference: string, { statements, bounds, aliases }: Texts): RecordEntity[] {
  const entities = new Map<string, Entity>();
  for (const entity of findEntities(withoutMarkup(reference))) {
    const key = keyOf(entity.text);
    if (!entities.has(key)) entities.set(key, entity);
  }
  if (entities.size === 0) return [];
  const chunks = bounds.map(({ at, from, to }) => {
    const tokens: Token[] = [];
    for (let i = from; i < to; i++) for (const token of statements[i]!.tokens) tokens.push(token);
    return { at, folded: foldChunk("", tokens) };
  });
  return [...entities.values()].map((entity) => {
    const isIn = entitySearch(entity, aliases);
    return { text: entity.text, chunks: chunks.filter(({ folded }) => isIn(folded)).map(({ at }) => at) };
  });
}

const keyOf = (text: string): string =>
  foldTokens(text)
    .map(({ key }) => key)
    .join(" ");
