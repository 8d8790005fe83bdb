/** One column of a Parquet file, page by page: never more in memory than a page and its dictionary. */
import type { ColumnMetaData, PageHeader } from "hyparquet";
import type { ParquetColumn, ParquetFile } from "./_parquet-file.ts";
import { ParquetError, readHybrid } from "./_parquet-hybrid.ts";
import { decodeValues, type Mode, NULL, Values } from "./_parquet-values.ts";

/** Pages are read in steps of this size, so that small ones share a read. */
const STEP = 1 << 18;
/** Larger ones are a damaged header rather than a page. */
const LARGEST_PAGE = 1 << 29;
const MOST_VALUES = 1 << 26;

export class PageReader {
  readonly column: ParquetColumn;
  /** The values of the page; at depth 0 one per row, otherwise without those that are not there. */
  readonly values: Values;
  /** Entries of the page: rows at depth 0. */
  count = 0;
  /** Where the caller is in it. */
  at = 0;
  /** Level of each entry; undefined where all are there. */
  definitions: Int32Array | undefined;
  repetitions: Int32Array | undefined;

  readonly #file: ParquetFile;
  readonly #dictionary: Values;
  #hasDictionary = false;
  #chunk: ColumnMetaData | undefined;
  /** The next byte of the chunk that no page was made of, and the end of the chunk. */
  #position = 0;
  #end = 0;
  /** Bytes of the chunk: window[#from] … window[#to - 1], where window[#from] stands at #position. */
  #window = new Uint8Array(0);
  #from = 0;
  #to = 0;
  #definitionRoom = new Int32Array(0);
  #repetitionRoom = new Int32Array(0);
  #places = new Int32Array(0);

  constructor(file: ParquetFile, column: ParquetColumn, mode: Mode) {
    this.#file = file;
    this.column = column;
    this.values = new Values(mode);
    this.#dictionary = new Values(mode);
  }

