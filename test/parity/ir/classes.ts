/**
 * Accidents of the tools that we do not imitate, each as a narrow test of one cell.
 * Their names are the ids in the dialects' `chosen`, which say what happens there and what we do instead.
 */
import type { IrCase } from "./_inputs.ts";

export const classes: Readonly<Record<string, readonly string[]>> = {
  "all-negative": ["trec_eval", "trec_eval9", "pytrec_eval", "beir", "ir_measures", "trectools"],
  "gains-as-int": ["trec_eval", "trec_eval9"],
  "gains-crash": ["trec_eval"],
  "missing-placeholder": ["trec_eval"],
  "rbp-uninitialised": ["trec_eval"],
  "no-overlap": ["trec_eval9"],
  "empty-run": ["pytrec_eval", "ir_measures"],
  "unstable-sort": ["ranx", "sklearn"],
  "bpref-poisoned": ["ranx"],
  "ids-cut": ["ranx"],
  "nan-rows": ["trectools"],
  "padded-ids": ["trectools"],
  overflow: ["trectools"],
  "tied-weights": ["trectools"],
  // Not in the tables: these need another command line, another call or another file.
  "logs-of-c": ["trec_eval", "trec_eval9"],
  "second-measure": ["trec_eval", "trec_eval9"],
  "second-call": ["pytrec_eval"],
  "mixed-up-queries": ["ranx"],
  "filled-ranks": ["msmarco"],
  "gdeval-grades": ["ir_measures"],
  "ndeval-depth": ["ir_measures"],
};

/** The queries that a cell is about: one, or all of them for a summary. */
const asked = <T>(pairs: readonly (readonly [string, T])[], query: string | undefined): T[] =>
  pairs.filter(([id]) => query === undefined || id === query).map(([, list]) => list);

/** Judged, and never as good as 0: such a topic crashes trec_eval or not by its place among the others. */
export const allNegative = (c: IrCase, query?: string): boolean =>
  asked(c.qrels, query).some((docs) => docs.length > 0 && docs.every(([, grade]) => grade < 0));

export const isMissing = (c: IrCase, query?: string): boolean => {
  const retrieved = new Set(c.run.filter(([, docs]) => docs.length > 0).map(([id]) => id));
  return c.qrels.some(
    ([id, docs]) => docs.length > 0 && (query === undefined || id === query) && !retrieved.has(id),
  );
};

/** No judged query was retrieved for. */
export const noOverlap = (c: IrCase): boolean =>
  c.qrels.every(([id, docs]) => docs.length === 0 || isMissing(c, id));

/** A dictionary without documents under a query that is there. */
export const emptyRun = (c: IrCase, query?: string): boolean =>
  asked(c.run, query).some((docs) => docs.length === 0);

/** A gain between 0 and 1, which a comparison in whole numbers takes for 0. */
export const gainsAsInt = (
  c: IrCase,
  query: string | undefined,
  gains: ReadonlyMap<number, number>,
): boolean => asked(c.qrels, query).some((docs) => docs.some(([, grade]) => gains.has(grade)));
