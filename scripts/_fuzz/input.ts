/** One broken input from its seed: the same seed gives the same bytes. */
import { gzipSync } from "node:zlib";
import { below, oneOf, randomFrom } from "../../src/core/random.ts";
import { mutations } from "./mutations.ts";
import type { Target } from "./targets.ts";

export interface Input {
  readonly seed: number;
  readonly target: Target;
  readonly bytes: Uint8Array;
  /** What was done to it. */
  readonly how: readonly string[];
}

/** The head that `detect` sees has 64 KiB: below that, a reference sees what the reader sees. */
const LONGEST = 60_000;
/** Seeds of one run lie side by side; runs do not overlap. */
const RUN = 2 ** 24;

export const seedOf = (run: number, i: number): number => run * RUN + i;

export function inputOf(seed: number, targets: readonly Target[]): Input {
  const random = randomFrom(seed);
  // In turn, so that every reader gets its share.
  const target = targets[seed % targets.length]!;
  let bytes = target.files.length === 0 ? new Uint8Array(0) : oneOf(random, target.files);
  const how: string[] = [];
  const times = oneOf(random, [1, 1, 1, 2, 2, 3, 5, 10]);
  for (let i = 0; i < times; i++) {
    const others = oneOf(random, targets).files;
    const { name, apply } = oneOf(random, mutations);
    bytes = apply(bytes, random, others.length === 0 ? bytes : oneOf(random, others)).slice(0, LONGEST);
    how.push(name);
  }
  if (random() < 0.03) {
    bytes = new Uint8Array(gzipSync(bytes));
    how.push("gzip");
    if (random() < 0.7) {
      bytes =
        random() < 0.5
          ? bytes.slice(0, below(random, bytes.length))
          : withBadByte(bytes, below(random, bytes.length));
      how.push("broken-gzip");
    }
  }
  return { seed, target, bytes: bytes as Uint8Array, how };
}

function withBadByte(bytes: Uint8Array, at: number): Uint8Array {
  const out = bytes.slice();
  out[at]! ^= 0x55;
  return out;
}
