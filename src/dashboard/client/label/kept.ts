/** What the browser keeps between visits: the annotator's name, and acts that the server has not confirmed. */
import type { LabelAct } from "../../label-desk.ts";

const NAME = "goldie-label-name";
const unsavedKey = (file: string): string => `goldie-label-unsaved ${file}`;

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

export function keptActs(file: string): readonly LabelAct[] {
  const text = tried(() => localStorage.getItem(unsavedKey(file)));
  if (text === undefined || text === null) return [];
  const acts = tried(() => JSON.parse(text) as unknown);
  return Array.isArray(acts) ? (acts as LabelAct[]) : [];
}
export const keepActs = (file: string, acts: readonly LabelAct[]): void =>
  void tried(() =>
    acts.length === 0
      ? localStorage.removeItem(unsavedKey(file))
      : localStorage.setItem(unsavedKey(file), JSON.stringify(acts)),
  );
