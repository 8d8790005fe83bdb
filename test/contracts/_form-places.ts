/** Nodes of a form that are where nothing could compute them. The types say so too, as long as nobody casts. */
import { type Form, type FormNode, nodeKey } from "../../src/core/form.ts";

type Place = "query" | "hit" | "above" | "item" | "grade";
const LEAVES: Readonly<Record<Place, readonly string[]>> = {
  query: ["hits", "gold", "size", "groups", "entries"],
  hit: ["rank", "grade", "judged", "relevant", "forbidden", "fresh", "running", "gold"],
  above: ["rank", "grade", "judged", "relevant", "forbidden", "fresh", "gold"],
  item: ["rank", "grade"],
  grade: ["grade"],
};

export const misplaced = ({ none, value }: Form): string[] =>
  [...none.map(({ when }) => when), value].flatMap((node) => look(node, "query"));

function look(node: FormNode, place: Place): string[] {
  if (node.op === "const") return [];
  if ("args" in node) return node.args.flatMap((arg) => look(arg, place));
  if (!LEAVES[place].includes(node.op)) return [`${nodeKey(node)} in a ${place}`];
  const inside = (part: FormNode | undefined, place: Place) => (part === undefined ? [] : look(part, place));
  if (node.op === "hits") return [...look(node.where, "hit"), ...inside(node.of, "hit")];
  if (node.op === "running") return look(node.of, "above");
  if (node.op !== "gold") return [];
  // An engine computes it for each row of the gold, with a window.
  const ofRow = place === "hit" || place === "above";
  return [
    ...(ofRow && (node.agg === "sum" || node.over === "entries" || node.first !== undefined)
      ? [`${nodeKey(node)} in a ${place}`]
      : []),
    ...inside(node.where, "grade"),
    ...inside(node.by, "grade"),
    ...inside(node.of, "item"),
    ...inside(node.first, "query"),
  ];
}

export function isFrozen(value: unknown): boolean {
  return (
    typeof value !== "object" ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isFrozen))
  );
}
