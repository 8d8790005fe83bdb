import { describe, expect, it } from "vitest";
import { joinsTo } from "./_subject.ts";

const joins = (claim: string, one: string, other: string) => {
  const can = joinsTo(claim);
  const both = [can([one], [other]), can([other], [one])];
  expect(both[0], "in either order").toBe(both[1]);
  return both[0];
};

describe("two statements say a claim together", () => {
  it.each([
    [
      "one begins with another name",
      "Anna Weber died in Rome.",
      "Anna Weber was born.",
      "Jonas Falk died.",
      false,
    ],
    ["behind an article", "The Lumo lamp is dear.", "The Lumo lamp glows.", "The Vega lamp is dear.", false],
    ["the claim names both", "Anna Weber and Falk died.", "Anna Weber died.", "Falk died.", true],
    ["the other has the claim's name too", "Anna Weber died.", "Anna Weber left.", "Falk met Weber.", true],
    [
      "a name leads from one to the other",
      "Anna painted in a market.",
      "Anna painted in Brekka.",
      "Brekka is a market.",
      true,
    ],
    ["a pronoun", "Anna Weber died in Rome.", "Anna Weber was born.", "She died in Rome.", true],
    [
      "a common word at the start is no name",
      "Anna rode trains daily.",
      "Anna rode daily.",
      "Trains run daily.",
      true,
    ],
    [
      "but it is where a name goes on",
      "Anna rode daily.",
      "Anna rode.",
      "Trains International runs daily.",
      false,
    ],
    [
      "a claim that begins with no name",
      "the lamp glows in Rome.",
      "Anna Weber glows.",
      "Jonas Falk died in Rome.",
      true,
    ],
  ])("%s", (_, claim, one, other, expected) => expect(joins(claim, one, other)).toBe(expected));
});
