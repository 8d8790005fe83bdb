/** Proposals with the flag to pass and a sentence that says what it brings. */
import { shellWord } from "../../text/shell-word.ts";
import type { IdCase, Matches } from "./count.ts";
import { countMatches } from "./count.ts";
import { propose } from "./propose.ts";
import type { Proposal } from "./types.ts";

export const many = (n: number, one: string, more: string): string => `${grouped(n)} ${n === 1 ? one : more}`;

/** 1234567 as 1,234,567. */
export const grouped = (n: number): string => String(n).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");

/** Gold ids stay apart under it. Where hits become one, that is said. */
export const isSafe = ({ merged, coarser }: Proposal): boolean => merged.gold === 0 && !coarser;

/** Rules for the ids of documents. `asGiven`: what matches without a rule. */
export function docProposals(
  cases: readonly IdCase[],
  parents?: readonly IdCase[],
  asGiven: Matches = countMatches(cases),
): Proposal[] {
  const byRule = propose(cases, asGiven).map((found): Proposal => {
    const { ids, on } = found;
    return worded({
      ...figures(found),
      ids,
      on,
      coarser: found.coarser,
      flag: `--ids ${shellWord(on === "hits" ? `hits:${ids}` : ids)}`,
    });
  });
  if (parents === undefined) return byRule;
  const byDoc = countMatches(parents);
  if (byDoc.found <= asGiven.found) return byRule;
  const unit = worded({ ...figures(byDoc), on: "hits", unit: "doc", coarser: false, flag: "--unit doc" });
  // The run's own word for the document is better than a guess, as long as it finds as much.
  const at = byRule.findIndex(({ found, merged }) => found - merged.gold > byDoc.found);
  return at === -1 ? [unit, ...byRule] : [...byRule, unit].sort((a, b) => b.found - a.found);
}

/** Rules for other ids that must be equal on two sides: queries, or documents and the corpus. */
export function setProposals(
  gold: readonly string[],
  others: readonly string[],
  flagName: string,
): Proposal[] {
  return propose([{ gold, hits: others }]).map((found) =>
    worded({
      ...figures(found),
      ids: found.ids,
      on: found.on,
      coarser: found.coarser,
      flag: `${flagName} ${shellWord(found.on === "hits" ? `hits:${found.ids}` : found.ids)}`,
    }),
  );
}

const figures = ({ total, found, anywhere, merged, example }: Matches) => ({
  total,
  found,
  anywhere,
  merged,
  ...(example === undefined ? {} : { example }),
});

function worded(proposal: Omit<Proposal, "says">): Proposal {
  const { flag, total, found, anywhere, merged, unit, coarser } = proposal;
  const more = anywhere > found ? ` (${grouped(anywhere)} appear in the results of some query)` : "";
  const gold =
    merged.gold === 0
      ? coarser
        ? " Careful: it drops the part that distinguishes gold ids, so it matches documents, not chunks."
        : ""
      : ` Careful: ${many(merged.gold, "gold id becomes", "gold ids become")} equal to another gold id.`;
  const hits =
    merged.hits === 0 || unit === "doc"
      ? ""
      : ` ${many(merged.hits, "hit becomes equal to another hit in its list", "hits become equal to another hit in their list")}; with --unit doc such hits count as one document.`;
  return {
    ...proposal,
    says: `With ${flag} ${grouped(found)} of ${grouped(total)} match${more}.${gold}${hits}`,
  };
}
