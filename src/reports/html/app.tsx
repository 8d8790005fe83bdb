/** A page about runs: the summary, the table of queries, and the opened query. */
import { useMemo, useRef } from "preact/hooks";
import type { QueryId } from "../../core/ids.ts";
import type { View } from "../view/model.ts";
import { shownMetric } from "./queries/pair.ts";
import { Queries, type QueriesProps } from "./queries/queries.tsx";
import { Footer } from "./summary/footer.tsx";
import { Summary } from "./summary/summary.tsx";

export function App({ view, state, onState, load }: QueriesProps) {
  const metric = shownMetric(view, state);
  const open = useRef<(id: QueryId) => void>(() => {});
  open.current = (query) => onState({ ...state, query });
  // Sorting and filtering must not render the charts again.
  const summary = useMemo(() => <SummaryOf view={view} metric={metric} open={open} />, [view, metric]);
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
  readonly open: { readonly current: (id: QueryId) => void };
}

function SummaryOf({ view, metric, open }: SummaryOfProps) {
  return <Summary view={view} metric={metric} onQuery={(id) => open.current(id)} />;
}
