/** How the scores or ranks of a query follow one another, seen row by row. */
export class ValueOrder {
  /** No score is greater than the one before it; and none is equal to it. */
  falling = true;
  strict = true;
  /** No rank is less than the one before it. */
  rising = true;
  /** Rows without a value. */
  without = 0;
  #last = Number.POSITIVE_INFINITY;

  clear(): void {
    this.falling = true;
    this.strict = true;
    this.rising = true;
    this.without = 0;
    this.#last = Number.POSITIVE_INFINITY;
  }

  /** Rows from `from` to `to`. Descending scores take one branch per row, up to the first rise. */
  look(values: Float64Array, from: number, to: number, byRank: boolean): void {
    let row = from;
    let last = this.#last;
    if (this.falling && !byRank) {
      let { strict } = this;
      for (; row < to; row++) {
        const value = values[row]!;
        if (!(value < last)) {
          if (value !== last) break;
          strict = false;
        }
        last = value;
      }
      this.strict = strict;
    }
    for (; row < to && (this.falling || byRank); row++) {
      const value = values[row]!;
      // No value at all is counted, and nothing is below or above it.
      if (value === last) this.strict = false;
      else if (value > last) this.falling = false;
      else if (value < last) this.rising &&= row === 0;
      else if (Number.isNaN(value)) this.without++;
      last = value;
    }
    for (; row < to; row++) if (Number.isNaN(values[row]!)) this.without++;
    this.#last = last;
  }
}
