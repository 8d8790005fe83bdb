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

/** The act itself is wrong: sending it again is no use. */
export class RefusedError extends Error {}
/** The server answered, and cannot take it now: no session, a full disk, an error of its own. */
export class PutOffError extends Error {}

/** Codes of what is wrong with an act. Everything else may pass, and no label is given up for it. */
const FINAL: ReadonlySet<string> = new Set(["bad-request", "no-label-item"]);

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const { problem } = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  const words =
    problem === undefined
      ? `status ${response.status}`
      : [problem.what, problem.fix].filter(Boolean).join("; ");
  throw problem !== undefined && FINAL.has(problem.code) ? new RefusedError(words) : new PutOffError(words);
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
