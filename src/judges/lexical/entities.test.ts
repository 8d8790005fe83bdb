import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEntities, foldChunk, searchEntity } from "./entities.ts";

const found = (text: string) => findEntities(text).map(({ text: name, kind }) => `${name} (${kind})`);

describe("entities", () => {
  it.each([
    [
      "The capital of Brazil is Brasília, established on April 21, 1960.",
      ["Brazil (name)", "Brasília (name)", "April 21, 1960 (date)"],
    ],
    [
      "In 1999, Dr. Ann Lee of the University of Oslo paid $3.5 million for 12 boats.",
      ["1999 (date)", "Ann Lee (name)", "University of Oslo (name)", "$3.5 million (number)", "12 (number)"],
    ],
    ["Boats are old. Rowboats are older.", []],
    [
      "Varn lies north of Delft. The town has 50% of the trade.",
      ["Varn (name)", "Delft (name)", "50% (number)"],
    ],
    ['William "Bill" Porter wrote "The Old Mill".', ['William "Bill" Porter (name)', "The Old Mill (name)"]],
    ["Apollo 11 and the 2nd Battle of Varn", ["Apollo 11 (name)", "2nd Battle of Varn (name)"]],
    [
      "It covers 14 million square kilometres, or 5 km².",
      ["14 million square kilometres (number)", "5 km² (number)"],
    ],
    [
      "Bosnia and Herzegovina, France and Spain",
      ["Bosnia and Herzegovina (name)", "France (name)", "Spain (name)"],
    ],
    [
      "Ludwig van der Berg met a Swedish General in the U.S. Senate.",
      ["Ludwig van der Berg (name)", "Swedish (name)", "U.S. Senate (name)"],
    ],
    ["Two of them had three cars in May.", []],
    ["NATO moved. The CD sold well on Monday.", ["NATO (name)"]],
    ["", []],
  ])("%s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it("has places in the text that do not overlap, whatever the text", () => {
    const piece = fc.constantFrom(
      "Varn",
      " ",
      " ",
      "of ",
      "the ",
      "The ",
      '"',
      "5",
      "1960",
      ". ",
      "May ",
      "and ",
      "von ",
      "Dr. ",
      "%",
      "'s",
      "é",
      "\ud800",
      "&",
      "Club ",
      "km ",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")),
        (text) => {
          let at = 0;
          for (const one of findEntities(text)) {
            expect(one.start).toBeGreaterThanOrEqual(at);
            expect(one.end).toBeGreaterThan(one.start);
            expect(one.text).toBe(text.slice(one.start, one.end));
            at = one.end;
          }
        },
      ),
    );
  });
});

describe("an entity in a chunk", () => {
  it.each([
    ["Brasília", "name", "BRASILIA is a city.", true],
    ["April 21, 1960", "date", "Founded on 21 April 1960.", true],
    ["April 21, 1960", "date", "Founded in April 1960.", false],
    ["1960", "date", "Founded on 1960-04-21.", true],
    ["April 1960", "date", "Founded on 21/4/1960.", true],
    ["14 million square kilometers", "number", "It covers 14,000,000 km².", true],
    ["14 million square kilometers", "number", "14 million people live there.", false],
    ["50%", "number", "fifty per cent of it", true],
    ["50%", "number", "50 of them", false],
    ["12", "number", "twelve boats", true],
    ["12", "number", "120 boats", false],
    ["John F. Kennedy", "name", "John Kennedy was there.", true],
    ["John Kennedy", "name", "John F. Kennedy was there.", true],
    ["J. K. Rowling", "name", "by JK Rowling", true],
    ["JK Rowling", "name", "by J. K. Rowling", true],
    ["Ann Lee", "name", "Lee was there.", false],
    ["Ann Lee", "name", "Ann met Lee.", false],
    ["U.S.", "name", "in the United States", true],
    ["US", "name", "tell us", false],
    ["The Hague", "name", "in Hague", true],
    ["Brazil", "name", "Brazilian towns", false],
  ] as const)("%s (%s) in: %s → %s", (text, kind, chunk, expected) => {
    expect(searchEntity({ text, kind }, foldChunk(chunk))).toBe(expected);
  });
});

/** Mentions of names by people: a word and its tag on each line, a blank line after each sentence. */
const wikigold = new URL("../../../../shared/data/judge/ner/wikigold/wikigold.conll.txt", import.meta.url);

interface Sentence {
  readonly text: string;
  readonly spans: ReadonlySet<string>;
}

function readSentences(text: string): Sentence[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const rows = block.split("\n").filter((row) => row.trim() !== "" && !row.startsWith("-DOCSTART-"));
    return rows.length === 0
      ? []
      : [readSentence(rows.map((row) => row.trim().split(" ") as [string, string]))];
  });
}

function readSentence(rows: readonly (readonly [string, string])[]): Sentence {
  const spans: { start: number; end: number }[] = [];
  let at = 0;
  let before = "O";
  for (const [word, tag] of rows) {
    const end = at + word.length;
    if (tag !== "O" && tag === before) spans.at(-1)!.end = end;
    else if (tag !== "O") spans.push({ start: at, end });
    before = tag;
    at = end + 1;
  }
  return {
    text: rows.map(([word]) => word).join(" "),
    spans: new Set(spans.map(({ start, end }) => `${start}-${end}`)),
  };
}

/** Which half a sentence is in: lists and limits were chosen on the even one only. */
function isReported(text: string): boolean {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 7) & 1) === 1;
}

describe("names of wikigold", () => {
  it.skipIf(!existsSync(wikigold))(
    "exact mentions of the half that nothing was chosen on [shared data]",
    () => {
      let [right, given, wanted, sentences] = [0, 0, 0, 0];
      for (const { text, spans } of readSentences(readFileSync(wikigold, "utf8"))) {
        if (!isReported(text)) continue;
        sentences++;
        wanted += spans.size;
        for (const { start, end, kind } of findEntities(text)) {
          if (kind !== "name") continue;
          given++;
          if (spans.has(`${start}-${end}`)) right++;
        }
      }
      expect(sentences).toBe(906);
      expect((2 * right) / (given + wanted)).toBeGreaterThan(0.84);
    },
  );
});
