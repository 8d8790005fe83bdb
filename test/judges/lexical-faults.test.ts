/** Faults that the embedded judge had on texts of people and models, each by its name. */
import { describe, expect, it } from "vitest";
import type { JudgementRecord } from "../../src/core/judgement-record.ts";
import { judge } from "../../src/judges/judge.ts";
import { findEntities } from "../../src/judges/lexical/entities.ts";
import { parseRecord, recordLine } from "../../src/judges/record.ts";
import { splitClaims } from "../../src/judges/split/claims.ts";

async function recordOf(
  response: string,
  contexts: readonly string[],
  question = "What is known?",
): Promise<JudgementRecord> {
  const { judgements } = await judge({ cases: [{ id: "q", question, contexts, response }] });
  return judgements.get("q")!;
}
const claimOf = async (response: string, contexts: readonly string[], question?: string) =>
  (await recordOf(response, contexts, question)).responseClaims![0]!;
const isSupported = async (response: string, contexts: readonly string[], question?: string) =>
  (await claimOf(response, contexts, question)).support.some(({ level }) => level === "full");
const names = (text: string) =>
  findEntities(text)
    .filter(({ kind }) => kind === "name")
    .map((one) => one.text);

describe("reading", () => {
  const mill = ["Ada built the mill in 1840."];
  it.each([
    "[1]",
    "[1, 3]",
    "[2–4]",
    "[^2]",
    "(Smith, 2020)",
    "(Smith and Jones, 2020)",
    "【4†source】",
    "³",
    "<sup>4</sup>",
  ])("the citation marker %s says nothing, in the claim and in the context", async (marker) => {
    expect(await isSupported(`Ada built the mill in 1840 ${marker}.`, mill)).toBe(true);
    expect(await isSupported("Ada built the mill in 1840.", [`Ada built the mill in 1840.${marker}`])).toBe(
      true,
    );
  });
  it.each([
    "Yes,",
    "No,",
    "Additionally,",
    "Moreover,",
    "Furthermore,",
    "Unfortunately,",
    "Consequently,",
    "Hence,",
    "Okay,",
    "Overall,",
    "Interestingly,",
    "According to document 2,",
    "As mentioned in the passage,",
    "To answer your question,",
    "Based on the provided context,",
  ])("the opener %s is no name and no claim", (opener) => {
    expect(names(`${opener} the mill burnt in 1902.`)).toEqual([]);
    expect(splitClaims(`${opener} the mill burnt in 1902.`).map(({ text }) => text)).toEqual([
      "The mill burnt in 1902.",
    ]);
  });
  it("a frame without content is no claim", () => {
    expect(splitClaims("The mill burnt. I hope this helps!").map(({ text }) => text)).toEqual([
      "The mill burnt.",
    ]);
    expect(splitClaims("Great question! The mill burnt.").map(({ text }) => text)).toEqual([
      "The mill burnt.",
    ]);
  });
  it("an opener with content stays", () => {
    for (const text of ["In Italy, mills are old.", "In 1902, it burnt.", "Family, he said, is all."])
      expect(splitClaims(text).map((claim) => claim.text)).toEqual([text]);
  });
  it("Markdown, bullets, tables and code fences are read as their text", async () => {
    expect(splitClaims("## Answer\n\n- The **port** is `8443`.").map(({ text }) => text)).toEqual([
      "The port is 8443.",
    ]);
    expect(splitClaims("See [the manual](https://example.org/a).").map(({ text }) => text)).toEqual([
      "See the manual.",
    ]);
    expect(await isSupported("The server port is 8443.", ["```yaml\nserver:\n  port: 8443\n```"])).toBe(true);
    const table = "| town | gold | silver |\n|---|---|---|\n| Brekka | 4 | 7 |";
    expect(await isSupported("Brekka won 4 gold medals.", [table])).toBe(true);
  });
});

