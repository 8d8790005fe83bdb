import type { Dialect } from "../core/types.ts";
import { textbook } from "./textbook.ts";

/** One line per dialect. */
export const dialects: readonly Dialect[] = [textbook];
