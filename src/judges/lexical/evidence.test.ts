/** Faults of evidence within one context and over several, each by its name. */
import { describe, expect, it } from "vitest";
import type { RecordClaim } from "../../core/judgement-record.ts";
import { judge } from "../judge.ts";

async function claimOf(
  response: string,
  contexts: readonly string[],
  question = "What is known?",
): Promise<RecordClaim> {
  const { judgements } = await judge({ cases: [{ id: "q", question, contexts, response }] });
  return judgements.get("q")!.responseClaims![0]!;
}
const isSupported = async (response: string, contexts: readonly string[], question?: string) =>
  (await claimOf(response, contexts, question)).support.some(({ level }) => level === "full");

describe("one context about two things", () => {
  it.each([
    ["the claim's name first", "Anna Weber was born in Oslo. Jonas Falk died in Rome."],
    ["the other name first", "Jonas Falk died in Rome. Anna Weber was born in Oslo."],
    ["one word", "Anna Weber was born in Oslo. Falk died in Rome."],
    ["a name with more about it", "Anna Weber was born in Oslo. Jonas Falk, a painter, died in Rome."],
    [
      "a pronoun that goes on from the other name",
      "Anna Weber was born in Oslo. Jonas Falk was a painter. He died in Rome.",
    ],
  ])("does not say of one what it says of the other: %s", async (_, context) => {
    const claim = await claimOf("Anna Weber died in Rome.", [context]);
    expect(claim.support).toEqual([]);
    expect(claim.missing).toEqual(["Rome"]);
  });
  it("of things too", async () => {
    const claim = "The Lumo lamp costs 18 dollars.";
    const vega = "The Lumo lamp runs on a solar cell. The Vega lamp costs 18 dollars.";
    expect(await isSupported(claim, [vega])).toBe(false);
    expect(await isSupported(claim, [vega.replace("The Vega lamp", "It")])).toBe(true);
  });
  it.each([
    ["a pronoun", "Anna Weber was born in Oslo. She died in Rome."],
    ["a part of the name", "Anna Weber was born in Oslo. Weber died in Rome."],
    ["no name", "Anna Weber was born in Oslo. In Rome, many years later, Weber died."],
    ["a title", "Anna Weber\n\nShe was born in Oslo and died in Rome."],
  ])("goes on about the same: %s", async (_, context) => {
    expect(await isSupported("Anna Weber died in Rome.", [context])).toBe(true);
  });
  it("a dateline, an opener and a name that the claim has are nobody else", async () => {
    const claim = "Cavalry FC signed Nikos Varga of the northern league in January and paid 3,000 dollars.";
    const paid = "Cavalry FC signed Nikos Varga of the northern league in January.";
    for (const more of [
      "Varga cost 3,000 dollars, which was paid at once.",
      "Sadly, they paid 3,000 dollars.",
    ])
      expect(await isSupported(claim, [`${paid} ${more}`]), more).toBe(true);
  });
  it("a list of several names takes a sentence of each", async () => {
    const context = "Anna Weber is a member. Jonas Falk is a member. Ida Holm is a member.";
    expect(await isSupported("Anna Weber, Jonas Falk and Ida Holm are members.", [context])).toBe(true);
  });
});

describe("sentences that have nothing in common", () => {
  const claim = "Storm Ida caused the blackout of the power company by a stolen transformer.";
  it("do not make a short claim", async () => {
    const soup =
      "Storm Ida passed north of the coast. The power company is owned by the town. A transformer was stolen in May. The blackout lasted an hour.";
    expect(await isSupported(claim, [soup])).toBe(false);
  });
  it("do by a word that they share, or a pronoun", async () => {
    expect(
      await isSupported(claim, [
        "Storm Ida caused the blackout of Varn. The blackout of the power company was due to a transformer that had been stolen.",
      ]),
    ).toBe(true);
    expect(
      await isSupported("Storm Ida cut the pier lamps and sank nine herring boats.", [
        "Storm Ida reached the coast. It cut the lamps of the pier. It sank nine boats with herring.",
      ]),
    ).toBe(true);
  });
});

describe("a namesake", () => {
  const claim = "John Adams signed the treaty.";
  it.each([
    "Samuel Adams signed the treaty.",
    "Samuel Adams was a brewer. Adams signed the treaty.",
    "Samuel Adams signed the treaty. It was kept by the guild.",
  ])("is somebody else: %s", async (context) => {
    const found = await claimOf(claim, [context], "Who signed it?");
    expect(found.support.some(({ level }) => level === "full")).toBe(false);
    expect(found.missing).toEqual(["John Adams"]);
  });
  it("even of a name that the question has", async () => {
    const question = "When did John Adams sign the treaty?";
    expect(await isSupported(claim, ["Samuel Adams signed the treaty."], question)).toBe(false);
  });
  it.each([
    "Adams signed the treaty.",
    "Mr Adams signed the treaty.",
    "President Adams signed the treaty.",
    "Lord Adams signed the treaty.",
    "J. Adams signed the treaty.",
    "Yesterday Adams signed the treaty.",
    "In March, Adams signed the treaty.",
    "Adams signed the treaty. Samuel Adams brewed beer.",
    "Johnny Adams signed the treaty.",
  ])("a surname, with a title or an initial, may be short for the name: %s", async (context) => {
    expect(await isSupported(claim, [context])).toBe(true);
  });
  it("short forms of a first name", async () => {
    expect(await isSupported("Bill Norton signed the act.", ["William Norton signed the act."])).toBe(true);
    expect(await isSupported("Bill Norton signed the act.", ["Peter Norton signed the act."])).toBe(false);
  });
});

