/** Everything about the runs as a whole; single queries follow below it. */
import type { QueryId } from "../../../core/ids.ts";
import type { View } from "../../view/model.ts";
import { ChartDefs } from "../charts/picture.tsx";
import { Cards } from "./cards.tsx";
import { Verdict } from "./verdict.tsx";

export interface SummaryProps {
  readonly view: View;
  /** Its place in `View.metrics`. */
  readonly metric: number;
  /** Opens a query; without it charts are pictures only. */
  readonly onQuery?: (id: QueryId) => void;
}

export function Summary({ view, metric }: SummaryProps) {
  return (
    <div class="summary">
      <ChartDefs />
      <Verdict view={view} metric={metric} />
      <Cards view={view} metric={metric} />
    </div>
  );
}
