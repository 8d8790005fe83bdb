/** Opposites in the words of two texts: each line was a change of the code that no other test noticed. */
import { describe, expect, it } from "vitest";
import { oppositeIn } from "./contradiction.ts";

const kindOf = (claim: string, statement: string) => oppositeIn(claim, statement)?.kind;

describe("an opposite word", () => {
  it("is none where the text has the word itself too", () => {
    expect(
      kindOf("Sales increased in May.", "Sales increased in May and decreased in June."),
    ).toBeUndefined();
    expect(kindOf("Sales increased in May.", "Sales decreased in May.")).toBe("antonym");
  });
  it("is none where the claim has both", () =>
    expect(
      kindOf("Sales increased in May and decreased in June.", "Sales decreased in June."),
    ).toBeUndefined());
  it("shows the words as each text writes them", () =>
    expect(oppositeIn("Taxes INCREASED again.", "Taxes were Reduced again.")?.words).toEqual([
      "INCREASED",
      "Reduced",
    ]));
  it("is none where one side turns it, and one again where both do", () => {
    expect(kindOf("The toll did not increase.", "The toll decreased.")).toBeUndefined();
    expect(kindOf("The toll decreased.", "The toll did not increase.")).toBeUndefined();
    expect(kindOf("The toll did not increase.", "The toll did not decrease.")).toBe("antonym");
  });
  it("gives way to a word that only one of them denies elsewhere", () =>
    expect(kindOf("The new ferry is not open.", "The old ferry is open.")).toBeUndefined());
});

describe("swapped roles", () => {
  it.each([
    ["Anna Weber beat Lucia Conti.", "Lucia Conti beat Anna Weber."],
    ["Rossi sued Keller for libel.", "Keller sued Rossi for libel."],
  ])("%s / %s", (claim, statement) => {
    expect(kindOf(claim, statement)).toBe("roles");
    expect(kindOf(statement, claim)).toBe("roles");
  });
  it("show both names and the verb as the claim writes them", () =>
    expect(oppositeIn("Anna Weber beat Lucia Conti.", "Lucia Conti beat Anna Weber.")?.words).toEqual([
      "Anna Weber",
      "beat",
      "Lucia Conti",
    ]));
  it.each([
    ["equals that are joined", "Anna and Bo sang.", "Bo and Anna sang."],
    ["equals that met", "Anna met Bo in Oslo.", "Bo met Anna in Oslo."],
    ["another verb between them", "Anna praised Bo.", "Bo thanked Anna."],
    ["no verb between them that both have", "Anna of Oslo.", "Oslo of Anna."],
    ["a verb that only one has between them", "Anna praised Bo and won.", "Bo won against Anna."],
    ["the same, the other way round", "Anna won against Bo.", "Bo praised Anna and won."],
    ["only one of the names", "Anna beat Bo.", "Carla beat Anna."],
    ["the same order", "Anna beat Bo twice.", "Anna beat Bo."],
    ["words without capitals", "dogs chase cats.", "cats chase dogs."],
  ])("none: %s", (_, claim, statement) => expect(kindOf(claim, statement)).toBeUndefined());
  it("a list of names is several, a name of two words is one", () => {
    expect(kindOf("Anna, Bo beat Carla.", "Carla beat Anna, Bo.")).toBe("roles");
    expect(kindOf("Anna Bo beat Carla.", "Carla beat Anna Dahl.")).toBeUndefined();
  });
  it("the second pair of names counts too", () =>
    expect(kindOf("In Oslo, Anna beat Bo.", "In Oslo, Bo beat Anna.")).toBe("roles"));

  it("a passive turns them: the same order, one passive", () => {
    expect(kindOf("Acme was bought by Beta.", "Acme bought Beta.")).toBe("roles");
    expect(kindOf("Acme bought Beta.", "Beta was bought by Acme.")).toBeUndefined();
  });
  it.each([
    ["by before the verb", "Anna by chance reached Oslo.", "Anna reached Oslo."],
    ["by before the verb, behind a form of be", "Anna got by beating Bo.", "Anna beats Bo."],
    ["no form of be", "Anna passed by Bo.", "Anna passed Bo."],
    ["by far from the second name", "Anna was beaten by a trick in Oslo.", "Anna beat Oslo."],
  ])("no passive: %s", (_, claim, statement) => {
    expect(kindOf(claim, statement)).toBeUndefined();
    expect(kindOf(statement, claim)).toBeUndefined();
  });
});
