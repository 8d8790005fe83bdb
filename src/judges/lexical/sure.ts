/** What words alone settle: a context that is the claim, word for word, and nothing else. A scorer of pairs is asked about all other pairs. */
import type { PreparedCase } from "../../core/judgement-record.ts";
import { foldTokens } from "../../text/tokens.ts";
import { withoutCitations } from "../split/citations.ts";
import { readColumns } from "./_case.ts";
import { english, freshColumns } from "./_shared-words.ts";
import { textsOf } from "./_texts.ts";
import { findSupport } from "./support.ts";

export interface SureCell {
  /** The context is the claim, word for word. */
  readonly same: boolean;
  /** The statements that say most of the claim, the best first; none where they share no word. */
  readonly by: readonly string[];
}

/**
 * By claim (those of the reference, then those of the response) and chunk.
 * Every other sentence, heading or opener of a chunk can take the claim back ("This is a myth.", "Allegedly, ..."), in any language
 * and in words that no list has; so a chunk that says anything else stays open. Claims have lost their openers when they were split.
 */
export function sureCells(one: PreparedCase): readonly (readonly SureCell[])[] {
  const { claims, responseClaims, statements, columns, bounds, roles } = textsOf(one, freshColumns());
  const read = readColumns({ question: one.question, claims, responseClaims, statements, columns }, english);
  const said = statements.map(({ text }, at) =>
    roles.mute[at] === 0 && ENDED.test(withoutCitations(text).trim()) ? signOf(text) : undefined,
  );
  return [...read.claims, ...read.responseClaims].map((sought) => {
    const sign = signOf(sought.text);
    return bounds.map(({ from, to }): SureCell => {
      if (from < to && said.slice(from, to).every((one) => one === sign))
        return { same: true, by: [statements[from]!.id] };
      const by = findSupport(sought, read.rows, from, to).by.map((place) => statements[place]!.id);
      return { same: false, by };
    });
  });
}

/** A title, a caption or the item of a list has no mark at its end. */
const ENDED = /[.!。！]$/u;

/** Marks that no token has, and that can change what is said: "$5" and "€5", "< 5" and "> 5", ~~struck out~~, a quotation. */
const IN_TOKENS = /[\p{L}\p{M}\p{N}\s.,;:!'’。，、！-]/gu;

/** The words of a text, and its marks. */
function signOf(text: string): string {
  const plain = withoutCitations(text);
  const keys = foldTokens(plain).map(({ key }) => key);
  return `${keys.join(" ")}\n${plain.replace(IN_TOKENS, "")}`;
}
