/** One column of a Parquet file, page by page: never more in memory than a page and its dictionary. */
import type { ColumnMetaData, Encoding, PageHeader } from "hyparquet";
import { isOneRun, ParquetError, readHybrid } from "./_hybrid.ts";
import { snappyLength, unsnappy } from "./_snappy.ts";
import { decodeValues, type Mode, NULL, Values } from "./_values.ts";
import type { ParquetColumn, ParquetFile } from "./file.ts";

/** Pages are read in steps of this size, so that small ones share a read. */
const STEP = 1 << 18;
/** Larger ones are a damaged header rather than a page. */
const LARGEST_PAGE = 1 << 29;
const MOST_VALUES = 1 << 26;
const WRONG_LENGTH = "a page does not unpack to the length that it should have";

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
  #unpacked = new Uint8Array(0);
  #definitionRoom = new Int32Array(0);
  #repetitionRoom = new Int32Array(0);
  #placeRoom = new Int32Array(0);
  readonly #places = (n: number): Int32Array => {
    if (this.#placeRoom.length < n) this.#placeRoom = new Int32Array(n);
    return this.#placeRoom;
  };

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
        throw new ParquetError("a page has no size, or an impossible one");
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

  /** Headers have no stated length: if one does not fit, read more. */
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
    if (codec === "SNAPPY") return this.#unsnap(bytes, size, keep);
    const unpack = this.#file.library.compressors[codec];
    if (unpack === undefined)
      throw new ParquetError(`the compression ${codec ?? "of a column"} is not supported`);
    const page = unpack(bytes, size);
    if (page.length !== size) throw new ParquetError(WRONG_LENGTH);
    return page;
  }

  #unsnap(bytes: Uint8Array, size: number, keep: boolean): Uint8Array {
    if (snappyLength(bytes) !== size) throw new ParquetError(WRONG_LENGTH);
    let room = keep ? new Uint8Array(size) : this.#unpacked;
    if (room.length < size) {
      room = new Uint8Array(size + (size >> 3));
      this.#unpacked = room;
    }
    unsnappy(bytes, room, size);
    return room.subarray(0, size);
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
    /** Where levels stand: behind their length. */
    const levels = (): readonly [number, number] => {
      if (at + 4 > page.length) throw new ParquetError("a page ends too early");
      const size = page[at]! | (page[at + 1]! << 8) | (page[at + 2]! << 16) | (page[at + 3]! << 24);
      const start = at + 4;
      at = start + size;
      if (size < 0 || at > page.length) throw new ParquetError("a page ends too early");
      return [start, at];
    };
    if (this.column.depth > 0) this.#readRepetitions(page, ...levels(), n);
    const there = this.column.maxDefinition > 0 ? this.#readDefinitions(page, ...levels(), n) : n;
    this.#decode(page, at, n, there, encoding);
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
    const { depth, maxDefinition } = this.column;
    if (depth > 0) this.#readRepetitions(bytes, 0, repetitions, n);
    const there = maxDefinition > 0 ? this.#readDefinitions(bytes, repetitions, levels, n) : n;
    const rest = bytes.subarray(levels);
    const page = packed === false ? rest : this.#unpack(rest, header.uncompressed_page_size - levels);
    this.#decode(page, 0, n, there, encoding);
  }

  #readRepetitions(bytes: Uint8Array, start: number, end: number, n: number): void {
    if (this.#repetitionRoom.length < n) this.#repetitionRoom = new Int32Array(n);
    readHybrid(bytes, start, end, bitsFor(this.column.depth), this.#repetitionRoom, n);
  }

  /** How many values are there. At depth 0 the levels are not even kept where all are. */
  #readDefinitions(bytes: Uint8Array, start: number, end: number, n: number): number {
    const { depth, maxDefinition: most } = this.column;
    if (depth === 0 && isOneRun(bytes, start, end, bitsFor(most), most, n)) return n;
    if (this.#definitionRoom.length < n) this.#definitionRoom = new Int32Array(n);
    const levels = this.#definitionRoom;
    readHybrid(bytes, start, end, bitsFor(most), levels, n);
    let there = 0;
    for (let i = 0; i < n; i++) if (levels[i] === most) there++;
    return there;
  }

  #decode(page: Uint8Array, at: number, n: number, there: number, encoding: Encoding): void {
    const { depth, maxDefinition } = this.column;
    const dictionary = this.#hasDictionary ? this.#dictionary : undefined;
    decodeValues(
      this.values,
      page,
      at,
      there,
      encoding,
      this.column,
      dictionary,
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
  if (!(n >= 0 && n <= MOST_VALUES))
    throw new ParquetError("a page has no count of values, or an impossible one");
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
