import type { Judged, JudgedBy, PreparedCase } from "../core/judgement-record.ts";

export interface Judge {
  readonly by: JudgedBy;
  /** What it cannot do, a sentence each; printed with every result. */
  readonly limits: readonly string[];
  judge(one: PreparedCase, signal?: AbortSignal): Judged | Promise<Judged>;
}
