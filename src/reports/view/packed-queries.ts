/** All queries of a view, small enough to be carried in a page. */
import type { Report } from "../model.ts";
import type { QueryView, View } from "./model.ts";
import { type Packed, pack, unpack } from "./pack.ts";
import { type QueryViewOptions, queryViews } from "./query-view.ts";

export interface PackedQueries extends Packed {
  /** What was left out to keep it small, a sentence each. */
  readonly notes: readonly string[];
}

export interface PackOptions extends QueryViewOptions {
  /** About how many characters of JSON it may have. Default: 13 million. */
  readonly most?: number;
}

const MOST = 13_000_000;
/** So many queries, spread evenly, say how large all of them will be. */
const SAMPLE = 200;
/** A sample shares less than the whole: an estimate up to this much too large is worth a try. */
const SHARED = 1.25;

/** From everything to the least: each step leaves out more. */
const STEPS: readonly { readonly less: QueryViewOptions; readonly note: string }[] = [
  { less: { derivations: "headline" }, note: "Derivations are shown for the first metric only." },
  { less: { derivations: "none" }, note: "Derivations are left out." },
  { less: { snippet: 120 }, note: "Snippets have 120 characters." },
  { less: { snippet: 80 }, note: "Snippets have 80 characters." },
  { less: { snippet: 60 }, note: "Snippets have 60 characters." },
  { less: { snippet: 40 }, note: "Snippets have 40 characters." },
  { less: { snippet: 0 }, note: "Texts are left out." },
  { less: { hits: 5 }, note: "Lists show 5 hits." },
];

export function packQueries(
  report: Report,
  view: View,
  { most = MOST, ...options }: PackOptions = {},
): PackedQueries {
  const places = view.queries.ids.map((_, place) => place);
  const step = Math.max(1, Math.ceil(places.length / SAMPLE));
  const sample = places.filter((place) => place % step === 0);
  const sizeOf = (packed: Packed): number => JSON.stringify(packed).length;
  const estimate = (fitting: QueryViewOptions): number =>
    (sizeOf(pack(viewsAt(report, view, sample, fitting))) * places.length) / Math.max(1, sample.length);
  let fitting: QueryViewOptions = options;
  const notes = new Map<string, string>();
  for (const { less, note } of [NOTHING, ...STEPS]) {
    if (note !== "" && !isLess(less, fitting)) continue;
    fitting = { ...fitting, ...less };
    if (note !== "") notes.set(Object.keys(less)[0]!, note);
    if (estimate(fitting) > SHARED * most) continue;
    const packed = pack(viewsAt(report, view, places, fitting));
    if (sizeOf(packed) <= most) return { ...packed, notes: noteOf(notes) };
  }
  return { ...pack(viewsAt(report, view, places, fitting)), notes: noteOf(notes) };
}

const NOTHING = { less: {}, note: "" };

const noteOf = (notes: ReadonlyMap<string, string>): readonly string[] =>
  notes.size === 0 ? [] : [`To keep this page small: ${[...notes.values()].join(" ")}`];

/** Nobody gets more than was asked for. */
const isLess = (
  less: QueryViewOptions,
  { snippet = 160, hits = 10, derivations = "all" }: QueryViewOptions,
): boolean =>
  (less.snippet === undefined || less.snippet < snippet) &&
  (less.hits === undefined || less.hits < hits) &&
  (less.derivations === undefined || (derivations !== "none" && derivations !== less.derivations));

function* viewsAt(
  report: Report,
  view: View,
  places: readonly number[],
  options: QueryViewOptions,
): Generator<QueryView> {
  const of = queryViews(report, view, options);
  for (const place of places) yield of(place);
}

/** A query of a packed list, by its place in `view.queries.ids`. */
export const unpackQuery = (packed: Packed, place: number): QueryView => unpack(packed, place) as QueryView;
