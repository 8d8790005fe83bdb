/** Which queries are asked, and how long one may take. */
import type { QuerySelection } from "../../../live/run.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { wrongUse } from "./problems.ts";

export function selectionBy(args: Args): QuerySelection {
  const sample = args.count("sample", 1);
  const seed = args.count("seed", 0);
  const limit = args.count("limit", 1);
  if (sample === undefined)
    refuseFlags(args, ["seed"], (flag) => wrongUse("flag-needs-flag", { flag, needed: "--sample" }));
  const where = whereBy(args.all("where"));
  return {
    ...(where === undefined ? {} : { where }),
    ...(sample === undefined ? {} : { sample: { n: sample, ...(seed === undefined ? {} : { seed }) } }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** "all queries", or the flags that select them. */
export function selectionText({ where = {}, sample, limit }: QuerySelection): string {
  const flags = [
    ...Object.entries(where).map(([tag, value]) => `--where ${tag}=${value}`),
    ...(sample === undefined ? [] : [`--sample ${sample.n}`]),
    ...(sample?.seed === undefined ? [] : [`--seed ${sample.seed}`]),
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
  ];
  return flags.length === 0 ? "all queries" : flags.join(" ");
}

function whereBy(given: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (given.length === 0) return undefined;
  const where = new Map<string, string>();
  for (const text of given) {
    const at = text.indexOf("=");
    const tag = text.slice(0, Math.max(0, at)).trim();
    if (tag === "") throw wrongUse("bad-tag-value", { found: text });
    if (where.has(tag)) throw wrongUse("tag-twice", { tag });
    where.set(tag, text.slice(at + 1).trim());
  }
  // As own properties, even for names such as __proto__.
  return Object.fromEntries(where);
}

const UNITS: Readonly<Record<string, number>> = { "": 1, ms: 1, s: 1000, m: 60_000 };

/** "500ms", "10s", "2m"; a bare number is milliseconds, as in the config. */
export function timeBy(args: Args, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const [, number = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?([a-z]{0,2})$/.exec(text.trim()) ?? [];
  const ms = Math.round(Number(number) * (UNITS[unit] ?? 0));
  if (number === "" || ms < 1) throw wrongUse("bad-time", { flag: `--${name}`, found: text });
  return ms;
}