describe("evidence", () => {
  it("a missing name lowers support instead of forbidding it, and is named", async () => {
    const long =
      "The survey of the coast by Ida Holm and Per Lund in Varn counted grey seals, cormorants, eider ducks and terns.";
    expect(await isSupported(long, [long.replace(" and Per Lund", "")])).toBe(true);
    const claim = await claimOf("Marta Ruiz opened the bridge.", ["Jonas Falk opened the bridge."]);
    expect(claim.support.some(({ level }) => level === "full")).toBe(false);
    expect(claim.missing).toEqual(["Marta Ruiz"]);
  });
  it("a missing number lowers support instead of forbidding it, and is named", async () => {
    const long =
      "The survey of the coast by Ida Holm and Per Lund in Varn counted grey seals, cormorants, eider ducks and terns in 1848.";
    expect(await isSupported(long, [long.replace(" in 1848", "")])).toBe(true);
    const claim = await claimOf("The bridge opened in 1848.", ["The bridge opened in 1842."]);
    expect(claim.support.some(({ level }) => level === "full")).toBe(false);
    expect(claim.missing).toEqual(["1848"]);
    const dear = await claimOf("Parking costs £4 from 17:00.", ["Parking costs £9 from 19:00."]);
    expect(dear.missing).toEqual(["£4", "17:00"]);
  });
  it.each([
    [
      "an acronym and its words",
      "NOAA published new maps.",
      "The National Oceanic and Atmospheric Administration published new maps.",
    ],
    ["words and their acronym", "The World Food Programme serves 9,000 meals.", "WFP serves 9,000 meals."],
    ["a country", "The car was made in the US.", "The car was made in the United States."],
    ["six and a half", "The walk took 6.5 hours.", "The walk took six and a half hours."],
    ["two dozen", "The inn has 24 rooms.", "The inn has two dozen rooms."],
    [
      "half a million",
      "The ship carried 500,000 t of grain.",
      "The ship carried half a million tonnes of grain.",
    ],
    ["a unit", "The trail is 18 km long.", "The trail is 18 kilometres long."],
    ["a date", "It was signed on May 9, 1842.", "It was signed on the ninth of May 1842."],
    ["a possessive", "The ruling of Justice Okonkwo ended it.", "Justice Okonkwo's ruling ended it."],
    ["accents", "Zoe Akesson sang the aria.", "Zoë Åkesson sang the aria."],
    ["ue for ü", "Jürgen Müller led the choir.", "Juergen Mueller led the choir."],
    ["ö for oe", "Goethe praised Joerg Boehm.", "Goethe praised Jörg Böhm."],
    ["aa for å", "Aarhus has a new tram.", "Århus has a new tram."],
  ])("alias by rule: %s", async (_, claim, context) => {
    expect(await isSupported(claim, [context])).toBe(true);
  });
  it("another unit is another amount", async () => {
    expect(await isSupported("The trail is 18 miles long.", ["The trail is 18 kilometres long."])).toBe(
      false,
    );
  });
  it("an alias holds for entities too", async () => {
    const { judgements } = await judge({
      cases: [
        {
          id: "q",
          question: "Who serves meals?",
          contexts: ["WFP serves meals in the United States."],
          reference: "The World Food Programme serves meals in the US.",
        },
      ],
    });
    expect(judgements.get("q")!.entities!.map(({ chunks }) => chunks)).toEqual([[0], [0]]);
  });
  it("neighbouring words count beside shared words", async () => {
    const claim = "Grey seals eat herring near Varn.";
    const [together, apart] = await Promise.all([
      claimOf(claim, ["Near Varn, grey seals eat herring."]),
      claimOf(claim, ["Grey paint dries. Seals sleep. Gulls eat. Herring swim near boats in Varn."]),
    ]);
    expect(together.confidence!).toBeGreaterThan(apart.confidence! + 0.2);
  });
  it("words from far apart sentences do not make a claim", async () => {
    const claim = "Grey seals eat herring near Varn.";
    const far = "Grey paint dries. Snow falls. Seals sleep. Rain stops. Gulls eat. Winds turn. Herring swim.";
    expect(await isSupported(claim, [far])).toBe(false);
  });
  it("the words of a row of a table need not be neighbours", async () => {
    const table = "| town | founded | mayor |\n|---|---|---|\n| Brekka | 1604 | Ida Holm |";
    expect(await isSupported("Ida Holm is the mayor of Brekka.", [table])).toBe(true);
  });
  it("the topic of the question counts as known", async () => {
    expect(
      await isSupported(
        "In Portugal, alcohol may be sold to people from the age of 18.",
        ["Alcohol may be sold to people from the age of 18."],
        "What is the legal drinking age in Portugal?",
      ),
    ).toBe(true);
  });
  it("a question is no evidence", async () => {
    expect(await isSupported("Goldfish can hear music.", ["Can goldfish hear music? Ask our experts."])).toBe(
      false,
    );
  });
  it("a heading is evidence for its section only", async () => {
    const text = "## North garden\n\nOaks stand here.\n\n## South garden\n\nLemon trees grow in pots.";
    expect(await isSupported("Oaks stand in the north garden.", [text])).toBe(true);
    const other = await claimOf("Lemon trees grow in the north garden.", [text]);
    const own = await claimOf("Lemon trees grow in the south garden.", [text]);
    expect(own.confidence!).toBeGreaterThan(other.confidence!);
    expect(
      await isSupported("Causes of the famine were rats and war.", ["# Causes of the famine: rats and war"]),
    ).toBe(false);
  });
  it("two contexts support a claim together, and both are named", async () => {
    const claim = await claimOf("The Lumo lamp runs on a solar cell, weighs 2 kg and costs 18 dollars.", [
      "The Lumo lamp runs on a solar cell.",
      "It weighs 2 kg and costs 18 dollars.",
    ]);
    expect(claim.support).toEqual([
      { chunk: 0, level: "full", by: ["1.1"], with: [1] },
      { chunk: 1, level: "full", by: ["2.1"], with: [0] },
    ]);
  });
});

