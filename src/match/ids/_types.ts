/** A named way to write an id, so that two spellings of one document meet. */
export interface IdNormaliser {
  readonly id: string;
  /** What it does, as the end of the sentence "it …". */
  readonly about: string;
  /** It drops parts that may tell documents apart. */
  readonly cuts?: true;
  /** An id as it is found, and as it is matched. */
  readonly examples: readonly (readonly [found: string, matched: string])[];
  apply(id: string): string;
}
