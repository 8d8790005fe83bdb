/** The label page's requests. */
import type { Refusal } from "../../data.ts";
import {
  LABEL_API,
  type LabelAct,
  type LabelFacts,
  type LabelProgress,
  type LabelTurn,
} from "../../label-desk.ts";

/** Items that are fetched ahead. */
const AHEAD = 6;

/** The server said no: asking again is no use. */
export class RefusedError extends Error {}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const { problem } = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  const words = problem === undefined ? `status ${response.status}` : `${problem.what}; ${problem.fix ?? ""}`;
  // A server that is overloaded or ends says 5xx; that may pass.
  throw response.status >= 500 ? new Error(words) : new RefusedError(words);
}

const get = async <T>(path: string): Promise<T> => answer<T>(await fetch(path));

export const fetchFacts = (): Promise<LabelFacts> => get(LABEL_API.facts);
export const fetchProgress = (): Promise<LabelProgress> => get(LABEL_API.progress);
export const fetchNext = (by: string): Promise<LabelTurn> =>
  get(`${LABEL_API.next}?${new URLSearchParams({ by, n: String(AHEAD) })}`);
export const fetchExport = (): Promise<{ readonly name: string; readonly text: string }> =>
  get(LABEL_API.export);

export const sendAct = async (act: LabelAct): Promise<LabelTurn> =>
  answer(
    await fetch(LABEL_API.act, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...act, n: AHEAD }),
    }),
  );