describe("may be contradicted: a flag with both texts that changes no score", () => {
  it.each([
    ["negation", "Dogs are welcome in the rooms.", "Dogs are not welcome in the rooms."],
    ["failed to", "The tests found harmful bacteria.", "The tests failed to find harmful bacteria."],
    ["did not build, built", "Ada built the mill in 1840.", "Ada did not build the mill in 1840."],
    ["built, did not build", "Ada did not build the mill in 1840.", "Ada built the mill in 1840."],
    ["did not go, went", "The ferry went to Hennay on Sunday.", "The ferry did not go to Hennay on Sunday."],
    ["never wrote, has written", "Rosa Lind never wrote a novel.", "Rosa Lind has written a novel."],
    ["never made, make", "Bees never made honey here.", "Bees make honey here."],
    ["was not made, make", "The lamp was not made in Oslo.", "They make the lamp in Oslo."],
    ["did not teach, taught", "Mr Hall taught chess at school.", "Mr Hall did not teach chess at school."],
    [
      "has not been chosen, chose",
      "The jury chose the red design.",
      "The red design was not chosen by the jury.",
    ],
    [
      "swapped roles, written and wrote",
      "Anna Weber wrote to Lucia Conti.",
      "Lucia Conti has written to Anna Weber.",
    ],
    ["increase and reduce", "The bypass increased traffic in town.", "The bypass reduced traffic in town."],
    ["before and after", "The form is due before the exam.", "The form is due after the exam."],
    ["allow and forbid", "Smoking is allowed on platforms.", "Smoking is forbidden on platforms."],
    ["swapped roles", "Lucia Conti beat Anna Weber.", "Anna Weber beat Lucia Conti."],
  ])("%s", async (_, claim, context) => {
    const { flags } = await recordOf(claim, [context]);
    expect(flags).toEqual([
      expect.objectContaining({ code: "may-be-contradicted", texts: [claim, context] }),
    ]);
  });
  it("not for the same in other words, a passive, or another matter", async () => {
    for (const [claim, context] of [
      ["Anna Weber defeated Lucia Conti.", "Lucia Conti was defeated by Anna Weber."],
      ["Dogs are not welcome.", "Dogs aren't welcome."],
      ["Ada did not build the mill.", "The mill was not built by Ada."],
      ["The ferry never went to Hennay.", "The ferry did not go to Hennay."],
      ["Dogs are welcome in the hotel.", "The museum does not sell tickets."],
    ] as const)
      expect((await recordOf(claim, [context])).flags, claim).toBeUndefined();
  });
  it("only where at least half of the claim's words are there", async () => {
    const context = "The harbour office is not open.";
    expect((await recordOf("The harbour office is open.", [context])).flags).toHaveLength(1);
    expect(
      (
        await recordOf("The old harbour museum with its ship models and sailors' knots is open daily.", [
          context,
        ])
      ).flags,
    ).toBeUndefined();
  });
  it("the score is that of the words", async () => {
    expect(await isSupported("Dogs are welcome in the rooms.", ["Dogs are not welcome in the rooms."])).toBe(
      true,
    );
  });
});