  /** Goes to the start of a group of rows. */
  start(group: number): void {
    const chunk = this.#file.groups[group]!.chunks[this.column.index];
    if (chunk === undefined)
      throw new ParquetError(`column ${this.column.name} is missing from a group of rows`);
    const { dictionary_page_offset: dictionary, data_page_offset: data } = chunk;
    // Some writers leave the place of a missing dictionary at 0.
    const first = dictionary === undefined || dictionary === 0n || dictionary > data ? data : dictionary;
    this.#chunk = chunk;
    this.#position = Number(first);
    this.#end = this.#position + Number(chunk.total_compressed_size);
    if (this.#end > this.#file.size) throw new ParquetError("it points outside of itself");
    this.#from = 0;
    this.#to = 0;
    this.#hasDictionary = false;
    this.count = 0;
    this.at = 0;
  }

  /** Goes to the next page of data; false at the end of the chunk. */
  async next(): Promise<boolean> {
    for (;;) {
      this.count = 0;
      this.at = 0;
      if (this.#position >= this.#end) return false;
      const header = await this.#header();
      const size = header.compressed_page_size;
      if (!(size >= 0 && size <= this.#end - this.#position))
        throw new ParquetError("a page is longer than its column");
      if (!(header.uncompressed_page_size >= 0 && header.uncompressed_page_size <= LARGEST_PAGE))
        throw new ParquetError(`a page of ${header.uncompressed_page_size} bytes`);
      await this.#fill(size);
      const bytes = this.#window.subarray(this.#from, this.#from + size);
      this.#skip(size);
      if (header.dictionary_page_header !== undefined) this.#readDictionary(bytes, header);
      else if (header.data_page_header !== undefined) this.#readPage(bytes, header);
      else if (header.data_page_header_v2 !== undefined) this.#readPage2(bytes, header);
      else continue;
      if (this.count > 0) return true;
    }
  }

  /** Headers have no length of their own: where one does not fit, more is read. */
  async #header(): Promise<PageHeader> {
    for (let wanted = 512; ; wanted *= 8) {
      const there = Math.min(wanted, this.#end - this.#position);
      await this.#fill(there);
      const reader = {
        view: new DataView(this.#window.buffer, this.#from, this.#to - this.#from),
        offset: 0,
      };
      try {
        const header = this.#file.library.parquetHeader(reader);
        this.#skip(reader.offset);
        return header;
      } catch (error) {
        if (there >= this.#end - this.#position || wanted > LARGEST_PAGE) throw error;
      }
    }
  }

  /** Makes sure that `size` bytes from #position on are in the window. */
  async #fill(size: number): Promise<void> {
    const held = this.#to - this.#from;
    if (held >= size) return;
    const room = Math.min(Math.max(size, STEP), this.#end - this.#position);
    if (this.#window.length < room) {
      const larger = new Uint8Array(Math.max(room, STEP));
      larger.set(this.#window.subarray(this.#from, this.#to));
      this.#window = larger;
    } else this.#window.copyWithin(0, this.#from, this.#to);
    await this.#file.read(this.#window.subarray(held, room), this.#position + held);
    this.#from = 0;
    this.#to = room;
  }

  #skip(size: number): void {
    this.#position += size;
    this.#from += size;
  }

  /** The bytes of a page, unpacked. `keep`: they must outlive the next page. */
  #unpack(bytes: Uint8Array, size: number, keep = false): Uint8Array {
    const { codec } = this.#chunk!;
    if (codec === "UNCOMPRESSED") return keep ? bytes.slice() : bytes;
    // A page of nothing but nulls has no bytes to unpack.
    if (size === 0) return bytes.subarray(0, 0);
    const unpack = this.#file.library.compressors[codec];
    if (unpack === undefined) throw new ParquetError(`the compression ${codec} is not supported`);
    // The library believes the length that it is given.
    const wrong = codec === "SNAPPY" && snappyLength(bytes) !== size;
    const page = wrong ? bytes.subarray(0, 0) : unpack(bytes, size);
    if (page.length !== size)
      throw new ParquetError("a page does not unpack to the length that it should have");
    return page;
  }

  #readDictionary(bytes: Uint8Array, header: PageHeader): void {
    const { num_values: n } = header.dictionary_page_header!;
    checkCount(n);
    const page = this.#unpack(bytes, header.uncompressed_page_size, true);
    decodeValues(
      this.#dictionary,
      page,
      0,
      n,
      "PLAIN",
      this.column,
      undefined,
      this.#places,
      this.#file.library,
    );
    this.#hasDictionary = true;
  }

  #readPage(bytes: Uint8Array, header: PageHeader): void {
    const { num_values: n, encoding } = header.data_page_header!;
    checkCount(n);
    const page = this.#unpack(bytes, header.uncompressed_page_size);
    let at = 0;
    const levels = (most: number, out: Int32Array): void => {
      if (at + 4 > page.length) throw new ParquetError("a page ends too early");
      const size = page[at]! | (page[at + 1]! << 8) | (page[at + 2]! << 16) | (page[at + 3]! << 24);
      at += 4;
      if (size < 0 || at + size > page.length) throw new ParquetError("a page ends too early");
      readHybrid(page, at, at + size, bitsFor(most), out, n);
      at += size;
    };
    this.#makeRoom(n);
    if (this.column.depth > 0) levels(this.column.depth, this.#repetitionRoom);
    if (this.column.maxDefinition > 0) levels(this.column.maxDefinition, this.#definitionRoom);
    this.#decode(page, at, n, encoding);
  }

  #readPage2(bytes: Uint8Array, header: PageHeader): void {
    const {
      num_values: n,
      encoding,
      repetition_levels_byte_length: repetitions,
      definition_levels_byte_length: definitions,
      is_compressed: packed,
    } = header.data_page_header_v2!;
    checkCount(n);
    const levels = repetitions + definitions;
    if (!(repetitions >= 0 && definitions >= 0 && levels <= bytes.length))
      throw new ParquetError("a page ends too early");
    this.#makeRoom(n);
    const { depth, maxDefinition } = this.column;
    if (depth > 0) readHybrid(bytes, 0, repetitions, bitsFor(depth), this.#repetitionRoom, n);
    if (maxDefinition > 0)
      readHybrid(bytes, repetitions, levels, bitsFor(maxDefinition), this.#definitionRoom, n);
    const rest = bytes.subarray(levels);
    this.#decode(
      packed === false ? rest : this.#unpack(rest, header.uncompressed_page_size - levels),
      0,
      n,
      encoding,
    );
  }

  #makeRoom(n: number): void {
    const room = (array: Int32Array): Int32Array<ArrayBuffer> =>
      array.length >= n ? (array as Int32Array<ArrayBuffer>) : new Int32Array(n);
    if (this.column.depth > 0) this.#repetitionRoom = room(this.#repetitionRoom);
    if (this.column.maxDefinition > 0) this.#definitionRoom = room(this.#definitionRoom);
    this.#places = room(this.#places);
  }

  #decode(page: Uint8Array, at: number, n: number, encoding: Parameters<typeof decodeValues>[4]): void {
    const { depth, maxDefinition } = this.column;
    let there = n;
    if (maxDefinition > 0) {
      there = 0;
      for (let i = 0; i < n; i++) if (this.#definitionRoom[i] === maxDefinition) there++;
    }
    decodeValues(
      this.values,
      page,
      at,
      there,
      encoding,
      this.column,
      this.#hasDictionary ? this.#dictionary : undefined,
      this.#places,
      this.#file.library,
    );
    this.count = n;
    this.definitions = there < n || depth > 0 ? this.#definitionRoom : undefined;
    this.repetitions = depth > 0 ? this.#repetitionRoom : undefined;
    if (depth === 0 && there < n) spread(this.values, there, n, this.#definitionRoom, maxDefinition);
  }
}

function checkCount(n: number): void {
  if (!(n >= 0 && n <= MOST_VALUES)) throw new ParquetError(`a page of ${n} values`);
}

/** Snappy says first how long its bytes are unpacked. */
function snappyLength(bytes: Uint8Array): number {
  let length = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[i] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return length;
  }
  return -1;
}

const bitsFor = (most: number): number => 32 - Math.clz32(most);

/** Moves each value to its row: the rows without one are in between. */
function spread(values: Values, there: number, n: number, definitions: Int32Array, most: number): void {
  const { mode, starts, ends, numbers } = values;
  values.resize(n);
  if (mode === "text" && values.starts !== starts) {
    values.starts.set(starts.subarray(0, there));
    values.ends.set(ends.subarray(0, there));
  }
  if (mode === "number" && values.numbers !== numbers) values.numbers.set(numbers.subarray(0, there));
  let from = there - 1;
  for (let i = n - 1; i >= 0; i--) {
    const has = definitions[i] === most;
    if (mode === "number") values.numbers[i] = has ? values.numbers[from]! : Number.NaN;
    else {
      values.starts[i] = has ? values.starts[from]! : NULL;
      values.ends[i] = has ? values.ends[from]! : NULL;
    }
    if (has) from--;
  }
}
