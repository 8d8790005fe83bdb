/** What the label page knows, and how acts and answers change it. Nothing that was said is lost before the server has it. */
import type { LabelAct, LabelItem, LabelProgress, LabelTurn } from "../../label-desk.ts";

export interface LabelSession {
  readonly by: string;
  /** What is on the page; undefined where nothing is left. */
  readonly current: LabelItem | undefined;
  readonly next: readonly LabelItem[];
  /** Items this annotator acted on, the last one at the end. */
  readonly before: readonly LabelItem[];
  /** Acts that the server has not confirmed, in their order. */
  readonly unsaved: readonly LabelAct[];
  /** Acts that it refused, with its reason. */
  readonly refused: readonly { readonly act: LabelAct; readonly reason: string }[];
  /** Why the server does not take acts now. */
  readonly trouble: string | undefined;
  readonly progress: LabelProgress;
}

export function startSession(by: string, turn: LabelTurn, unsaved: readonly LabelAct[] = []): LabelSession {
  const items = turn.items.filter(({ item }) => !unsaved.some((act) => act.item === item));
  return {
    by,
    current: items[0],
    next: items.slice(1),
    before: turn.last === undefined ? [] : [turn.last],
    unsaved,
    refused: [],
    trouble: undefined,
    progress: turn.progress,
  };
}

/** A label or a skip of what is on the page. */
export function acted(
  session: LabelSession,
  said: Pick<LabelAct, "value" | "skip" | "comment">,
): LabelSession {
  const { current, next, before, unsaved, by } = session;
  if (current === undefined) return session;
  const mine = {
    ...(said.value === undefined ? { skipped: true as const } : { value: said.value }),
    ...(said.comment === undefined ? {} : { comment: said.comment }),
  };
  return {
    ...session,
    current: next[0],
    next: next.slice(1),
    before: [...before, { ...current, mine }],
    unsaved: [...unsaved, { item: current.item, by, ...said }],
  };
}

/** Back to what was labelled last, as if it had not been. */
export function undone(session: LabelSession): LabelSession {
  const { current, next, before, unsaved, by } = session;
  const last = before.at(-1);
  if (last === undefined) return session;
  const { mine, ...again } = last;
  return {
    ...session,
    current: { ...again, ...(mine?.comment === undefined ? {} : { mine: { comment: mine.comment } }) },
    next: current === undefined ? next : [current, ...next],
    before: before.slice(0, -1),
    unsaved: [...unsaved, { item: last.item, by, undo: true }],
  };
}

/** The server has the first of the unsaved acts. What is on the page stays; the rest comes in the order of now. */
export function saved(session: LabelSession, turn: LabelTurn): LabelSession {
  const unsaved = session.unsaved.slice(1);
  const waiting = new Set(unsaved.filter(({ undo }) => undo !== true).map(({ item }) => item));
  const isFree = ({ item }: LabelItem): boolean => !waiting.has(item);
  const { current } = session;
  const fresh = turn.items.filter(isFree);
  const shown = current ?? fresh[0];
  return {
    ...session,
    unsaved,
    trouble: undefined,
    current: shown,
    next: fresh.filter(({ item }) => item !== shown?.item),
    progress: turn.progress,
  };
}

/** The server will not take the first of the unsaved acts, however often it is sent. */
export function refused(session: LabelSession, reason: string): LabelSession {
  const [act, ...unsaved] = session.unsaved;
  if (act === undefined) return session;
  return { ...session, unsaved, trouble: undefined, refused: [...session.refused, { act, reason }] };
}
