import { describe, expect, it } from "vitest";
import { negationDiffers } from "./negation.ts";

describe("a negation differs", () => {
  it.each([
    ["The ship sank.", "The ship did not sank."],
    ["The ship never arrived.", "The ship arrived in May."],
    ["Nobody survived the fire.", "Forty people survived the fire."],
    ["The drug works.", "The drug doesn't work."],
    ["He left without his coat.", "He left with his coat."],
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
    [
      "The ship sank in May.",
      "The ship sank in May, and the insurers, who had long warned of the state of her hull, did not pay.",
    ],
  ])("%s | %s", (claim, statement) => expect(negationDiffers(claim, statement)).toBe(false));
});
