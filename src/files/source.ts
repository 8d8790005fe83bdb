/** Files, standard input and memory as bytes that every reader takes: unpacked, without a byte order mark. */
import { constants } from "node:buffer";
import { createReadStream } from "node:fs";
import { GoldieError } from "../core/problem.ts";
import { type FolderRule, openFolder } from "./_folder.ts";
import { joined } from "./_joined.ts";
import { fileProblem } from "./_problems.ts";
import { stat } from "./_promised.ts";
import { fileBytes, memoryBytes, type Raw } from "./_raw.ts";
import { spool } from "./_spool.ts";
import { packingOf, unpack } from "./_unpack.ts";
import { filePlaces, type Places } from "./places.ts";
import { fileTrouble } from "./read-trouble.ts";

/** Bytes of a file, of standard input, or of memory. Decompressed, without a byte order mark. May be read again. */
export interface Source {
  /** As Problems show it. */
  readonly name: string;
  /** The first 64 KiB, or more of them where the first line of a text is longer: what `detect` looks at. */
  head(): Promise<Uint8Array>;
  /** All bytes in pieces. A piece may be overwritten when the next one is asked for. */
  pieces(): AsyncIterable<Uint8Array>;
  /** All bytes at once, for formats that need them so. */
  bytes(): Promise<Uint8Array>;
  /** A plain file, uncompressed: it can be read at any place. `start`: after a byte order mark. */
  readonly file?: { readonly path: string; readonly size: number; readonly start: number };
  /** Where parts of it can be read without the rest. */
  places?(): Promise<Places>;
  /** A folder that is read as a whole: its path. It has no bytes; `head` is the list of its files, one per line, and `name` ends in a slash. */
  readonly folder?: string;
  /** A file of such a folder, by its full path; `name`: as Problems show it. */
  inside?(path: string, name?: string): Promise<Source>;
  /** Where something must be given back: standard input in a temporary file. */
  close?(): Promise<void>;
}

const HEAD = 1 << 16;
/** No first line is looked at beyond this. */
const LONGEST_HEAD = 1 << 20;
/** Upper bound for what is held in memory at once, regardless of the file's size before or after unpacking. */
const LONGEST_DOCUMENT: number = Math.min(2 ** 30, constants.MAX_LENGTH);
const MARK = 3;
const LF = 10;
/** Files up to this size are read as they are opened, and kept. */
export const SMALL_FILE: number = 1 << 20;

export interface OpenOptions {
  /** As Problems show it. Default: the path. */
  readonly name?: string;
  /** Which folders can be read as a whole; without it none can. */
  readonly folders?: FolderRule;
}

/**
 * Opens a file, a folder that `folders` accepts, or standard input (`-`).
 * Input that can be read only once (standard input, a pipe) is kept; it is read in full when more than its head is requested.
 */
export async function openPath(
  path: string,
  stdin?: () => AsyncIterable<Uint8Array>,
  more: OpenOptions = {},
): Promise<Source> {
  if (path === "-") {
    const name = more.name ?? "standard input";
    if (stdin === undefined) throw new GoldieError(fileProblem("no-stdin", {}, { at: { file: name } }));
    return sourceOf(
      name,
      spool(stdin(), (error) => fileTrouble(name, error)),
    );
  }
  const name = more.name ?? path;
  try {
    const stats = await stat(path);
    if (stats.isDirectory())
      return await openFolder(path, name, more.folders, (file, shown) =>
        openPath(file, undefined, { ...more, name: shown ?? file }),
      );
    if (!stats.isFile())
      return sourceOf(
        name,
        spool(pipeBytes(path), (error) => fileTrouble(path, error, name)),
      );
    // A file that says it is empty may be one of the system's own, with a content all the same: it is read like any other.
    return await fileSource(name, path, stats.size);
  } catch (error) {
    throw await fileTrouble(path, error, name);
  }
}

/** Bytes that are in memory already. */
export function memorySource(name: string, bytes: Uint8Array | string): Source {
  const raw = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  return sourceOf(name, memoryBytes([raw]), raw.subarray(0, HEAD + MARK));
}

async function fileSource(name: string, path: string, size: number): Promise<Source> {
  const raw = fileBytes(path, size);
  const first = await raw.start(size <= SMALL_FILE && size > 0 ? size : HEAD + MARK);
  return sourceOf(name, raw, first, size === 0 ? undefined : { path, size });
}

