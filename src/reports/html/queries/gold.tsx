/** The relevant items of a query, and where each run ranks them. */
import { useState } from "preact/hooks";
import type { ForbiddenView, GoldItemView, QueryView, View } from "../../view/model.ts";
import { Glyph, RunName } from "../charts/glyph.tsx";
import { placeWords } from "./place-words.ts";

/** Some queries have hundreds of relevant documents, which would push the ranked lists out of sight. */
const FIRST = 8;

export interface GoldProps {
  readonly view: View;
  readonly query: QueryView;
  /** Places of the runs that have a column. */
  readonly runs: readonly number[];
}

export interface GoldTableProps extends GoldProps {
  /** Cut-off of the shown metric; items ranked below it are marked. */
  readonly k: number | undefined;
}

export function GoldTable({ view, query, runs, k }: GoldTableProps) {
  const [all, setAll] = useState(false);
  if (query.gold.length === 0)
    return (
      <p class="muted">
        {query.unanswerable ? "Nothing in the corpus answers this query." : "None in the gold."}
      </p>
    );
  const items = foundFirst(query.gold, runs).slice(0, all ? undefined : FIRST);
  const graded = query.gold.some(({ grade }) => grade !== undefined);
  return (
    <>
      <table class="gold">
        <thead>
          <tr>
            {graded && (
              <th scope="col" class="num col-grade">
                Grade
              </th>
            )}
            <th scope="col">Document</th>
            {runs.map((run) => (
              <th key={run} scope="col" class="col-place">
                <RunName run={run} name={view.runs[run]!.name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.ids.join("\n")}>
              {graded && <td class="num col-grade">{item.grade}</td>}
              <td class="col-item">
                <GoldItem item={item} />
              </td>
              {runs.map((run) => (
                <td key={run} class="col-place">
                  <GoldPlace place={item.places[run]} run={run} name={view.runs[run]!.name} k={k} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {query.gold.length > FIRST && (
        <button type="button" class="show-all no-print" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${FIRST}` : `Show all ${query.gold.length}`}
        </button>
      )}
    </>
  );
}

/** If not all items fit, the best ranked come first. */
function foundFirst(items: readonly GoldItemView[], runs: readonly number[]): readonly GoldItemView[] {
  if (items.length <= FIRST) return items;
  const best = (item: GoldItemView) =>
    Math.min(...runs.map((run) => item.places[run]?.rank ?? Number.MAX_SAFE_INTEGER));
  return [...items].sort((x, y) => best(x) - best(y));
}

const KIND_WORDS: Readonly<Record<GoldItemView["kind"], string>> = {
  document: "",
  group: "any of",
  passage: "passage",
  span: "span",
};

function GoldItem({ item: { ids, kind, title, text } }: { readonly item: GoldItemView }) {
  const kindWords = kind === "group" && ids.length === 1 ? "" : KIND_WORDS[kind];
  return (
    <span class="gold-item" title={text ?? ""}>
      {kindWords !== "" && <span class="muted">{kindWords} </span>}
      <span class="id cut" title={ids.join("\n")}>
        {ids.join(", ")}
      </span>
      <span class="cut" dir="auto">
        {title ?? text}
      </span>
    </span>
  );
}

interface GoldPlaceProps {
  readonly place: GoldItemView["places"][number] | undefined;
  readonly run: number;
  readonly name: string;
  readonly k: number | undefined;
}

function GoldPlace({ place, run, name, k }: GoldPlaceProps) {
  const { found, sign, words } = placeWords(place, k);
  return (
    <>
      {/* Narrow screens hide the table head, so each cell names its run. */}
      <span class="owner" title={name}>
        <Glyph run={run} /> {name}
      </span>
      <span class={found}>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
        {words}
      </span>
    </>
  );
}

/** Forbidden documents that were returned, and how many were not. */
export function Forbidden({ view, query, runs }: GoldProps) {
  if (query.forbidden.length === 0) return null;
  const cameBack = ({ ranks }: ForbiddenView) => runs.some((run) => typeof ranks[run] === "number");
  const returned = query.forbidden.filter(cameBack);
  const others = query.forbidden.length - returned.length;
  return (
    <div class={returned.length > 0 ? "forbidden returned" : "forbidden"}>
      {returned.length > 0 && (
        <>
          <h3>
            <span aria-hidden="true">⊘ </span>
            {returned.length === 1
              ? "A forbidden document was returned"
              : "Forbidden documents were returned"}
          </h3>
          <ul>
            {returned.map(({ id, ranks }) => (
              <li key={id}>
                <span class="id cut" title={id}>
                  {id}
                </span>
                {runs.map((run) => (
                  <RunName
                    key={run}
                    run={run}
                    name={view.runs[run]!.name}
                    note={typeof ranks[run] === "number" ? `rank ${ranks[run]}` : "not returned"}
                  />
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {others > 0 && (
        <p class="muted small">
          {others === 1 ? "1 forbidden document was" : `${others} forbidden documents were`} not returned.
        </p>
      )}
    </div>
  );
}
