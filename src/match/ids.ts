export { compareIds } from "../core/ids.ts";

/** Rules that turn an id into the one it is matched by. */
export const idRules: Readonly<Record<string, (id: string) => string>> = {
  exact: (id) => id,
  /** The first <urn:uuid:…> in it, with its brackets: the document of a LiveRAG chunk. Without one, the id itself. */
  "urn-uuid": (id) => /<urn:uuid:[^>]+>/.exec(id)?.[0] ?? id,
};
