/** Every fusion, one line each; those that need nothing but ranks come first, those that have to be trained last. */

import type { Fusion } from "../core/fusion.ts";
import { bayesfuse } from "./bayesfuse.ts";
import { bordafuse } from "./bordafuse.ts";
import { combanz } from "./combanz.ts";
import { combgmnz } from "./combgmnz.ts";
import { combmax } from "./combmax.ts";
import { combmed } from "./combmed.ts";
import { combmin } from "./combmin.ts";
import { combmnz } from "./combmnz.ts";
import { combsum } from "./combsum.ts";
import { condorcet } from "./condorcet.ts";
import { isr } from "./isr.ts";
import { logIsr } from "./log-isr.ts";
import { lognIsr } from "./logn-isr.ts";
import { mapfuse } from "./mapfuse.ts";
import { mixed } from "./mixed.ts";
import { posfuse } from "./posfuse.ts";
import { probfuse } from "./probfuse.ts";
import { rbc } from "./rbc.ts";
import { rrf } from "./rrf.ts";
import { segfuse } from "./segfuse.ts";
import { slidefuse } from "./slidefuse.ts";
import { wmnz } from "./wmnz.ts";
import { wsum } from "./wsum.ts";

export type * from "../core/fusion.ts";
export { defineFusion } from "./_define.ts";
export { normalisations } from "./_normalisations.ts";
export { fusionProblem } from "./_problems.ts";

export const fusions: readonly Fusion[] = [
  rrf,
  isr,
  logIsr,
  lognIsr,
  rbc,
  bordafuse,
  condorcet,
  combsum,
  combmnz,
  combanz,
  combgmnz,
  combmin,
  combmax,
  combmed,
  wsum,
  wmnz,
  mixed,
  mapfuse,
  posfuse,
  slidefuse,
  probfuse,
  segfuse,
  bayesfuse,
] as readonly Fusion[];
