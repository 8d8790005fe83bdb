/** Ranked lists: one, or two side by side with lines between them. */
import { useState } from "preact/hooks";
import type { HitView, ListView } from "../../view/model.ts";
import { RunName } from "../charts/glyph.tsx";
import { msText, scoreText, withCommas } from "../charts/numbers.ts";
import { sameness } from "./lines.ts";
import { HIT_STATES, HitMark, MARKS } from "./marks.tsx";
import { RankLines } from "./rank-lines.tsx";
import { SnippetText } from "./snippet.tsx";

interface ShownList {
  /** Index of the run, for its colour and shape. */
  readonly run: number;
  readonly name: string;
  /** Null if there is no list or its hits were not stored. */
  readonly list: ListView | null;
}

export interface RankedListsProps {
  /** One or two. */
  readonly lists: readonly ShownList[];
  /** A rule is drawn below this rank. */
  readonly k?: number;
  /** false: there is no gold, so hits have no marks. Default: true. */
  readonly judged?: boolean;
}

export function RankedLists({ lists, k, judged = true }: RankedListsProps) {
  const [selected, setSelected] = useState<HitView>();
  const hits = lists.map(({ list }) => list?.hits ?? []);
  const all = hits.flat();
  const bare = all.every(({ title, snippet }) => title === undefined && snippet === undefined);
  const [left, right] = hits;
  const selectedHits = lists.flatMap(({ run, name }, i) => {
    const hit = selected && selectedIn(hits[i]!, selected);
    return hit === undefined ? [] : [{ run, name, hit }];
  });
  return (
    <div class={`lists${bare ? " bare" : ""}${right === undefined ? " single" : ""}`}>
      <Legend hits={all} {...{ k, judged }} />
      {bare && all.length > 0 && (
        <p class="muted small">No text for these hits. Pass --corpus FILE to show it.</p>
      )}
      <div class="list-columns">
        {lists.map((shown, i) => (
          <List
            key={shown.run}
            {...{ shown, k, judged }}
            selected={selectedHits.find(({ run }) => run === shown.run)?.hit.id ?? undefined}
            other={lists[1 - i]}
            onSelect={(hit) => setSelected(hit.id === selected?.id ? undefined : hit)}
          />
        ))}
        {right !== undefined && (
          <div class="rank-gap">
            <RankLines
              left={left!}
              right={right}
              selected={(selected && sameness(selected)) ?? undefined}
              k={k}
            />
          </div>
        )}
      </div>
      {selected !== undefined && selectedHits.length > 0 && (
        <SelectedHit
          id={selected.id}
          found={selectedHits}
          judged={judged}
          onClose={() => setSelected(undefined)}
        />
      )}
    </div>
  );
}

/** The hit itself, or the first one that is the same by the rules. */
const selectedIn = (hits: readonly HitView[], selected: HitView): HitView | undefined =>
  hits.find(({ id }) => id === selected.id) ?? hits.find((hit) => sameness(hit) === sameness(selected));

interface LegendProps {
  readonly hits: readonly HitView[];
  readonly k: number | undefined;
  readonly judged: boolean;
}

/** Explains only the marks that occur. */
function Legend({ hits, k, judged }: LegendProps) {
  if (hits.length === 0) return null;
  const states = HIT_STATES.filter((state) => judged && hits.some((hit) => hit.state === state));
  const graded = hits.some(({ state, grade }) => state === "relevant" && grade !== undefined);
  const marked = (kind: "word" | "gold") =>
    hits.some(({ snippet }) => snippet?.marks.some(([, , one]) => one === kind));
  return (
    <ul class="hit-legend">
      {states.map((state) => (
        <li key={state}>
          <span class={`mark mark-${state}`} aria-hidden="true">
            {MARKS[state].sign}
          </span>{" "}
          {MARKS[state].words}
          {state === "relevant" && graded && ", with its grade"}
        </li>
      ))}
      {marked("word") && (
        <li>
          <mark class="word">word</mark> of the query
        </li>
      )}
      {marked("gold") && (
        <li>
          <mark class="gold">text</mark> from the gold
        </li>
      )}
      {k !== undefined && hits.some(({ rank }) => rank > k) && <li>dashed rule: top {k}</li>}
    </ul>
  );
}

interface ListProps {
  readonly shown: ShownList;
  readonly k: number | undefined;
  readonly selected: string | undefined;
  readonly other: ShownList | undefined;
  readonly judged: boolean;
  onSelect(hit: HitView): void;
}

