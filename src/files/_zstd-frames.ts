/** Where the frames of zstd data begin and end (RFC 8878): decoders stop after one, and a file may have many. */

export interface FramePart {
  readonly bytes: Uint8Array;
  /** How far back a decoder of this frame must remember, in bytes. */
  readonly window: number;
  /** The frame ends with these bytes. */
  readonly last: boolean;
  /** How large the header says the content is. */
  readonly content?: number;
  /** A checksum follows the content. */
  readonly checked: boolean;
  /** Of the last part: the checksum that follows the content, where the frame has one. */
  readonly checksum?: number;
}

/** The bytes of all frames, split at the ends of blocks and frames. Skippable frames are left out. */
export async function* zstdFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<FramePart> {
  const walker = new FrameWalker();
  for await (const piece of pieces) yield* walker.push(piece);
  walker.end();
}

/** The field that is read next: the magic number, the length of what is skipped, two parts of a header, or a block's header. */
type FrameField = "magic" | "skipped" | "descriptor" | "header" | "block";

class FrameWalker {
  #next: FrameField = "magic";
  #need = 4;
  #have = 0;
  readonly #bytes = new Uint8Array(16);
  /** Bytes to pass over unread; if `#ends`, the frame ends behind them. */
  #pass = 0;
  #ends = false;
  #skipping = false;
  #descriptor = 0;
  /** 0 until the header was read: so long the frame's parts are held back. */
  #window = 0;
  #content: number | undefined;
  #held: Uint8Array[] = [];
  /** The last four bytes so far. */
  readonly #tail = new Uint8Array(4);

  *push(piece: Uint8Array): Generator<FramePart> {
    let from = 0;
    let at = 0;
    while (at < piece.length) {
      if (this.#pass > 0) {
        const step = Math.min(this.#pass, piece.length - at);
        this.#pass -= step;
        at += step;
        this.#keepTail(piece, at - step, at);
        if (this.#pass === 0 && !this.#ends) {
          // One block at a time, so that no more than a block has to be unpacked at once.
          yield* this.#give(piece.subarray(from, at), false);
          from = at;
        }
      } else {
        this.#bytes[this.#have++] = piece[at++]!;
        if (this.#have === this.#need) this.#read();
      }
      if (this.#pass > 0 || !this.#ends) continue;
      if (!this.#skipping) yield* this.#give(piece.subarray(from, at), true);
      from = at;
      this.#held = [];
      this.#ends = this.#skipping = false;
      this.#window = 0;
      this.#expect("magic", 4);
    }
    if (from < at && !this.#skipping) yield* this.#give(piece.subarray(from), false);
  }

  end(): void {
    if (this.#next !== "magic" || this.#have > 0) throw new Error("unexpected end of file");
  }

  *#give(bytes: Uint8Array, last: boolean): Generator<FramePart> {
    this.#held.push(bytes);
    if (this.#window === 0) return;
    const parts = this.#held;
    this.#held = [];
    const checked = (this.#descriptor & 4) !== 0;
    const content = this.#content === undefined ? {} : { content: this.#content };
    for (const [i, part] of parts.entries()) {
      const ends = last && i === parts.length - 1;
      const checksum = ends && checked ? { checksum: little(this.#tail, 0, 4) } : {};
      yield { bytes: part, window: this.#window, last: ends, checked, ...content, ...checksum };
    }
  }

  #keepTail(piece: Uint8Array, start: number, end: number): void {
    for (let i = Math.max(start, end - 4); i < end; i++) {
      this.#tail.copyWithin(0, 1);
      this.#tail[3] = piece[i]!;
    }
  }

  #expect(next: FrameField, need: number): void {
    this.#next = next;
    this.#need = need;
    this.#have = 0;
  }

  #read(): void {
    const bytes = this.#bytes;
    if (this.#next === "magic") {
      const magic = little(bytes, 0, 4);
      this.#skipping = magic >= 0x184d2a50 && magic <= 0x184d2a5f;
      if (this.#skipping) this.#expect("skipped", 4);
      else if (magic === 0xfd2fb528) this.#expect("descriptor", 1);
      else throw new Error("something follows the packed data");
    } else if (this.#next === "skipped") {
      this.#pass = little(bytes, 0, 4);
      this.#ends = true;
    } else if (this.#next === "descriptor") {
      this.#descriptor = bytes[0]!;
      const { single, dictionary, content } = fieldsOf(this.#descriptor);
      this.#expect("header", (single ? 0 : 1) + dictionary + content);
    } else if (this.#next === "header") {
      const { single, dictionary, content } = fieldsOf(this.#descriptor);
      const base = 2 ** (10 + (bytes[0]! >> 3));
      // Two bytes count from 256 on.
      this.#content =
        content === 0
          ? undefined
          : little(bytes, (single ? 0 : 1) + dictionary, content) + (content === 2 ? 256 : 0);
      this.#window = single
        ? // As large as the content.
          Math.max(1, this.#content!)
        : base + (base / 8) * (bytes[0]! & 7);
      this.#expect("block", 3);
    } else {
      const header = little(bytes, 0, 3);
      const kind = (header >> 1) & 3;
      if (kind === 3) throw new Error("a block of an unknown kind");
      this.#ends = (header & 1) === 1;
      // A run of one byte is stored as that byte; a checksum follows the last block.
      this.#pass = (kind === 1 ? 1 : header >> 3) + (this.#ends ? this.#descriptor & 4 : 0);
      this.#expect("block", 3);
    }
  }
}

/** What a frame's header has, and how many bytes each part takes. */
function fieldsOf(descriptor: number) {
  const single = (descriptor & 0x20) !== 0;
  const content = descriptor >> 6;
  return {
    single,
    dictionary: [0, 1, 2, 4][descriptor & 3]!,
    content: content > 0 ? 2 ** content : single ? 1 : 0,
  };
}

function little(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i--) value = value * 256 + bytes[start + i]!;
  return value;
}
