import type { LatencyView } from "../../view/model.ts";
import { runClass } from "./glyph.tsx";
import { msText } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { percent, share } from "./scale.ts";

interface LatencyBarProps {
  readonly run: number;
  readonly name: string;
  readonly latency: LatencyView;
  /** In milliseconds, of all runs. */
  readonly end: number;
}

/** p50 as a bar, p95 as a paler one around it, p99 as a line with an end. */
export function LatencyBar({ run, name, latency: { p50, p95, p99 }, end }: LatencyBarProps) {
  const at = (ms: number): string => percent(share(ms, 0, end));
  return (
    <Picture
      class={`crisp ${runClass(run)}`}
      label={`Latency of ${name}: p50 ${msText(p50)}, p95 ${msText(p95)}, p99 ${msText(p99)}`}
      height={14}
    >
      <rect y="3" width={at(p95)} height="8" class="run-band" />
      <rect y="3" width={at(p50)} height="8" class="run-fill" />
      <line x2={at(p99)} y1="7" y2="7" class="run-line" />
      <line x1={at(p99)} x2={at(p99)} y1="2" y2="12" class="run-line" />
    </Picture>
  );
}