function List({ shown: { run, name, list }, k, selected, other, judged, onSelect }: ListProps) {
  return (
    <section class="list" aria-label={`Hits of ${name}`}>
      <header>
        <RunName run={run} name={name} />
        <span class="muted">{list === null ? "" : factsOf(list, judged)}</span>
      </header>
      {list === null || list.hits.length === 0 ? (
        <NoHits {...{ list, judged }} />
      ) : (
        <ol>
          {list.hits.map((hit) => (
            <li key={hit.rank} class={hit.rank === k && k < list.length ? "last-counted" : ""}>
              <Hit {...{ hit, other, judged, onSelect }} selected={hit.id !== null && hit.id === selected} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** "7 of 10 unjudged · 50 hits · 24 ms". */
function factsOf({ hits, length, unjudged, ms }: ListView, judged: boolean): string {
  return [
    judged && hits.length > 0 ? `${unjudged} of ${hits.length} unjudged` : "",
    length > hits.length ? `${withCommas(length)} hits` : "",
    ms === undefined ? "" : msText(ms),
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}

function NoHits({ list, judged }: { readonly list: ListView | null; readonly judged: boolean }) {
  if (list === null)
    return <p class="no-hits">No hits: this run has no list for the query, or its hits were not stored.</p>;
  if (list.failed !== undefined)
    return (
      <p class="no-hits failed">
        <b>
          <span aria-hidden="true">! </span>Failed:
        </b>{" "}
        <bdi>{list.failed}</bdi>
        {judged && (
          <>
            <br />
            <span class="muted">A failure does not count as a miss.</span>
          </>
        )}
      </p>
    );
  if (list.length > 0)
    return <p class="no-hits">Returned {withCommas(list.length)} hits, but they were not stored.</p>;
  return <p class="no-hits">Returned an empty list.</p>;
}

interface HitProps {
  readonly hit: HitView;
  readonly selected: boolean;
  readonly other: ShownList | undefined;
  readonly judged: boolean;
  onSelect(hit: HitView): void;
}

function Hit({ hit, selected, other, judged, onSelect }: HitProps) {
  const { rank, id, title, snippet, state } = hit;
  const key = sameness(hit);
  const there = key === null ? undefined : other?.list?.hits.find((one) => sameness(one) === key);
  return (
    <button
      type="button"
      class={`hit hit-${state}${selected ? " selected" : ""}`}
      aria-pressed={selected}
      disabled={id === null}
      onClick={() => id !== null && onSelect(hit)}
    >
      <span class="hit-head">
        <span class="rank">{rank}</span>
        <span class="id cut" title={id ?? ""}>
          {id ?? "no id"}
        </span>
        <span class="hit-title cut" dir="auto" title={title ?? ""}>
          {title}
        </span>
        {judged && <HitMark hit={hit} />}
      </span>
      <span class="snippet" dir="auto">
        {snippet !== undefined && <SnippetText snippet={snippet} />}
      </span>
      {there !== undefined && (
        <span class="unseen">
          rank {there.rank} in {other!.name}
        </span>
      )}
    </button>
  );
}

interface SelectedHitProps {
  readonly id: HitView["id"];
  readonly found: readonly { readonly run: number; readonly name: string; readonly hit: HitView }[];
  readonly judged: boolean;
  onClose(): void;
}

/** The selected hit, with its whole text. */
function SelectedHit({ id, found, judged, onClose }: SelectedHitProps) {
  const own = found.filter(({ hit }) => hit.id === id);
  const { hit } = own[0] ?? found[0]!;
  const snippet = own.find((one) => one.hit.snippet !== undefined)?.hit.snippet;
  return (
    <aside class={`selected-hit hit-${hit.state}`} aria-label="Selected hit" aria-live="polite">
      <header>
        <span class="id">{hit.id}</span>
        <b dir="auto">{hit.title}</b>
        {judged && <HitMark hit={hit} />}
        {hit.doc !== undefined && hit.doc !== hit.id && <span class="id muted">{hit.doc}</span>}
        {found.map((one) => (
          <span key={one.run} class="place">
            <RunName
              run={one.run}
              name={one.name}
              note={`rank ${one.hit.rank}${one.hit.score === undefined ? "" : `, score ${scoreText(one.hit.score)}`}`}
            />
          </span>
        ))}
        <button type="button" class="selected-close" onClick={onClose}>
          Close
        </button>
      </header>
      <p dir="auto">
        {snippet === undefined ? <span class="muted">No text.</span> : <SnippetText snippet={snippet} />}
      </p>
    </aside>
  );
}