describe("names", () => {
  it("in lower case, in social text", () => {
    expect(names("lol trump and rick astley again 😂")).toEqual(["trump", "rick astley"]);
    expect(names("WOW THIS IS SO GOOD")).toEqual([]);
  });
  it("of products and models", () =>
    expect(names("We tried gpt-4o on iOS 18.")).toEqual(["gpt-4o", "iOS 18"]));
  it("common words at the start of a sentence are none", () =>
    expect(names("Harbours are busy. Photosynthesis makes sugar. Antibiotics kill bacteria.")).toEqual([]));
});

describe("the record", () => {
  it("keeps a confidence for every claim and chunk, copies included", async () => {
    const record = await recordOf("Ada built the mill.", [
      "Ada built the mill.",
      "Trains run.",
      "Ada built the mill.",
    ]);
    expect(record.responseClaims![0]).toMatchObject({ confidence: 1, confidences: [1, 0, 1] });
    expect(parseRecord(JSON.parse(recordLine(record)))).toEqual(record);
  });
});

describe("the record, for context precision", () => {
  it("keeps how relevant every statement and every claim of the response is, copies included", async () => {
    const { judgements } = await judge({
      cases: [
        {
          id: "q",
          question: "Who built the mill?",
          reference: "Ada built the mill.",
          response: "Ada built the mill.",
          contexts: ["Ada built the mill. Trains run.", "Ada built the mill. Trains run."],
        },
      ],
    });
    const record = judgements.get("q")!;
    expect(record.chunks.map(({ statements }) => statements.map((one) => one.relevance))).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(record.responseClaims![0]).toMatchObject({ relevant: true, relevance: 1 });
    expect(parseRecord(JSON.parse(recordLine(record)))).toEqual(record);
  });
  it("a relevance that is no share is refused", async () => {
    const record = JSON.parse(recordLine(await recordOf("Ada built the mill.", ["Ada built it."]))) as {
      chunks: { statements: { relevance: number }[] }[];
    };
    record.chunks[0]!.statements[0]!.relevance = 7;
    expect(() => parseRecord(record)).toThrow(/relevance/);
  });
});

describe("languages", () => {
  it.each([
    ["another script", "The tower was finished in 1604.", "塔于1604年完工，因为长期缺乏资金。"],
    [
      "another language of the same script",
      "The tower of the church was finished in 1604 because money was lacking.",
      "Der Turm der Kirche wurde erst im Jahr 1604 fertig, weil das Geld nicht von der Stadt war.",
    ],
  ])("%s: it says that it cannot tell", async (_, claim, context) => {
    const { unjudged } = await recordOf(claim, [context]);
    expect(unjudged).toContainEqual({
      part: "responseClaims",
      problem: expect.objectContaining({ code: "language-differs" }),
    });
  });
});

