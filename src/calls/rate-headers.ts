/** Rate-limit and retry headers, in their many forms. */
import type { ServerLimits } from "./call-error.ts";

export type Header = (name: string) => string | null | undefined;

/** "1s", "6m0s", "12ms", "1h2m3.5s", or seconds. */
export function parseDuration(text: string | null | undefined): number | undefined {
  const given = text?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given) * 1000;
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(given)) return undefined;
  const unit: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  return [...given.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(h|ms|m|s)/g)].reduce(
    (sum, [, n, u]) => sum + Number(n) * unit[u!]!,
    0,
  );
}

/** retry-after-ms, or Retry-After as seconds or as a date. */
export function retryAfter(header: Header, now: number): number | undefined {
  const exact = header("retry-after-ms")?.trim();
  if (exact !== undefined && /^\d+(\.\d+)?$/.test(exact)) return Number(exact);
  const text = header("retry-after");
  return parseDuration(text) ?? untilDate(text, now);
}

export function untilDate(text: string | null | undefined, now: number): number | undefined {
  const at = text === null || text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Negative numbers stand for "not known" (Azure). */
function count(text: string | null | undefined): number | undefined {
  const given = text?.trim() ?? "";
  return /^\d+$/.test(given) ? Number(given) : undefined;
}

/** The limits in a server's headers. `name`: the header of each of them. */
export function readLimits<Counted extends string>(
  header: Header,
  everything: readonly Counted[],
  name: (what: "limit" | "remaining" | "reset", of: Counted) => string,
  duration: (text: string | null | undefined) => number | undefined,
): ServerLimits<Counted> | undefined {
  const limits: Record<string, number> = {};
  let scarce: Counted | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const counted of everything) {
    const limit = count(header(name("limit", counted)));
    const remaining = count(header(name("remaining", counted)));
    if (limit !== undefined) limits[`limit${counted}`] = limit;
    if (remaining !== undefined) limits[`remaining${counted}`] = remaining;
    const left = shareLeft(remaining, limit);
    if (left >= least) continue;
    scarce = counted;
    least = left;
  }
  const resetMs = scarce === undefined ? undefined : duration(header(name("reset", scarce)));
  if (resetMs !== undefined) limits["resetMs"] = resetMs;
  const says = resetMs !== undefined || everything.some((counted) => `remaining${counted}` in limits);
  return says ? (limits as ServerLimits<Counted>) : undefined;
}

function shareLeft(remaining: number | undefined, limit: number | undefined): number {
  if (remaining === undefined) return 1;
  return limit === undefined || limit === 0 ? Math.min(1, remaining) : remaining / limit;
}
