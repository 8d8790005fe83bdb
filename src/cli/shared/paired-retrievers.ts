/** `goldie compare last~1 last`: retrievers of the same name are compared with each other. */
import type { Effects } from "../effects.ts";
import { mayBeStored } from "./may-be-stored.ts";

/** Undefined unless the operands are two whole stored runs with retrievers of the same name. */
export async function pairedRetrievers(
  operands: readonly string[],
  effects: Effects,
): Promise<readonly (readonly [string, string])[] | undefined> {
  const [a, b, ...others] = operands;
  if (a === undefined || b === undefined || others.length > 0) return undefined;
  for (const one of [a, b]) if (!(await mayBeStored(one, effects))) return undefined;
  const { namedStored } = await import("./stored-runs.ts");
  const [before, after] = [await namedStored(a, effects), await namedStored(b, effects)];
  if (before === undefined || after === undefined || before.refs.length + after.refs.length < 3)
    return undefined;
  const pairs = before.refs.flatMap((ref) => {
    const same = `${b}${ref.slice(a.length)}`;
    return ref !== a && after.refs.includes(same) ? [[ref, same] as const] : [];
  });
  return pairs.length === 0 ? undefined : pairs;
}
