/** The pictures of the documentation: there, small, and shown. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import { sizeOf, withPalette } from "../scripts/_screenshots/palette-png.ts";
import { readPages } from "./_markdown.ts";

const FOLDER = "docs/images";
const files = readdirSync(join(root, FOLDER)).sort();

/** Images in the text of a page, with their alternative texts. */
const imagesIn = (path: string, text: string) =>
  [...text.matchAll(/!\[([^\]]*)\]\(([^)]+\.png)\)/g)].map(([, alt, target]) => ({
    page: path,
    alt: alt!,
    file: posix.join(posix.dirname(path), target!),
  }));
const shown = readPages(root).flatMap(({ path, text }) => imagesIn(path, text));

describe("pictures of the documentation", () => {
  test("of every page there is", () => {
    expect(files).toEqual(["compare.png", "dashboard.png", "label.png", "query.png", "report.png"]);
  });

  test.each(files)("%s is a small PNG that a page shows", (name) => {
    const png = readFileSync(join(root, FOLDER, name));
    const { width, height } = sizeOf(png);
    expect(png.length).toBeLessThan(120_000);
    expect(width).toBeGreaterThan(600);
    expect(width).toBeLessThanOrEqual(1280);
    expect(height).toBeGreaterThan(300);
    expect(height).toBeLessThanOrEqual(1100);
    expect(shown.map(({ file }) => file)).toContain(`${FOLDER}/${name}`);
  });

  test("each has an alternative text, and README shows one", () => {
    expect(shown.filter(({ alt }) => alt.length < 20)).toEqual([]);
    expect(shown.filter(({ page }) => page === "README.md")).toHaveLength(1);
  });
});

describe("PNGs with a palette", () => {
  /** Two RGB pixels a row, one row for each filter of PNG; every row is red, blue. */
  const rows = [
    [0, 255, 0, 0, 0, 0, 255],
    [1, 255, 0, 0, 1, 0, 255],
    [2, 0, 0, 0, 0, 0, 0],
    [3, 128, 0, 0, 129, 0, 128],
    [4, 0, 0, 0, 0, 0, 0],
  ];
  const chunk = (name: string, data: Uint8Array): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 5, 8, 2, 0, 0, 0)),
    chunk("IDAT", deflateSync(Uint8Array.from(rows.flat()))),
    chunk("IEND", Uint8Array.of()),
  ]);

  test("have the pixels of the picture, whatever its filters", () => {
    const made = withPalette(png);
    expect(sizeOf(made)).toEqual({ width: 2, height: 5 });
    const part = (name: string): Buffer => {
      const at = made.indexOf(name);
      return made.subarray(at + 4, at + 4 + made.readUInt32BE(at - 4));
    };
    const palette = part("PLTE");
    const colour = (place: number): number[] => [...palette.subarray(place * 3, place * 3 + 3)];
    const pixels = inflateSync(part("IDAT"));
    for (let y = 0; y < 5; y++) {
      expect(colour(pixels[y * 3 + 1]!), `row ${y}`).toEqual([255, 0, 0]);
      expect(colour(pixels[y * 3 + 2]!), `row ${y}`).toEqual([0, 0, 255]);
    }
  });

  test("what is no PNG is refused", () => {
    expect(() => sizeOf(Buffer.from("<svg></svg> and more than that"))).toThrow("not a PNG");
  });
});
