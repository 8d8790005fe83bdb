/** The texts of a prepared case in rows: claims, and the statements of all chunks one behind the other, each folded once. */
import type { PreparedCase } from "../../core/judgement-record.ts";
import { FoldedWords } from "../../text/folded-words.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { allowedKinds, TokenColumns, type TokenPlaces } from "../../text/token-columns.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { type SplitClaim, splitClaims } from "../split/claims.ts";
import { isPlainChar, withoutMarkup } from "../split/markdown.ts";
import { type Aliases, aliasesOf } from "./_aliases.ts";
import { oneFormIn } from "./_one-form.ts";
import type { RowPlaces } from "./_rows.ts";
import { rolesOf, type StatementRoles } from "./_statements.ts";
import { isNegation } from "./words.ts";

export interface Texts {
  readonly questionTokens: readonly Token[];
  readonly claims: readonly FoldedClaim[];
  readonly responseClaims: readonly Folded[];
  readonly statements: readonly Folded[];
  /** The tokens of statements and claims of the response, each alias and unit in its one form. */
  readonly columns: TokenColumns;
  /** By chunk: its place in the record, and where its statements begin and end. */
  readonly bounds: readonly { readonly at: number; readonly from: number; readonly to: number }[];
  readonly roles: StatementRoles;
  readonly aliases: Aliases;
}

interface FoldedClaim extends SplitClaim {
  readonly tokens: readonly Token[];
}

/** A text, and where its tokens are; as objects where they are asked for. */
class Folded implements RowPlaces {
  readonly id: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Every character of the text is. */
  readonly ascii: boolean;
  readonly #columns: TokenColumns;

  constructor(id: string, text: string, { from, to, ascii }: TokenPlaces, columns: TokenColumns) {
    this.id = id;
    this.text = text;
    this.from = from;
    this.to = to;
    this.ascii = ascii;
    this.#columns = columns;
  }

  get tokens(): readonly Token[] {
    return this.#columns.tokens(this.from, this.to);
  }

  at(places: RowPlaces): Folded {
    const { id, text, ascii } = this;
    return places.to === this.to ? this : new Folded(id, text, { ...places, ascii }, this.#columns);
  }
}

const plain = allowedKinds(isPlainChar);

/** `columns`: empty, with the words that were read before. */
export function textsOf(
  { question, reference, responseClaims = [], chunks }: PreparedCase,
  columns: TokenColumns = new TokenColumns(new FoldedWords(), 0),
): Texts {
  let from = 0;
  const bounds = chunks.map(({ at, statements }) => {
    const bound = { at, from, to: from + statements.length };
    from = bound.to;
    return bound;
  });
  const folded = ({ id, text }: { readonly id: string; readonly text: string }): Folded =>
    new Folded(id, text, columns.readOnly(text, plain) ?? columns.read(withoutMarkup(text)), columns);
  const claims = reference === undefined ? [] : claimsOf(reference);
  const response = responseClaims.map(folded);
  const statements = chunks.flatMap((chunk) => chunk.statements.map(folded));
  const questionTokens = foldTokens(question);
  const asking = [{ text: question, tokens: questionTokens }, ...claims, ...response];
  const aliases = aliasesOf(asking, statements, (key) => columns.words.known(key) >= 0);
  const inOneForm = oneFormIn(columns, aliases);
  const inForm = (one: Folded): Folded => one.at(inOneForm(one));
  return {
    questionTokens,
    claims,
    responseClaims: response.map(inForm),
    statements: statements.map(inForm),
    columns,
    bounds,
    roles: rolesOf(
      statements.map(({ text }) => text),
      bounds,
    ),
    aliases,
  };
}

/** "No." before the sentence that says why is not a claim that words could support; alone, it is the whole answer. */
function claimsOf(reference: string): readonly FoldedClaim[] {
  const claims = splitClaims(reference).map((claim) => ({ ...claim, tokens: foldTokens(claim.text) }));
  const telling = claims.filter(({ tokens }) => saySomething(tokens));
  return telling.length > 0 ? telling : claims;
}

const yesOrNo: ReadonlySet<string> = new Set(["yes", "no", "yeah", "nope", "true", "false"]);

/** It has a content word besides yes, no and function words. */
export const saysSomething = (text: string): boolean => saySomething(foldTokens(text));

const saySomething = (tokens: readonly Token[]): boolean =>
  tokens.some(({ key }) => !yesOrNo.has(key) && !isStopWord(key) && !isNegation(key));
