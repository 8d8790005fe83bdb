/** Groups the scattered rows of a run in memory by query. */
import type { ByteNames } from "./_bytes-table.ts";
import type { KeptRun } from "./_kept-run.ts";
import type { RowScorer } from "./_score-rows.ts";

/** `countOthers`: whether queries that the gold lacks count too. */
export function scoreKept(run: KeptRun, gold: ByteNames, scorer: RowScorer, countOthers: boolean): void {
  for (const { query, list, line } of run.lists) scorer.ranking(query, list, line);
  const { names } = run;
  /** By name: its index among the queries, gold queries first; -1 if not needed. */
  const placeOf = new Int32Array(names.size);
  let others = gold.size;
  for (let i = 0; i < names.size; i++) {
    const name = names.bytesOf(i);
    const query = gold.find(name, 0, name.length);
    placeOf[i] = query >= 0 ? query : countOthers ? others++ : -1;
  }
  // Parts in the order of their queries: as many as come before, then each at its place.
  const next = new Uint32Array(others + 1);
  const parts = run.partCount;
  for (let i = 0; i < parts; i++) {
    const { name, line } = run.part(i);
    const place = placeOf[name]!;
    if (place >= 0) next[place + 1]!++;
    else {
      scorer.begin(names.bytesOf(name).slice(), line);
      scorer.finish();
    }
  }
  for (let q = 0; q < others; q++) next[q + 1]! += next[q]!;
  const order = new Uint32Array(next[others]!);
  for (let i = 0; i < parts; i++) {
    const place = placeOf[run.part(i).name]!;
    if (place >= 0) order[next[place]!++] = i;
  }
  let open = -1;
  let wanted = false;
  for (const i of order) {
    const { name, segment, from, count, line } = run.part(i);
    if (name !== open) {
      scorer.finish();
      wanted = scorer.begin(names.bytesOf(name).slice(), line);
      open = name;
    }
    if (!wanted || segment === undefined) continue;
    const { ids, ends, values, lines } = segment;
    for (let row = from; row < from + count; row++)
      scorer.rowsOfQuery.add(ids, row === 0 ? 0 : ends[row - 1]!, ends[row]!, values[row]!, lines[row]!);
  }
  scorer.finish();
}