describe("another language: no verdict, and no number", () => {
  const english = "The ferry was delayed by fog because the lamp of the pier was broken.";
  const chinese = "渡轮因大雾而延误，因为码头的灯坏了。";
  const partsOf = ({ unjudged = [] }: JudgementRecord) => unjudged.map(({ part }) => part);

  it("claims, entities and what is relevant by the claims are not judged", async () => {
    const { judgements } = await judge({
      cases: [
        { id: "q", question: "为什么延误?", contexts: [chinese], reference: english, response: english },
      ],
    });
    const record = judgements.get("q")!;
    expect(partsOf(record)).toEqual(["claims", "entities", "responseClaims", "statements"]);
    expect(record.claims).toEqual([{ id: "c1", text: english, support: [] }]);
    expect(record.responseClaims).toEqual([{ id: "r1", text: english, support: [] }]);
    expect(record.entities).toBeUndefined();
    expect(record.chunks[0]!.statements).toEqual([{ id: "1.1", text: chinese }]);
    expect(parseRecord(JSON.parse(recordLine(record)))).toEqual(record);
  });
  it("a question in another language: what is relevant is not judged, the claims are", async () => {
    const record = await recordOf(english, [english], "渡轮为什么延误了这么久？");
    expect(partsOf(record)).toEqual(["statements"]);
    expect(record.unjudged![0]!.problem).toMatchObject({
      code: "language-differs",
      what: "the question is in Chinese or Japanese and the contexts in Latin script",
    });
    expect(record.chunks[0]!.statements[0]).toEqual({ id: "1.1", text: english });
    expect(record.responseClaims![0]).toMatchObject({ confidence: 1 });
    expect(record.responseClaims![0]).not.toHaveProperty("relevant");
  });
  it("one context in the language of the claim is enough, wherever it stands", async () => {
    const record = await recordOf(english, [...Array<string>(9).fill(chinese), chinese.slice(3), english]);
    expect(record.unjudged).toBeUndefined();
    expect(record.responseClaims![0]!.support.map(({ chunk }) => chunk)).toEqual([10]);
  });
  it("a context in another language supports nothing", async () => {
    const german =
      "Anna Weber ist im Jahr 1840 nach Oslo und nicht nach Rom gereist, weil das Schiff von der Stadt war.";
    const { responseClaims, unjudged } = await recordOf(
      "Anna Weber was in Oslo in 1840 because of the fish that was sold by the harbour.",
      [german, "The fish of the harbour was sold to the inns for the winter."],
    );
    expect(unjudged).toBeUndefined();
    expect(responseClaims![0]!.confidences![0]).toBe(0);
  });
  it("a name of a few foreign words in the language of the claim stays evidence", async () => {
    const claim = "Der Himmel über der Stadt and Das Boot are films.";
    expect(await isSupported(claim, [claim])).toBe(true);
  });
});

describe("opposites that a text denies, or that deny by themselves", () => {
  const flagOf = async (claim: string, context: string) =>
    (await recordOf(claim, [context])).flags?.[0]?.what;
  it.each([
    [
      "The syrup causes fever in children.",
      "The syrup prevents fever in children.",
      '"causes" and "prevents"',
    ],
    ["Work on the pier started in spring.", "Work on the pier ceased in spring.", '"started" and "ceased"'],
    ["The council accepted the plan.", "The council refused the plan.", '"accepted" and "refused"'],
    ["Iron is present in the water.", "Iron is absent in the water.", '"present" and "absent"'],
    [
      "A swim in the bay is possible in winter.",
      "A swim in the bay is impossible in winter.",
      '"possible" and "impossible"',
    ],
    [
      "The team succeeded in crossing the ice.",
      "The team failed in crossing the ice.",
      '"succeeded" and "failed"',
    ],
    ["The inn always serves breakfast.", "The inn never serves breakfast.", '"always" and "never"'],
  ])("%s / %s", async (claim, context, words) => {
    expect(await flagOf(claim, context)).toContain(`${words} are opposites`);
    expect(await flagOf(context, claim)).toContain("are opposites");
  });
  it.each([
    ["The kiosk is open by day.", "The kiosk is not only open by day but also by night."],
    ["A swim in the bay is possible in winter.", "A swim in the bay is not impossible in winter."],
    ["It is not possible to visit the cave in winter.", "It is impossible to visit the cave in winter."],
    ["The syrup causes fever in children.", "The syrup does not prevent fever in children."],
    ["The toll did not decrease in spring.", "The toll increased in spring."],
  ])("no flag: %s / %s", async (claim, context) => {
    expect(await flagOf(claim, context)).toBeUndefined();
    expect(await flagOf(context, claim)).toBeUndefined();
  });
  it("only, and not only", async () =>
    expect(
      await flagOf("The pool is only for guests.", "The pool is not only for guests but also for visitors."),
    ).toContain('denies "only"'));
});