describe("rows of a table", () => {
  const table =
    "| town | built | workers |\n|---|---|---|\n| Oslo | 1850 | 12 |\n| Bergen | 1871 | 30 |\n| Varn | 1899 | 44 |";
  const csv = "town,built,workers\nOslo,1850,12\nBergen,1871,30\nVarn,1899,44";
  it.each([
    ["Markdown", table],
    ["commas", csv],
    ["tabs", csv.replaceAll(",", "\t")],
  ])("the value of another row is not this one's: %s", async (_, text) => {
    expect(await isSupported("The Oslo mill had 12 workers.", [text])).toBe(true);
    const other = await claimOf("The Oslo mill had 30 workers.", [text]);
    expect(other.support.some(({ level }) => level === "full")).toBe(false);
    expect(other.missing).toEqual(["30"]);
  });
  it("a claim about two rows takes both", async () => {
    expect(
      await isSupported("The mill of Oslo was built in 1850 and that of Bergen was built in 1871.", [table]),
    ).toBe(true);
  });
});

describe("numbers and years in other forms", () => {
  const bothWays = async (left: string, right: string) => [
    await isSupported(left, [right]),
    await isSupported(right, [left]),
  ];
  it.each(["FY2023", "FY23", "FY 2023", "financial year 2023"])(
    "a fiscal year in one word: %s",
    async (year) => {
      expect(await bothWays(`Lumo made a loss in ${year}.`, "Lumo made a loss in fiscal year 2023.")).toEqual(
        [true, true],
      );
      expect(await bothWays(`Lumo made a loss in ${year}.`, "Lumo made a loss in fiscal year 2022.")).toEqual(
        [false, false],
      );
    },
  );
  it.each([
    [
      "Die Mühle am Fluss hat zwölf Räder.",
      "Die Mühle am Fluss hat 12 Räder.",
      "Die Mühle am Fluss hat 11 Räder.",
    ],
    [
      "Die Stadt am Fluss hat zwei Millionen Bürger.",
      "Die Stadt am Fluss hat 2.000.000 Bürger.",
      "Die Stadt am Fluss hat drei Millionen Bürger.",
    ],
    [
      "Die Brücke hat anderthalb Milliarden Euro gekostet.",
      "Die Brücke hat 1,5 Milliarden Euro gekostet.",
      "Die Brücke hat zwei Milliarden Euro gekostet.",
    ],
    [
      "Le pont a douze arches de pierre.",
      "Le pont a 12 arches de pierre.",
      "Le pont a huit arches de pierre.",
    ],
    [
      "El puente tiene cuatro arcos de piedra.",
      "El puente tiene 4 arcos de piedra.",
      "El puente tiene seis arcos de piedra.",
    ],
  ])("number words of other languages: %s", async (words, digits, others) => {
    expect(await bothWays(words, digits)).toEqual([true, true]);
    expect(await bothWays(words, others)).toEqual([false, false]);
  });
});

describe("a page that begins with its menu", () => {
  const menu =
    "Home\n\nNews Sport Weather\n\nBusiness Technology Science\n\nCulture Travel Video\n\nContact\n\n";
  const text =
    "The old lighthouse was painted by a guild of fishermen in the spring, and it has been a museum since.";
  it("is English by its sentences and its claims", async () => {
    const claim = "The lighthouse was painted by fishermen in the cold spring.";
    const [below, alone] = await Promise.all([
      claimOf(claim, [menu + text], "Lighthouse?"),
      claimOf(claim, [text], "Lighthouse?"),
    ]);
    expect(below.confidence).toBe(alone.confidence);
  });
});

describe("a claim in pieces over several contexts", () => {
  it("a context may add as little as a sentence of one context", async () => {
    const claim =
      "The survey of the coast counted grey seals, cormorants, eider ducks, terns and herons in 1911.";
    const parts = [
      "The survey of the coast counted grey seals, cormorants, eider ducks, terns and herons.",
      "The survey of the coast was held in 1911.",
    ];
    const full = [
      { chunk: 0, level: "full", by: ["1.1"], with: [1] },
      { chunk: 1, level: "full", by: ["2.1"], with: [0] },
    ];
    expect((await claimOf(claim, parts)).support).toEqual(full);
  });
});
