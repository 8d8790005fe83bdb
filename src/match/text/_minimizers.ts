/**
 * Texts in which a piece may stand. Of every few neighbouring letters the one with the least hash is kept, of the texts and
 * of the piece alike: a piece that is long enough keeps none that the text around it would not keep too.
 * (Schleimer, Wilkerson, Aiken, Winnowing: local algorithms for document fingerprinting, 2003.)
 */

/** Letters that are hashed together, and how many neighbours one of them stands for. */
const SIZE = 8;
const WINDOW = 8;
const BASE = 0x01000193;

const spread = (hash: number): number => {
  const x = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return x ^ (x >>> 13);
};

/** The hashes that are kept of a text, one after another, as long as they are wanted; a hash may come twice. */
function keptOf(text: string, keep: (hash: number) => boolean): void {
  let leaving = 1;
  for (let i = 0; i < SIZE; i++) leaving = Math.imul(leaving, BASE);
  // The last WINDOW hashes, by place.
  const hashes = new Int32Array(WINDOW);
  let rolled = 0;
  let least = -1;
  for (let i = 0; i < text.length; i++) {
    rolled = (Math.imul(rolled, BASE) + text.charCodeAt(i)) | 0;
    if (i >= SIZE) rolled = (rolled - Math.imul(text.charCodeAt(i - SIZE), leaving)) | 0;
    const at = i - SIZE + 1;
    if (at < 0) continue;
    hashes[at % WINDOW] = spread(rolled);
    if (at < WINDOW - 1) continue;
    // The first of the least: the text around a piece decides in the same way.
    if (least <= at - WINDOW || least < 0) {
      least = at - WINDOW + 1;
      for (let j = least + 1; j <= at; j++) if (hashes[j % WINDOW]! < hashes[least % WINDOW]!) least = j;
    } else if (hashes[at % WINDOW]! < hashes[least % WINDOW]!) least = at;
    else continue;
    if (!keep(hashes[least % WINDOW]!)) return;
  }
}

export class Minimizers {
  readonly #byHash = new Map<number, number[]>();

  constructor(texts: readonly string[]) {
    texts.forEach((text, t) => {
      keptOf(text, (hash) => {
        const known = this.#byHash.get(hash);
        if (known === undefined) this.#byHash.set(hash, [t]);
        else if (known[known.length - 1] !== t) known.push(t);
        return true;
      });
    });
  }

  /** Texts that may hold the piece, ascending; undefined where it is too short to tell. */
  mayHold(piece: string): readonly number[] | undefined {
    if (piece.length < SIZE + WINDOW - 1) return undefined;
    let fewest: readonly number[] | undefined;
    keptOf(piece, (hash) => {
      const texts = this.#byHash.get(hash) ?? [];
      if (fewest === undefined || texts.length < fewest.length) fewest = texts;
      return fewest.length > 0;
    });
    return fewest;
  }
}