describe("roles and words of a flag", () => {
  const flagOf = async (claim: string, context: string) =>
    (await recordOf(claim, [context])).flags?.[0]?.what;
  it.each([
    ["Acme was bought by Beta.", "Acme bought Beta."],
    ["Acme bought Beta.", "Acme has been bought by Beta."],
  ])("a passive on one side, the names in the same order: %s / %s", async (claim, context) =>
    expect(await flagOf(claim, context)).toContain('"Acme" and "Beta" have changed places'),
  );
  it("none where both are passive, or where by tells how", async () => {
    expect(await flagOf("Acme was bought by Beta.", "Acme was bought in May by Beta.")).toBeUndefined();
    expect(await flagOf("Anna reached Oslo.", "Anna reached by train Oslo.")).toBeUndefined();
  });
  it("a title is no party", async () => {
    const claim = "Dr. Holm warmly thanked Mr. Lund for the new boats of the harbour.";
    const context = "Mr. Falk warmly thanked Dr. Ras for the new boats of the harbour.";
    expect(await flagOf(claim, context)).toBeUndefined();
  });
  it("prints words as they are written, and no id, which stands beside it", async () => {
    expect(await flagOf("The room is available.", "The room is not available.")).toBe(
      'the claim and the context may say the opposite (only one of them denies "available"): "The room is available." / "The room is not available."',
    );
  });
});

describe("a wrong answer", () => {
  it("is relevant to the question, with a reference and without", async () => {
    const one = {
      id: "q",
      question: "What is the RPO?",
      response: "The RPO is one hour.",
      contexts: ["The RPO is fifteen minutes."],
    };
    for (const reference of [undefined, "The RPO is fifteen minutes."]) {
      const { judgements } = await judge({
        cases: [reference === undefined ? one : { ...one, reference }],
      });
      expect(judgements.get("q")!.responseClaims![0]!.relevant).toBe(true);
    }
  });
  it("of another matter is not; statements keep their rule", async () => {
    const { judgements } = await judge({
      cases: [
        {
          id: "q",
          question: "Who built the old mill of Varn?",
          reference: "Ada Holm.",
          response: "Herring swim in cold water.",
          contexts: ["The old mill of Varn was built by a guild."],
        },
      ],
    });
    const { responseClaims, chunks } = judgements.get("q")!;
    expect(responseClaims![0]!.relevant).toBe(false);
    expect(chunks[0]!.statements[0]!.relevant).toBe(false);
  });
});

describe("thousands of contexts", () => {
  const many = Array.from({ length: 3000 }, (_, i) => `The lamp of the pier was painted in shade ${i}.`);
  it("two of them support a claim together all the same", async () => {
    const claim = await claimOf("The Lumo lamp runs on a solar cell, weighs 2 kg and costs 18 dollars.", [
      ...many,
      "The Lumo lamp runs on a solar cell.",
      "It weighs 2 kg and costs 18 dollars.",
    ]);
    expect(claim.support.filter(({ level }) => level === "full").map(({ chunk }) => chunk)).toEqual([
      3000, 3001,
    ]);
  });
});

