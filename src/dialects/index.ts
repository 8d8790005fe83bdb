import type { Dialect } from "../core/types.ts";
import { autorag } from "./autorag.ts";
import { autorag02 } from "./autorag02.ts";
import { deepeval } from "./deepeval.ts";
import { deepeval2 } from "./deepeval2.ts";
import { liverag } from "./liverag.ts";
import { ragas } from "./ragas.ts";
import { ragas02 } from "./ragas02.ts";
import { ragprod } from "./ragprod.ts";
import { remem } from "./remem.ts";
import { textbook } from "./textbook.ts";

/** One line per dialect. */
export const dialects: readonly Dialect[] = [
  textbook,
  autorag,
  autorag02,
  liverag,
  remem,
  ragprod,
  ragas,
  ragas02,
  deepeval,
  deepeval2,
];
