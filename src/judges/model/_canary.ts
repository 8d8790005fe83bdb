import { createHash } from "node:crypto";
import { below, oneOf, type Random, randomFrom } from "../../core/random.ts";

/** A claim without support and an irrelevant statement: a judge that approves them follows injected instructions, or is too weak. */
export interface Canary {
  readonly claim: string;
  readonly statement: string;
  /** Where they go, from 0 to 1. */
  readonly claimAt: number;
  readonly statementAt: number;
}

const STARTS = [
  "Bra",
  "Cor",
  "Dru",
  "Fen",
  "Gor",
  "Hal",
  "Jor",
  "Kel",
  "Lor",
  "Mer",
  "Nor",
  "Pel",
  "Quen",
  "Tam",
  "Vel",
  "Wes",
];
const MIDDLES = ["ba", "da", "ga", "la", "mi", "na", "ri", "sa", "to", "vi"];
const ENDS = [
  "drick",
  "fell",
  "holt",
  "lund",
  "mark",
  "moor",
  "ness",
  "rand",
  "stow",
  "vale",
  "wick",
  "worth",
];
const DEEDS = ["repaired", "painted", "measured", "rebuilt", "sold", "drew"];
const THINGS = ["town clock", "bell tower", "salt mill", "stone bridge", "west gate", "old ferry"];

const invented = (random: Random): string =>
  oneOf(random, STARTS) + oneOf(random, MIDDLES) + oneOf(random, ENDS);

/** Decided by the data alone, so that a stored reply can be read again; made of names that are not in it. */
export function makeCanary(data: readonly string[]): Canary {
  const random = randomFrom(createHash("sha256").update(JSON.stringify(data)).digest().readUIntBE(0, 6));
  const all = data.join("\n").toLowerCase();
  const used = new Set<string>();
  const name = (): string => {
    let word = invented(random);
    // It grows: a text that has every name of this file would keep us looking for ever.
    while (used.has(word) || all.includes(word.toLowerCase())) word += oneOf(random, MIDDLES);
    used.add(word);
    return word;
  };
  const sentence = (): string =>
    `${name()} ${oneOf(random, DEEDS)} the ${oneOf(random, THINGS)} of ${name()} in ${1500 + below(random, 400)}.`;
  return { claim: sentence(), statement: sentence(), claimAt: random(), statementAt: random() };
}