describe("amounts", () => {
  const bothWays = async (left: string, right: string) => [
    await isSupported(left, [right]),
    await isSupported(right, [left]),
  ];
  const same = [true, true];
  const another = [false, false];

  it.each([
    ["$500", "€500"],
    ["£500", "$500"],
    ["500 dollars", "€500"],
    ["500 euros", "500 dollars"],
    ["$500", "500 pounds"],
    ["USD 500", "500 EUR"],
    ["¥500", "$500"],
    ["US$500", "500 yen"],
  ])("another currency is another amount: %s, %s", async (left, right) => {
    expect(await bothWays(`The fine is ${left}.`, `The fine is ${right}.`)).toEqual(another);
  });
  it.each([
    ["$4", "4 dollars"],
    ["US$4", "$4"],
    ["USD 4", "4 dollars"],
    ["4 USD", "US$4"],
    ["4 US dollars", "$4"],
    ["£4", "four pounds"],
    ["GBP 4", "£4"],
    ["€10", "10 euros"],
    ["10 EUR", "10 €"],
    ["¥900", "900 yen"],
    ["$2.50", "2.5 dollars"],
    ["$4.2M", "$4.2 million"],
    ["$4.2m", "4,200,000 dollars"],
    ["$4.2M", "4.2 million dollars"],
    ["€3bn", "3 billion euros"],
    ["$3B", "3,000,000,000 dollars"],
  ])("one currency in several forms: %s, %s", async (left, right) => {
    expect(await bothWays(`A ticket to Varn costs ${left}.`, `A ticket to Varn costs ${right}.`)).toEqual(
      same,
    );
  });
  it("a number without a currency may be of any", async () => {
    expect(await bothWays("The fine is $500.", "The fine is 500.")).toEqual(same);
    expect(await bothWays("The sack weighs 4 lb.", "The sack weighs 4 pounds.")).toEqual(same);
  });
  it("millions and billions by their letter", async () => {
    expect(await bothWays("The app has 3M users.", "The app has 3 million users.")).toEqual(same);
    expect(await bothWays("The app has 2B users.", "The app has 2 billion users.")).toEqual(same);
    expect(await bothWays("The wall is 3m high.", "The wall is 3 metres high.")).toEqual(same);
    expect(await bothWays("The wall is 3m high.", "The wall is 3 million high.")).toEqual(another);
  });
  it.each([
    ["US$4", "€4"],
    ["4 USD", "4 EUR"],
    ["£4", "£9"],
    ["17:00", "19:00"],
    ["5 p.m", "5 a.m"],
    ["20 °C", "20 °F"],
    ["2.4.1", "2.4.7"],
  ])("what is not found is named as it is written: %s", async (amount, other) => {
    const claim = await claimOf(`The mark is ${amount} there.`, [`The mark is ${other} there.`]);
    expect(claim.missing).toEqual([amount]);
  });

  it.each([
    ["8 am", "8 pm"],
    ["8:30 a.m.", "8:30 p.m."],
    ["8am", "20:00"],
    ["17:00", "17:30"],
  ])("another time of day: %s, %s", async (left, right) => {
    expect(await bothWays(`The shop opens at ${left} daily.`, `The shop opens at ${right} daily.`)).toEqual(
      another,
    );
  });
  it.each([
    ["5 pm", "17:00"],
    ["5pm", "5:00 p.m."],
    ["5:00 PM", "17:00"],
    ["9 am", "09:00"],
    ["9 am", "9:00"],
    ["12 am", "0:00"],
    ["12:15 pm", "12:15"],
    ["5 pm", "5"],
  ])("one time of day in several forms: %s, %s", async (left, right) => {
    expect(await bothWays(`The shop opens at ${left} daily.`, `The shop opens at ${right} daily.`)).toEqual(
      same,
    );
  });

  it("a time says no other number than its own", async () => {
    const context = ["The court of Varn opened at 6 pm and heard several charges."];
    expect(await isSupported("The court of Varn heard 18 charges.", context)).toBe(false);
  });

  it("degrees of two scales are two temperatures", async () => {
    const at = (degrees: string) => `The kiln was kept at ${degrees} overnight.`;
    expect(await bothWays(at("20 °C"), at("20 °F"))).toEqual(another);
    expect(await bothWays(at("20°C"), at("20 degrees Fahrenheit"))).toEqual(another);
    expect(await bothWays(at("20 °C"), at("20 degrees Celsius"))).toEqual(same);
    expect(await bothWays(at("20°F"), at("20 degrees Fahrenheit"))).toEqual(same);
  });

  it.each([
    ["Python 3.10 added the parser.", "Python 3.1 added the parser."],
    ["The tool needs Node 20.1.", "The tool needs Node 20.10."],
    ["The tool is at version 2.4.1 now.", "The tool is at version 2.4.7 now."],
    ["The tool is at v2.4 now.", "The tool is at v2.40 now."],
    ["The fault is mended in release 1.20.", "The fault is mended in release 1.2."],
  ])("another version: %s", async (left, right) => {
    expect(await bothWays(left, right)).toEqual(another);
  });
  it.each([
    ["Python 3.10 added the parser.", "The parser was added by Python in 3.10."],
    ["The tool is at v2.4.1 now.", "The tool is at version 2.4.1 now."],
    ["Lunch costs 3.10 there.", "Lunch costs 3.1 there."],
    ["Bread costs 3.10 dollars.", "Bread costs 3.1 dollars."],
  ])("the same version or amount: %s", async (left, right) => {
    expect(await bothWays(left, right)).toEqual(same);
  });
  it("an entity is found in any form of its currency", async () => {
    const { judgements } = await judge({
      cases: [
        {
          id: "q",
          question: "What is the fine?",
          contexts: ["The fine is 500 dollars.", "The fine is €500.", "The fine is $500."],
          reference: "The fine is $500.",
        },
      ],
    });
    expect(judgements.get("q")!.entities).toEqual([{ text: "$500", chunks: [0, 2] }]);
  });

  it.each([
    ["a half", "Half of the users of Lumo pay monthly.", "50 % of the users of Lumo pay monthly."],
    [
      "a quarter",
      "Lumo sold 9,000 lamps in Q2 2023.",
      "Lumo sold 9,000 lamps in the second quarter of 2023.",
    ],
    ["a fiscal year", "Lumo made a loss in FY 2023.", "Lumo made a loss in fiscal year 2023."],
    ["a decade", "The tram of Varn closed in the 1990s.", "The tram of Varn closed in the nineties."],
  ])("one form: %s", async (_, left, right) => {
    expect(await bothWays(left, right)).toEqual(same);
  });
  it("other halves, quarters and decades are others", async () => {
    expect(await bothWays("Sales rose in Q2 2023.", "Sales rose in the third quarter of 2023.")).toEqual(
      another,
    );
    expect(await isSupported("The tram closed in the 1990s.", ["The tram closed in the eighties."])).toBe(
      false,
    );
    expect(
      await isSupported("Rain fell on 50% of the island.", ["Rain fell on the northern half of the island."]),
    ).toBe(false);
  });
});

