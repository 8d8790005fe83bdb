import fc from "fast-check";
import { expect, it } from "vitest";
import { FoldedWords } from "./folded-words.ts";
import { allowedKinds, TokenColumns } from "./token-columns.ts";
import { foldTokens } from "./tokens.ts";

const words = new FoldedWords();
function read(...texts: readonly string[]) {
  const columns = new TokenColumns(words, 0);
  const places = texts.map((text) => columns.read(text));
  return places.map(({ from, to }) => columns.tokens(from, to));
}

it.each([
  "The US sent us 5 million million tons, 20 % of it on May 5, 1960.",
  "Anna's dog didn't see O'Brien in the U.S. Army; l'eau, Anna 's.",
  "a dozen, two and a half million, half a million, twenty-one, 50 per cent, the 21st of April",
  "no number for many words here and then 7 and then again no number for many many words, then 8 km",
  "1960-04-21 or 21/04/1960 or 21.04.1960 or 1960年4月21日",
  "Straße Müller cafe\u0301 ²x km² 東京は日本の首都です。 ١٢٣ 👍🏽",
  "internationalisation and Internationalisation are longer than twelve letters",
  "US$4.2M, USD 5, 5 EUR, $ 7, 8 €, 4 US dollars, 20 °C, 5:30 p.m., 17:00, v2.4.1, Python 3.10, 1.50 and 2.4.1",
  "",
  " . ",
])("columns say what tokens say: %s", (text) => expect(read(text)).toEqual([foldTokens(text)]));

const parts = fc.constantFrom(
  ..."a dozen half about two twenty one first million k hundred and percent per cent % $ € dollars USD US$ am pm p.m. : M b °C v2.4 Python 3.10 May march 5 1960 12 31st - / , . of the km Anna 's US us don't u.s é ² 年 月 日 京".split(
    " ",
  ),
);
const texts = fc
  .array(fc.tuple(parts, fc.constantFrom(" ", " ", " ", "", ", ")), { maxLength: 30 })
  .map((list) => list.map((pair) => pair.join("")).join(""));

it("the same of any row of words and numbers, whatever was read before", () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 4 }), (list) => {
      expect(read(...list)).toEqual(list.map((text) => foldTokens(text)));
    }),
    { numRuns: 2000, seed: 17 },
  );
});

it("what was forgotten is read anew", () => {
  const [before] = read("Otters swim.");
  words.clear();
  expect(words.known("otters")).toBe(-1);
  expect(read("Otters swim.")).toEqual([before]);
});

const plain = allowedKinds((char) => /[a-z0-9\s.,:%$']/i.test(char));

it("a text of allowed characters is read as any other, and nothing is left of the rest", () => {
  fc.assert(
    fc.property(texts, texts, (before, text) => {
      const columns = new TokenColumns(words, 0);
      const { to } = columns.read(before);
      const places = columns.readOnly(text, plain);
      if (/^[a-z0-9\s.,:%$']*$/i.test(text)) {
        expect(columns.tokens(to, places!.to)).toEqual(foldTokens(text));
      } else {
        expect(places).toBeUndefined();
        expect(columns.length).toBe(to);
        // Nor of the marks of its numbers.
        const again = columns.read("otters swim");
        expect(columns.tokens(again.from, again.to)).toEqual(foldTokens("otters swim"));
      }
    }),
    { numRuns: 2000, seed: 18 },
  );
});

it("words of any length, in capitals and with digits", () => {
  const text = Array.from({ length: 16 }, (_, i) => "AbCdEfGhIjKlMnOp".slice(0, i + 1))
    .flatMap((word) => [word, `${word}7`, `7${word}`, `${word}@`, `${word}[`, `${word}{`, `${word}\``])
    .join(" ");
  expect(read(text, "ab", text)).toEqual([foldTokens(text), foldTokens("ab"), foldTokens(text)]);
});
