/** The gold with labels, as a format writes it. */
import type { Problem } from "../../../core/problem.ts";
import type { LabelPool } from "../../../evaluate/label/pool.ts";
import type { Format } from "../../../formats/index.ts";
import type { Loaded } from "../../shared/load.ts";

export async function goldText(
  pool: LabelPool,
  { gold: { words } }: Pick<Loaded, "gold">,
  format: Format,
  problem: (problem: Problem) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  const writer = format.write!({
    kind: "gold",
    name: "gold",
    write: (piece) => void parts.push(typeof piece === "string" ? piece : decoder.decode(piece)),
    problem,
  });
  for (const [query, value] of pool.gold()) {
    const text = words.get(query);
    if (text !== undefined) writer.query?.(query, text, 0);
    writer.gold?.(query, value, 0);
  }
  await writer.end();
  return parts.join("");
}
