/** Makes PNGs of pages small: at most 256 colours, which is enough for text and flat shapes. */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB, row by row. */
  readonly rgb: Uint32Array;
}

/** The same picture with a palette. Reads what Chromium writes: 8 bits, RGB or RGBA, not interlaced. */
export function withPalette(png: Uint8Array): Buffer {
  const pixels = readPixels(Buffer.from(png));
  const palette = paletteOf(pixels.rgb);
  return writePalette(pixels, palette);
}

export function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(png);
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error("not a PNG");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readPixels(png: Buffer): Pixels {
  const { width, height } = sizeOf(png);
  const [depth, type, , , interlaced] = png.subarray(24, 29);
  if (depth !== 8 || (type !== 2 && type !== 6) || interlaced !== 0)
    throw new Error(`a PNG of depth ${depth}, type ${type}, interlace ${interlaced} cannot be read`);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const bytes = type === 6 ? 4 : 3;
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * bytes, height, bytes);
  const rgb = new Uint32Array(width * height);
  for (let i = 0; i < rgb.length; i++)
    rgb[i] = (rows[i * bytes]! << 16) | (rows[i * bytes + 1]! << 8) | rows[i * bytes + 2]!;
  return { width, height, rgb };
}

/** Undoes the filter of each row, section 9 of the PNG specification. */
function unfiltered(data: Buffer, stride: number, height: number, bytes: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < bytes ? 0 : out[at - bytes]!;
      const up = y === 0 ? 0 : out[at - stride]!;
      const corner = x < bytes || y === 0 ? 0 : out[at - stride - bytes]!;
      const added = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter]!;
      out[at] = data[y * (stride + 1) + 1 + x]! + added;
    }
  }
  return out;
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The colours that leave the least error, and the place among them for each colour of the picture. */
function paletteOf(rgb: Uint32Array): {
  readonly colours: readonly number[];
  placeOf(colour: number): number;
} {
  const counts = new Map<number, number>();
  for (const colour of rgb) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const all = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
  const colours: number[] = [];
  /** Of each colour, to the nearest that was taken; and its place. */
  const far = all.map(() => Number.POSITIVE_INFINITY);
  const places = all.map(() => 0);
  for (let next = 0; colours.length < COLOURS && far[next]! > 0; next = worst(all, far)) {
    const [taken] = all[next]!;
    all.forEach(([colour], i) => {
      const between = distance(colour, taken);
      if (between >= far[i]!) return;
      far[i] = between;
      places[i] = colours.length;
    });
    colours.push(taken);
  }
  const placeBy = new Map(all.map(([colour], i) => [colour, places[i]!]));
  return { colours, placeOf: (colour) => placeBy.get(colour)! };
}

/** The colour that adds most to the error: far from all that were taken, and in many pixels. */
function worst(all: readonly (readonly [number, number])[], far: readonly number[]): number {
  let place = 0;
  for (let i = 1; i < all.length; i++) if (far[i]! * all[i]![1] > far[place]! * all[place]![1]) place = i;
  return place;
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

function writePalette(
  { width, height, rgb }: Pixels,
  { colours, placeOf }: ReturnType<typeof paletteOf>,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, with a palette.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = placeOf(rgb[y * width + x]!);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(colours.flatMap((one) => [one >> 16, (one >> 8) & 255, one & 255]))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
