/** Input that can be read only once, such as standard input: kept, within limits. */
import * as fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { closeFile, openFile } from "./_promised.ts";
import { memoryBytes, type Opened, placedBytes, type Raw, readAt } from "./_raw.ts";
import { InputTooLarge } from "./read-trouble.ts";

const LF = 10;
const MIB = 2 ** 20;

export interface SpoolLimits {
  /** Bytes kept in memory; more of them go to a temporary file. */
  readonly inMemory: number;
  /** Maximum number of bytes in all, and without a newline. */
  readonly total: number;
  readonly line: number;
  /** Disk space to leave free. */
  readonly reserve: number;
  /** Bytes written between two checks of the free space. */
  readonly step: number;
}
/** No reader takes a longer line or document than this one, so such input is refused while it is read. */
const LIMITS: SpoolLimits = {
  inMemory: 64 * MIB,
  total: 64 * 1024 * MIB,
  line: 1024 * MIB,
  reserve: 128 * MIB,
  step: 64 * MIB,
};

/**
 * Keeps input that can be read only once, up to the limits. Reads only its start until all of it is requested, so that
 * input of no known format, such as /dev/zero, does not fill the disk. `trouble`: makes the error if it cannot be read.
 */
export function spool(
  input: AsyncIterable<Uint8Array>,
  trouble: (error: unknown) => Promise<Error>,
  limits: Partial<SpoolLimits> = {},
): Raw {
  const spooler = new Spooler(input, { ...LIMITS, ...limits });
  /** One at a time: there is only one input. */
  let working: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = working.then(work).catch(async (error: unknown) => Promise.reject(await trouble(error)));
    working = done.catch(() => {});
    return done;
  };
  return {
    start: (size) => inTurn(async () => (await spooler.upTo(size)).start(size)),
    async *pieces(keep) {
      const all = await inTurn(() => spooler.upTo(Number.POSITIVE_INFINITY));
      yield* all.pieces(keep);
    },
    close: () => spooler.close(),
  };
}

class Spooler {
  readonly #input: AsyncIterator<Uint8Array>;
  readonly #limits: SpoolLimits;
  readonly #early: Uint8Array[] = [];
  #size = 0;
  /** Bytes since the last line end. */
  #line = 0;
  #isAll = false;
  #file: TemporaryFile | undefined;
  #raw: Raw;

  constructor(input: AsyncIterable<Uint8Array>, limits: SpoolLimits) {
    this.#input = input[Symbol.asyncIterator]();
    this.#limits = limits;
    this.#raw = memoryBytes(this.#early);
  }

  /** Reads this many bytes, or all there are. */
  async upTo(size: number): Promise<Raw> {
    try {
      while (!this.#isAll && this.#size < size) await this.#next();
    } catch (error) {
      await this.close();
      throw error;
    }
    return this.#raw;
  }

  async #next(): Promise<void> {
    const { value, done } = await this.#input.next();
    if (done === true) {
      this.#isAll = true;
      return;
    }
    this.#size += value.length;
    this.#refuseEndless(value);
    if (this.#file !== undefined) return this.#file.write(value);
    // Copy, since the producer may overwrite it (Buffer.slice does not copy).
    this.#early.push(new Uint8Array(value));
    if (this.#size <= this.#limits.inMemory) return;
    this.#file = await temporaryFile(this.#limits);
    for (const piece of this.#early.splice(0)) await this.#file.write(piece);
    const { readAt: readNext } = this.#file;
    this.#raw = placedBytes(async () => ({ readAt: readNext, close: async () => {} }));
  }

  #refuseEndless(piece: Uint8Array): void {
    const { total, line } = this.#limits;
    const end = piece.lastIndexOf(LF);
    this.#line = end === -1 ? this.#line + piece.length : piece.length - end - 1;
    if (this.#line > line) throw new InputTooLarge("line", line);
    if (this.#size > total) throw new InputTooLarge("piped", total);
  }

  async close(): Promise<void> {
    if (!this.#isAll) {
      this.#isAll = true;
      await this.#input.return?.();
    }
    await this.#file?.close();
  }
}

interface TemporaryFile extends Opened {
  write(piece: Uint8Array): Promise<void>;
}

/** Unlinked as soon as it is open, if the system allows it, so that nothing stays behind however the process ends. */
async function temporaryFile({ reserve, step }: SpoolLimits): Promise<TemporaryFile> {
  const [writeFile, unlink, statfs] = [promisify(fs.write), promisify(fs.unlink), promisify(fs.statfs)];
  const folder = await mkdtemp(join(tmpdir(), "goldie-"));
  const path = join(folder, "input");
  const file = await openFile(path, "wx+", 0o600);
  await unlink(path).then(
    () => rm(folder, { recursive: true, force: true }),
    () => {},
  );
  let end = 0;
  let nextLook = 0;
  let isOpen = true;
  return {
    async write(piece) {
      if (end >= nextLook) {
        nextLook = end + step;
        // If the system does not report free space, a full disk fails the next write.
        const disk = await statfs(tmpdir()).catch(() => undefined);
        if (disk !== undefined && disk.bavail * disk.bsize < reserve + step)
          throw new InputTooLarge("disk", reserve);
      }
      for (let done = 0; done < piece.length; ) {
        const { bytesWritten } = await writeFile(file, piece, done, piece.length - done, end);
        done += bytesWritten;
        end += bytesWritten;
      }
    },
    readAt: (buffer, position) => readAt(file, buffer, position),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await closeFile(file);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
