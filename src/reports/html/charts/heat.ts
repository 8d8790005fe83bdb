import type { CellState } from "../../view/model.ts";
import { share } from "./scale.ts";

/** The class of a cell: its score in six steps (0 is 0, 5 is the end of the scale or beyond), or why it has none. */
export function heatClass(cell: number | CellState["status"], end: number): string {
  if (typeof cell !== "number") return `state-${cell}`;
  if (!(cell > 0)) return "heat0";
  return cell >= end ? "heat5" : `heat${1 + Math.min(3, Math.floor(4 * share(cell, 0, end)))}`;
}
