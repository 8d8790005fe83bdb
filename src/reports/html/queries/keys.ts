/** Keys of a page with a table of queries. */

export type KeyAction = "next" | "previous" | "first" | "last" | "open" | "close" | "search" | "help";

/** Where a key was pressed. text: a text box or select. control: a button or link, which handles Enter itself. */
export type KeyPlace = "grid" | "page" | "control" | "text";

const ANYWHERE: Readonly<Record<string, KeyAction>> = {
  j: "next",
  k: "previous",
  "/": "search",
  "?": "help",
  Escape: "close",
};
const IN_GRID: Readonly<Record<string, KeyAction>> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
  Enter: "open",
};

export function keyAction(key: string, place: KeyPlace): KeyAction | undefined {
  if (place === "text") return key === "Escape" ? "close" : undefined;
  if (place === "grid" && Object.hasOwn(IN_GRID, key)) return IN_GRID[key];
  if (place === "page" && key === "Enter") return "open";
  return Object.hasOwn(ANYWHERE, key) ? ANYWHERE[key] : undefined;
}

/** The shortcuts that the help dialog lists. */
export const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["j", "k"], "next or previous query"],
  [["↓", "↑"], "the same, in the table"],
  [["Enter"], "open the query"],
  [["Esc"], "close the query, or clear the search"],
  [["/"], "search"],
  [["?"], "show this help"],
];
