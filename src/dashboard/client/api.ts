/** The server's interface, as the client calls it. */
import type { QueryId } from "../../core/ids.ts";
import type { QueryView, View } from "../../reports/view/model.ts";
import { API, type AskedView, type ProjectFacts, type Refusal, type RunsView } from "../data.ts";

/** What the server refused, in its words. */
export class RefusedRequestError extends Error {
  readonly fix: string | undefined;
  constructor({ problem }: Refusal) {
    super(problem.what);
    this.fix = problem.fix;
  }
}

async function answerOf<T>(request: Promise<Response>): Promise<T> {
  const response = await request.catch(() => {
    throw new Error("the server cannot be reached; is goldie view still running?");
  });
  if (response.ok) return (await response.json()) as T;
  const refusal = (await response.json().catch(() => undefined)) as Refusal | undefined;
  if (refusal?.problem !== undefined) throw new RefusedRequestError(refusal);
  throw new Error(`the server answered with status ${response.status}`);
}

const get = <T>(path: string): Promise<T> => answerOf<T>(fetch(path));
const post = <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
  answerOf<T>(
    fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    }),
  );

const runsOf = (refs: readonly string[]): URLSearchParams =>
  new URLSearchParams(refs.map((ref) => ["run", ref]));

export const fetchProject = (): Promise<ProjectFacts> => get(API.project);
export const fetchRuns = (): Promise<RunsView> => get(API.runs);
export const fetchView = (refs: readonly string[]): Promise<View> => get(`${API.view}?${runsOf(refs)}`);
export function fetchQuery(refs: readonly string[], id: QueryId): Promise<QueryView> {
  const params = runsOf(refs);
  params.append("id", id);
  return get(`${API.query}?${params}`);
}
export const writeNote = (id: string, text: string): Promise<unknown> => post(API.note, { id, text });
export const askAll = (question: string, k: number, signal: AbortSignal): Promise<AskedView> =>
  post(API.ask, { question, k }, signal);