describe("two contexts about two things", () => {
  it.each([
    ["Anna Weber died in Rome.", "Anna Weber was born in Oslo.", "Jonas Falk died in Rome."],
    [
      "The Lumo lamp costs 18 dollars.",
      "The Lumo lamp runs on a solar cell.",
      "The Vega lamp costs 18 dollars.",
    ],
  ])("do not support together: %s", async (claim, one, other) => {
    expect(await isSupported(claim, [one, other])).toBe(false);
    expect(await isSupported(claim, [other, one])).toBe(false);
  });
  it.each([
    [
      "a pronoun",
      "Brekka Hall, a house of red stone, was built in 1840 by fishermen.",
      "Brekka Hall is a house of red stone.",
      "It was built in 1840 by fishermen.",
    ],
    [
      "a shared name",
      "Rosa Lind painted harbours and sold the inn in 1911 to a baker.",
      "Rosa Lind painted harbours.",
      "In 1911 Lind sold the inn to a baker.",
    ],
    [
      "a name that leads from one to the other",
      "Rosa Lind painted boats in the largest cheese market of the northern moors.",
      "Rosa Lind painted boats in Brekka.",
      "Brekka is the largest cheese market of the northern moors.",
    ],
  ])("do by %s", async (_, claim, one, other) => {
    expect((await claimOf(claim, [one, other])).support.map((found) => found.with)).toEqual([[1], [0]]);
  });
});
