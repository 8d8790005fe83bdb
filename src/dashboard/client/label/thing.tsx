/** What is labelled: a document for a query, or a claim with the chunks to look for it in. */
import { SnippetText } from "../../../reports/html/queries/snippet.tsx";
import type { LabelChunk, LabelItem } from "../../label-desk.ts";

interface ThingProps {
  readonly item: LabelItem;
  /** Are the sentences that the judge named shown? */
  readonly evidence: boolean;
}

export function Thing({ item, evidence }: ThingProps) {
  const { question, query, claim, chunks } = item;
  return (
    <article class="label-thing">
      <p class="muted small">
        {question === undefined ? "Query" : "Question"}{" "}
        <span class="id" title={query}>
          {query}
        </span>
      </p>
      <h2 class="label-question" dir="auto" tabIndex={-1} id="question">
        {question ?? query}
      </h2>
      {claim === undefined ? (
        <Document item={item} />
      ) : (
        <>
          <p class="label-claim" dir="auto">
            <span class="muted small">Claim</span> {claim}
          </p>
          <ol class="label-chunks">
            {(chunks ?? []).map((chunk, at) => (
              <Chunk key={at} {...{ chunk, evidence }} />
            ))}
          </ol>
        </>
      )}
    </article>
  );
}

function Document({ item: { id, title, text } }: { readonly item: LabelItem }) {
  return (
    <div class="label-document">
      {title === undefined ? null : (
        <h3 dir="auto" class="label-title">
          {title}
        </h3>
      )}
      <p class="id cut muted" title={id}>
        {id}
      </p>
      {text === undefined ? (
        <p class="muted">The text of this document is not known. Pass the documents with --corpus.</p>
      ) : (
        <p class="label-text" dir="auto">
          <SnippetText snippet={text} />
        </p>
      )}
    </div>
  );
}

function Chunk({ chunk, evidence }: { readonly chunk: LabelChunk; readonly evidence: boolean }) {
  const { id, text, evidence: named = [] } = chunk;
  return (
    <li>
      {id === undefined ? null : (
        <span class="id muted cut" title={id}>
          {id}
        </span>
      )}
      <p class="label-text" dir="auto">
        {text}
      </p>
      {evidence && named.length > 0 ? (
        <p class="label-evidence" dir="auto">
          <span class="muted small">The judge named:</span> {named.join(" ")}
        </p>
      ) : null}
    </li>
  );
}
