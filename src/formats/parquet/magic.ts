/** "PAR1", the first and last bytes of a Parquet file. A separate module: every file is checked for it, few are read. */
export const hasMagic = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x50 && bytes[at + 1] === 0x41 && bytes[at + 2] === 0x52 && bytes[at + 3] === 0x31;

export const startsParquet = (head: Uint8Array): boolean => hasMagic(head, 0);
