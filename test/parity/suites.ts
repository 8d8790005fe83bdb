import type { Suite } from "./_tables.ts";
import { ir } from "./ir/index.ts";
import { rag } from "./rag/index.ts";

/** One line per folder of tables. */
export const suites: readonly Suite[] = [rag, ir];
