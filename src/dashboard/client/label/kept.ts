/** What the browser keeps between visits: the annotator's name, and acts that the server has not confirmed. */
import type { LabelAct } from "../../label-desk.ts";

const NAME = "goldie-label-name";
/** Of one annotator: another one at the same browser must not drop them. */
const unsavedKey = (file: string, by: string): string => `goldie-label-unsaved ${JSON.stringify([file, by])}`;

/** Browsers may refuse to keep anything; then the page works without. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export const keptName = (): string | undefined => tried(() => localStorage.getItem(NAME)) ?? undefined;
export const keepName = (name: string): void => void tried(() => localStorage.setItem(NAME, name));

export function keptActs(file: string, by: string): readonly LabelAct[] {
  const text = tried(() => localStorage.getItem(unsavedKey(file, by)));
  if (text === undefined || text === null) return [];
  const acts = tried(() => JSON.parse(text) as unknown);
  return Array.isArray(acts) ? (acts as LabelAct[]) : [];
}
export const keepActs = (file: string, by: string, acts: readonly LabelAct[]): void =>
  void tried(() =>
    acts.length === 0
      ? localStorage.removeItem(unsavedKey(file, by))
      : localStorage.setItem(unsavedKey(file, by), JSON.stringify(acts)),
  );
