/** A page about runs: the summary, the table of queries, and the opened query. */
import { useMemo, useRef } from "preact/hooks";
import type { QueryId } from "../../core/ids.ts";
import type { View } from "../view/model.ts";
import { comparedPair, shownMetric } from "./queries/pair.ts";
import { Queries, type QueriesProps } from "./queries/queries.tsx";
import { Footer } from "./summary/footer.tsx";
import { Summary } from "./summary/summary.tsx";

export function App({ view, state, onState, load }: QueriesProps) {
  const metric = shownMetric(view, state);
  const pair = comparedPair(view, state);
  const open = useRef<(id: QueryId) => void>(() => {});
  open.current = (query) => onState({ ...state, query });
  // Sorting and filtering must not render the charts again.
  const summary = useMemo(
    () => <SummaryOf view={view} metric={metric} pair={pair} open={open} />,
    [view, metric, pair],
  );
  return (
    <>
      {summary}
      <Queries {...{ view, state, onState, load }} />
      <Footer view={view} />
    </>
  );
}

interface SummaryOfProps {
  readonly view: View;
  readonly metric: number;
  readonly pair: number;
  readonly open: { readonly current: (id: QueryId) => void };
}

function SummaryOf({ view, metric, pair, open }: SummaryOfProps) {
  return <Summary view={view} metric={metric} pair={pair} onQuery={(id) => open.current(id)} />;
}
