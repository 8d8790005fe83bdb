import { describe, expect, it } from "vitest";
import { deniedWord, negationDiffers, readNegations } from "./negation.ts";

describe("a negation differs", () => {
  it.each([
    ["The ship sank.", "The ship did not sank."],
    ["The ship never arrived.", "The ship arrived in May."],
    ["Nobody survived the fire.", "Forty people survived the fire."],
    ["The drug works.", "The drug doesn't work."],
    ["He left without his coat.", "He left with his coat."],
    // Two negations in a row deny once, and "no" before a number is one too.
    ["There isn't no ferry on Sunday.", "There is a ferry on Sunday."],
    ["No two ferries leave together.", "Two ferries leave together."],
  ])("%s | %s", (claim, statement) => {
    expect(negationDiffers(claim, statement)).toBe(true);
    expect(negationDiffers(statement, claim)).toBe(true);
  });
});
describe("and does not", () => {
  it.each([
    ["The ship sank.", "The ship sank."],
    ["The ship did not sink.", "The ship didn't sink."],
    ["The ship never arrived.", "The ship did not arrive."],
    ["No, the ship sank.", "The ship sank."],
    ["Bus No. 16 stops here.", "Bus 16 stops here."],
    ["The wall failed to prevent the flood.", "The flood came over the wall."],
    [
      "The ship sank in May.",
      "The ship sank in May, and the insurers, who had long warned of the state of her hull, did not pay.",
    ],
  ])("%s | %s", (claim, statement) => expect(negationDiffers(claim, statement)).toBe(false));
});

it("shows the word as it is written where it is denied first", () =>
  expect(deniedWord(readNegations("Bo did not sing. Bo never sang."), readNegations("Bo sings."))).toBe(
    "sing",
  ));
