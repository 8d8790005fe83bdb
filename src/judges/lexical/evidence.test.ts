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
  it("a long table is read once more, however many of its rows are about others", async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => `| T${i} | 1871 | 30 |`);
    const text = ["| town | built | workers |", "|---|---|---|", "| Oslo | 1850 | 12 |", ...rows].join("\n");
    expect(await isSupported("The Oslo mill had 30 workers.", [text])).toBe(false);
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

it("what a system answered changes no verdict on the reference", async () => {
  const one = {
    id: "q",
    question: "wo schläft der hund?",
    contexts: ["der alte hund schläft gern am warmen ofen in der stube."],
    reference: "der hund schläft nachts am ofen.",
  };
  const english =
    "The dog is asleep by the stove and it is in the room with the people of the house who have been there for all of the night.";
  const responses = [undefined, english];
  const records = await Promise.all(
    responses.map(async (response) => {
      const { judgements } = await judge({ cases: [response === undefined ? one : { ...one, response }] });
      return judgements.get("q")!.claims;
    }),
  );
  expect(records[1]).toEqual(records[0]);
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
