/** The judged claims of a query, each with the sentences that support it. */
import { counted } from "../../../text/counted.ts";
import type { ClaimView, JudgedView, QueryView, View } from "../../view/model.ts";
import { RunName } from "../charts/glyph.tsx";

export interface ClaimsProps {
  readonly view: View;
  readonly query: QueryView;
  readonly runs: readonly number[];
}

export function Claims({ view, query, runs }: ClaimsProps) {
  const judged = runs.flatMap((run) => {
    const one = query.judged[run] ?? null;
    return one === null ? [] : [{ run, judged: one }];
  });
  if (judged.length === 0) return null;
  return (
    <section class="claims">
      <h3>Judged claims</h3>
      {judged.map(({ run, judged }) => (
        <div key={run}>
          <p>
            <RunName run={run} name={view.runs[run]!.name} note={`judged by ${judged.judge}`} />
          </p>
          {judged.flags.map((flag) => (
            <p key={flag} class="flag">
              <span aria-hidden="true">! </span>
              {flag}
            </p>
          ))}
          <ClaimList title="Claims of the reference answer" side="reference" judged={judged} />
          {judged.answered !== undefined && (
            <p class="answer">
              <span class="muted">Response</span> <span dir="auto">{judged.answered}</span>
            </p>
          )}
          <ClaimList title="Claims of the response" side="response" judged={judged} />
          <Chunks judged={judged} open={(query.lists[run]?.hits ?? []).length === 0} />
        </div>
      ))}
    </section>
  );
}

interface ChunksProps {
  readonly judged: JudgedView;
  /** Closed where the ranked list shows them. */
  readonly open: boolean;
}

/** The texts that claims were checked against, in the order of the list. */
function Chunks({ judged: { chunks, reference = [], response = [], unjudged = [] }, open }: ChunksProps) {
  if (chunks.length === 0) return null;
  const supported = (claims: readonly ClaimView[], at: number): number =>
    claims.filter(({ support }) => support.some(({ chunk }) => chunk === at)).length;
  return (
    <details class="chunks" open={open}>
      <summary>
        {chunks.length === 1 ? "The chunk" : `The ${chunks.length} chunks`} that claims were checked against
      </summary>
      <ol>
        {chunks.map(({ id, text }, at) => {
          const count = supported(reference, at) + supported(response, at);
          return (
            <li key={at}>
              <span class="id" title={id}>
                {id}
              </span>{" "}
              <span class={count > 0 ? "claim-full" : "muted"}>
                {count === 0
                  ? unjudged.length > 0
                    ? "not judged"
                    : "supports no claim"
                  : `✓ supports ${counted(count, "claim", "claims")}`}
              </span>
              <p dir="auto">{text}</p>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

interface ClaimListProps {
  readonly title: string;
  readonly side: "reference" | "response";
  readonly judged: JudgedView;
}

function ClaimList({ title, side, judged }: ClaimListProps) {
  const open = judged.unjudged?.includes(side) === true;
  const claims = judged[side] ?? (open ? [] : undefined);
  if (claims === undefined) return null;
  return (
    <>
      <h4>{title}</h4>
      {claims.length === 0 && <p class="muted">{open ? "Not judged." : "None."}</p>}
      <ul>
        {claims.map((claim) => (
          <li key={claim.id} class="claim">
            <Claim claim={claim} judged={judged} />
          </li>
        ))}
      </ul>
    </>
  );
}

const LEVELS = {
  full: { sign: "✓", words: "supported" },
  partial: { sign: "◐", words: "partly supported" },
  none: { sign: "✗", words: "not supported" },
} as const;

function Claim({ claim, judged }: { readonly claim: ClaimView; readonly judged: JudgedView }) {
  const level = claim.support.some((one) => one.level === "full")
    ? "full"
    : claim.support.length > 0
      ? "partial"
      : "none";
  const { sign, words } = LEVELS[level];
  return (
    <>
      <p>
        <span class={`claim-sign claim-${level}`} title={words}>
          <span aria-hidden="true">{sign}</span>
          <span class="unseen">{words}: </span>
        </span>
        <span dir="auto">{claim.text}</span>
        {claim.relevant === false && <span class="muted"> (not relevant to the question)</span>}
      </p>
      {claim.support.map(({ chunk, level: supports, evidence }) => (
        <details key={chunk} class="evidence" open={evidence.length > 0}>
          <summary>
            <span class="muted">
              {LEVELS[supports].words} by chunk {chunk + 1}
            </span>{" "}
            <span class="id">{judged.chunks[chunk]?.id}</span>
          </summary>
          {evidence.length > 0
            ? evidence.map((sentence, at) => (
                <blockquote key={at} dir="auto">
                  {sentence}
                </blockquote>
              ))
            : judged.chunks[chunk] !== undefined && (
                <blockquote dir="auto">{judged.chunks[chunk].text}</blockquote>
              )}
        </details>
      ))}
    </>
  );
}
