/** What any reader of a TREC run must do: read the bytes in pieces, find the fields, hash the two ids, parse the score. Nothing else. */
import { closeSync, openSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PIECE = 4 << 20;
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

export function parseFloor(path) {
  const file = openSync(path, "r");
  const buffer = new Uint8Array(PIECE + 4096);
  let held = 0;
  let sum = 0;
  for (;;) {
    const got = readSync(file, buffer, held, PIECE, null);
    if (got === 0) break;
    const size = held + got;
    const end = buffer.subarray(0, size).lastIndexOf(10) + 1;
    sum += parse(buffer, end);
    buffer.copyWithin(0, end, size);
    held = size - end;
  }
  closeSync(file);
  return sum;
}

function parse(b, end) {
  let i = 0;
  let sum = 0;
  while (i < end) {
    let c = b[i];
    let query = 0;
    while (c > 32) {
      query = Math.imul(query, 31) + c;
      c = b[++i];
    }
    while (c <= 32) c = b[++i];
    while (c > 32) c = b[++i];
    while (c <= 32) c = b[++i];
    let doc = 0;
    while (c > 32) {
      doc = Math.imul(doc, 31) + c;
      c = b[++i];
    }
    while (c <= 32) c = b[++i];
    while (c > 32) c = b[++i];
    while (c <= 32) c = b[++i];
    const negative = c === 45;
    if (negative) c = b[++i];
    let digits = 0;
    while (c >= 48 && c <= 57) {
      digits = digits * 10 + (c - 48);
      c = b[++i];
    }
    let fraction = 0;
    if (c === 46) {
      c = b[++i];
      const from = i;
      while (c >= 48 && c <= 57) {
        digits = digits * 10 + (c - 48);
        c = b[++i];
      }
      fraction = i - from;
    }
    const score = digits / POWERS[fraction];
    while (c !== 10) c = b[++i];
    i++;
    sum += (query ^ doc) + (negative ? -score : score);
  }
  return sum;
}

// node bench/_parse-floor.mjs FILE: the same as a process of its own.
if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(parseFloor(process.argv[2]));
