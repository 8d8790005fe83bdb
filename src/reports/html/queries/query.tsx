/** One query: its relevant documents, the ranked lists, and how its scores were computed. */
import type { QueryView, View } from "../../view/model.ts";
import { RunName } from "../charts/glyph.tsx";
import { differenceText, scoreText } from "../charts/numbers.ts";
import { sameGold } from "../charts/paired.ts";
import type { PageState } from "../state.ts";
import { Claims } from "./claims.tsx";
import { Derivations } from "./derivation.tsx";
import { PairChoice } from "./filters.tsx";
import { Forbidden, GoldTable } from "./gold.tsx";
import { RankedLists } from "./lists.tsx";
import { columnRuns, type ShownRuns, shownMetric, shownRuns } from "./pair.ts";
import { OtherGold, StateWord } from "./row.tsx";

/** Use the query id as key, so that no selection or unfolded part carries over to the next query. */
export interface QueryPageProps extends Pick<PageState, "metric" | "pair"> {
  readonly view: View;
  readonly query: QueryView;
  /** Lets the reader choose two of three or more runs. */
  onPair?(pair: readonly [a: number, b: number]): void;
}

export function QueryPage({ view, query, onPair, ...state }: QueryPageProps) {
  const metric = shownMetric(view, state);
  const pair = shownRuns(view, state);
  const runs = columnRuns(view, pair);
  const { k } = view.metrics[metric] ?? {};
  // Cases that were only judged have neither gold nor lists.
  const isJudged = query.judged.some((one) => one !== null);
  const hasGold = query.gold.length > 0 || query.unanswerable === true;
  const hasLists = pair.some((run) => {
    const list = query.lists[run] ?? null;
    return list !== null && (list.hits.length > 0 || list.failed !== undefined);
  });
  return (
    <>
      <h2 class="question" dir="auto">
        {query.question ?? query.id}
      </h2>
      <QueryFacts {...{ view, query, runs, metric }} />
      {query.answer !== undefined && (
        <p class="answer">
          <span class="muted">Answer</span> <span dir="auto">{query.answer}</span>
        </p>
      )}
      <Forbidden {...{ view, query, runs }} />
      {(hasGold || !isJudged) && (
        <>
          <h3>Relevant documents</h3>
          <GoldTable {...{ view, query, runs, k }} />
        </>
      )}
      {(hasLists || !isJudged) && <ListsOfPair {...{ view, query, pair, k, onPair }} />}
      <Claims {...{ view, query, runs }} />
      <h3>How the scores were computed</h3>
      <Derivations {...{ view, query, runs, metric }} />
    </>
  );
}

interface ListsOfPairProps extends Pick<QueryPageProps, "view" | "query"> {
  readonly onPair: QueryPageProps["onPair"];
  readonly pair: ShownRuns;
  readonly k: number | undefined;
}

function ListsOfPair({ view, query, pair, k, onPair }: ListsOfPairProps) {
  return (
    <>
      <h3>Ranked lists</h3>
      {onPair !== undefined && view.runs.length > 2 && (
        <div class="filters no-print">
          <PairChoice view={view} state={pair.length === 2 ? { pair } : {}} onPair={onPair} />
        </div>
      )}
      <RankedLists
        lists={pair.map((run) => ({ run, name: view.runs[run]!.name, list: query.lists[run] ?? null }))}
        {...(k === undefined ? {} : { k })}
      />
    </>
  );
}

interface DifferenceProps {
  readonly view: View;
  readonly runs: readonly number[];
  readonly at: number;
  readonly scores: readonly (QueryView["scores"][number][number] | undefined)[];
}

function Difference({ view, runs, at, scores }: DifferenceProps) {
  const [a, b] = scores.map((score) => score?.value ?? null);
  if (typeof a !== "number" || typeof b !== "number") return null;
  if (!sameGold(view.queries, runs[0]!, runs[1]!, at)) return <OtherGold />;
  return <span class="num">{differenceText(b - a)}</span>;
}

interface QueryFactsProps {
  readonly view: View;
  readonly query: QueryView;
  readonly runs: readonly number[];
  readonly metric: number;
}

function QueryFacts({ view, query, runs, metric }: QueryFactsProps) {
  const scores = runs.map((run) => query.scores[run]?.[metric]);
  const at = view.queries.ids.indexOf(query.id);
  return (
    <ul class="facts">
      {Object.entries(query.tags).map(([tag, value]) => (
        <li key={tag} dir="auto">
          <span class="muted">{tag}</span> {value}
        </li>
      ))}
      {view.metrics[metric] !== undefined && (
        <li class="fact-scores">
          <span class="muted">{view.metrics[metric].name}</span>
          {runs.map((run, i) => (
            <span key={run} class="fact-score">
              <RunName run={run} name={view.runs[run]!.name} />
              {scores[i]?.value === null || scores[i] === undefined ? (
                <StateWord state={scores[i]?.state} />
              ) : (
                <b class="num">{scoreText(scores[i].value)}</b>
              )}
            </span>
          ))}
          {runs.length === 2 && <Difference {...{ view, runs, at }} scores={scores} />}
        </li>
      )}
    </ul>
  );
}
