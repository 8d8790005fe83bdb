/**
 * gzip and zstd, known by their first bytes and unpacked as a stream. However well a file is packed, what is in memory at
 * a time is bounded: the window of a zstd frame (fzstd: 32 MB at most), one block of at most 2 MB, and two pieces of 1 MB.
 */
import { Readable } from "node:stream";
import type { Gunzip } from "node:zlib";
import { GoldieError } from "../core/problem.ts";
import { fileProblem } from "./_problems.ts";
import { Xxh64 } from "./_xxh64.ts";
import { type FramePart, zstdFrames } from "./_zstd-frames.ts";
import { FileChanged } from "./read-trouble.ts";

type Packing = "gzip" | "zstd";

const OUT = 1 << 20;

/** Loaded on use: most files are not packed. */
const loadZlib = () => import("node:zlib");

/** How bytes are packed, by the first of them: a name can be wrong. */
export function packingOf(head: Uint8Array): Packing | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  const end = head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;
  if (head[0] === 0x28 && end) return "zstd";
  // A frame to be skipped, as pzstd writes one before each part.
  const skipped = head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18;
  return skipped && (head[0]! & 0xf0) === 0x50 ? "zstd" : undefined;
}

/** The unpacked bytes. The caller must not overwrite the input pieces. */
export async function* unpack(
  pieces: AsyncIterable<Uint8Array>,
  packing: Packing,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    if (packing === "gzip") yield* gunzip(pieces);
    else yield* unzstd(pieces);
  } catch (error) {
    if (error instanceof FarWindow)
      throw new GoldieError(fileProblem("far-zstd", {}, { at: { file: name } }));
    // A read error of the system is not a compression error.
    const ofFile = error instanceof FileChanged || (error as NodeJS.ErrnoException).syscall !== undefined;
    if (error instanceof GoldieError || ofFile) throw error;
    throw broken(packing, name, error);
  }
}

function broken(packing: Packing, name: string, error: unknown): GoldieError {
  const { message, code } = error as { readonly message?: string; readonly code?: unknown };
  const cut = code === "Z_BUF_ERROR" || message === "unexpected end of file" || message === "unexpected EOF";
  const at = { file: name };
  return new GoldieError(
    cut
      ? fileProblem(`broken-${packing}/cut`, {}, { at })
      : fileProblem(`broken-${packing}/damaged`, { message: message ?? String(error) }, { at }),
  );
}

/** Node stops at a zero behind a member and is silent about what follows. Zeros up to the end are a tape's filling; anything else is damage. */
async function* gunzip(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const engine = (await loadZlib()).createGunzip({ chunkSize: OUT });
  /** Pieces that the engine may not have taken to their end, and where they begin. */
  let given: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  let at = 0;
  const watched = (async function* () {
    for await (const bytes of pieces) {
      given = given.filter((one) => one.start + one.bytes.length > engine.bytesWritten);
      given.push({ start: at, bytes });
      at += bytes.length;
      yield bytes;
    }
  })();
  const refuseRest = (): void => {
    for (const { start, bytes } of given.splice(0))
      if (bytes.subarray(Math.max(0, engine.bytesWritten - start)).some((byte) => byte !== 0))
        throw new Error("something follows the packed data");
  };
  yield* through(watched, engine, async () => {
    refuseRest();
    while (!(await watched.next()).done) refuseRest();
  });
}

/** What comes out of a stream engine, which is fed as fast as it takes. `atEnd`: a last look, when it has given all. */
async function* through(
  pieces: AsyncIterable<Uint8Array>,
  engine: NodeJS.ReadWriteStream,
  atEnd?: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const input = Readable.from(pieces, { objectMode: true, highWaterMark: 1 });
  input.on("error", (error) => (engine as Gunzip).destroy(error));
  input.pipe(engine);
  try {
    // Plain arrays: a Buffer among them would make every loop over bytes slower.
    for await (const { buffer, byteOffset, length } of engine as unknown as AsyncIterable<Buffer>)
      yield new Uint8Array(buffer, byteOffset, length);
    input.unpipe(engine);
    await atEnd?.();
  } finally {
    input.destroy();
  }
}

/** One decoder per frame: Node's stops after the first one without a word. */
async function* unzstd(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = zstdFrames(pieces);
  try {
    let next = await parts.next();
    const frame = async function* (): AsyncGenerator<FramePart> {
      for (let last = false; !last && !next.done; next = await parts.next()) {
        last = next.value.last;
        yield next.value;
      }
    };
    while (!next.done) yield* unzstdFrame(frame(), next.value.window);
  } finally {
    await parts.return(undefined);
  }
}

/** fzstd reads at most 25 bits at a time, so that it looks back 32 MB at most; beyond, it would give wrong bytes. */
const FAR = 2 ** 25;
class FarWindow extends Error {}

async function* bytesOf(frame: AsyncIterable<FramePart>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of frame) yield bytes;
}

async function* unzstdFrame(frame: AsyncIterable<FramePart>, window: number): AsyncGenerator<Uint8Array> {
  // Node has it from 22.15 on; it verifies sizes and checksums itself, which fzstd does not.
  const { createZstdDecompress: create } = (await loadZlib()) as unknown as {
    createZstdDecompress?: (options: object) => NodeJS.ReadWriteStream;
  };
  if (create !== undefined) {
    // 100: ZSTD_d_windowLogMax; without it a file of `zstd --long=31` is refused.
    yield* through(bytesOf(frame), create({ chunkSize: OUT, params: { 100: 31 } }));
    return;
  }
  if (window > FAR) throw new FarWindow();
  const { Decompress } = await import("fzstd");
  const out: Uint8Array[] = [];
  const engine = new Decompress((piece) => void out.push(piece));
  const hash = new Xxh64();
  let size = 0;
  let end: FramePart | undefined;
  const given = function* (): Generator<Uint8Array> {
    for (const piece of out.splice(0)) {
      size += piece.length;
      if (end?.content !== undefined && size > end.content)
        throw new Error("it holds more than its header says");
      if (end?.checked === true) hash.update(piece);
      yield piece;
    }
  };
  for await (const part of frame) {
    end = part;
    engine.push(part.bytes);
    yield* given();
  }
  engine.push(new Uint8Array(0), true);
  yield* given();
  if (end?.content !== undefined && size !== end.content)
    throw new Error("it holds less than its header says");
  if (end?.checksum !== undefined && hash.digest() !== end.checksum)
    throw new Error("the checksum does not match the content");
}
