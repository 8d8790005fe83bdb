import { escapeHidden } from "./visible.ts";

/** JSON whose text is safe to show; what is read back is the same. */
export const jsonText = (
  value: unknown,
  indent?: number,
  replacer?: (key: string, value: unknown) => unknown,
): string => escapeHidden(JSON.stringify(value, replacer, indent));
