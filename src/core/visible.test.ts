import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";
import { GoldieError } from "./problem.ts";
import { hasHidden, visible } from "./visible.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const HIDDEN = [
  ...[0, 7, 0x1b, 0x7f, ...range(0x80, 0x9f)],
  ...[0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)],
  ...[0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x2028, 0x2029],
].map((code) => String.fromCharCode(code));

test.each(HIDDEN.map((char) => [char.charCodeAt(0).toString(16).padStart(4, "0"), char]))(
  "U+%s is an escape in JSON, for people, and in the message of an error",
  (code, char) => {
    const text = `q${char}1`;
    expect(hasHidden(text)).toBe(true);
    expect(visible(text)).toBe(`q\\u${code}1`);
    const json = jsonText({ [text]: text });
    expect(hasHidden(json)).toBe(false);
    expect(JSON.parse(json)).toEqual({ [text]: text });
    expect(hasHidden(new GoldieError({ code: "x", what: text, fix: text }).message)).toBe(false);
  },
);

test("tags outside the first plane are escapes that JSON reads back", () => {
  const text = "q\u{e0041}";
  expect(visible(text)).toBe("q\\udb40\\udc41");
  expect(JSON.parse(jsonText(text))).toBe(text);
});

test("letters, line breaks, and joiners where a script or an emoji needs them stay", () => {
  for (const text of ["Größe\t1\r\n", "می\u200cخواهم", "क्\u200dष", "👩\u200d💻", "日本語"])
    expect(visible(text)).toBe(text);
});