/** A pipe, opened when its first bytes are asked for. */
async function* pipeBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/** `first`: its first bytes. Without them nothing is read yet: a pipe may stay open for hours, and an error in another file comes first. */
function sourceOf(name: string, raw: Raw, first?: Uint8Array, file?: { path: string; size: number }): Source {
  const known = first && { packing: packingOf(first) };
  const plain = file !== undefined && known?.packing === undefined;
  const opened = async function* (
    stored: (isPacked: boolean) => AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    try {
      const { packing } = known ?? { packing: packingOf(await raw.start(HEAD + MARK)) };
      const bytes = stored(packing !== undefined);
      yield* withoutMark(packing === undefined ? bytes : unpack(bytes, packing, name), name);
    } catch (error) {
      throw file === undefined ? error : await fileTrouble(file.path, error, name);
    }
  };
  const pieces = () => opened((isPacked) => raw.pieces(isPacked));
  let head: Promise<Uint8Array> | undefined;
  if (first !== undefined && known?.packing === undefined) refuseWide(first, name);
  return {
    name,
    head: () => {
      head ??= firstLine(opened(() => started(raw)));
      return head;
    },
    pieces,
    bytes: () => all(pieces(), name, plain ? file.size : 0),
    ...(plain && first !== undefined
      ? { file: { ...file, start: hasMark(first) ? MARK : 0 }, places: filePlaces(file, first) }
      : {}),
    ...(raw.close === undefined ? {} : { close: () => raw.close!() }),
  };
}

/** The stored bytes, read on demand and kept. */
async function* started(raw: Raw): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    // Twice as much each time: a long first line is not copied again for each of its parts.
    const first = await raw.start(Math.max(2 * at, HEAD + MARK));
    if (first.length <= at) return;
    yield first.slice(at);
    at = first.length;
  }
}

const hasMark = (head: Uint8Array): boolean => head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;

/** Drops a byte order mark, in however many pieces it comes. */
async function* withoutMark(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | undefined = new Uint8Array();
  for await (const piece of pieces) {
    if (first === undefined) {
      yield piece;
      continue;
    }
    first = first.length === 0 ? piece : joined([first, piece]);
    if (first.length < 4) {
      first = first.slice();
      continue;
    }
    refuseWide(first, name);
    yield hasMark(first) ? first.subarray(MARK) : first;
    first = undefined;
  }
  if (first === undefined) return;
  refuseWide(first, name);
  const rest = hasMark(first) ? first.subarray(MARK) : first;
  if (rest.length > 0) yield rest;
}

/** UTF-16, by its mark, or by a zero beside each of the first letters. */
function refuseWide(head: Uint8Array, name: string): void {
  const mark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const zeros = (odd: 0 | 1): boolean =>
    head.length >= 4 && head.subarray(0, 4).every((byte, i) => (byte === 0) === (i % 2 === odd));
  if (!mark && !zeros(0) && !zeros(1)) return;
  throw new GoldieError(fileProblem("utf-16", {}, { at: { file: name } }));
}

/** A copy of the first bytes: 64 KiB, or up to the end of the first line of a text. */
async function firstLine(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const taken: Uint8Array[] = [];
  let size = 0;
  let most = HEAD;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length && size < most; ) {
      const part = piece.slice(at, at + most - size);
      taken.push(part);
      at += part.length;
      size += part.length;
      const goesOn =
        size === most && most < LONGEST_HEAD && !taken.some((one) => one.includes(LF) || one.includes(0));
      if (goesOn) most *= 4;
    }
    if (size >= most) break;
  }
  return joined(taken);
}

async function all(pieces: AsyncIterable<Uint8Array>, name: string, expected: number): Promise<Uint8Array> {
  let size = 0;
  const refuse = (): never => {
    throw new GoldieError(fileProblem("too-large", { limit: LONGEST_DOCUMENT }, { at: { file: name } }));
  };
  if (expected > LONGEST_DOCUMENT) refuse();
  let whole = new Uint8Array(expected);
  for await (const piece of pieces) {
    const needed = size + piece.length;
    if (needed > LONGEST_DOCUMENT) refuse();
    if (needed > whole.length) {
      const larger = new Uint8Array(Math.min(Math.max(2 * size, needed), LONGEST_DOCUMENT));
      larger.set(whole.subarray(0, size));
      whole = larger;
    }
    whole.set(piece, size);
    size = needed;
  }
  return whole.subarray(0, size);
}
