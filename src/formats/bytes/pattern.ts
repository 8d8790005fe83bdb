/** A byte pattern, compared four bytes at a time. `view` must extend four bytes beyond the pattern. */
export class BytePattern {
  length = -1;
  #words = new Int32Array(0);
  #last = 0;
  #lastAt = 0;
  #mask = 0;

  learn(view: DataView, start: number, end: number): this {
    const length = end - start;
    if (length === this.length && this.is(view, start)) return this;
    this.length = length;
    this.#mask = length < 4 ? 2 ** (8 * length) - 1 : -1;
    this.#lastAt = Math.max(0, length - 4);
    this.#last = view.getInt32(start + this.#lastAt, true) & this.#mask;
    this.#words = new Int32Array(Math.max(0, Math.ceil(length / 4) - 1));
    for (let i = 0; i < this.#words.length; i++) this.#words[i] = view.getInt32(start + 4 * i, true);
    return this;
  }

  is(view: DataView, at: number): boolean {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) if (view.getInt32(at + 4 * i, true) !== words[i]) return false;
    return (view.getInt32(at + this.#lastAt, true) & this.#mask) === this.#last;
  }
}
