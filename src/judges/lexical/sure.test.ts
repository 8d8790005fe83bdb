import { describe, expect, it } from "vitest";
import { prepareCase } from "../prepare.ts";
import { sureCells } from "./sure.ts";

const cellOf = (claim: string, context: string, part: "reference" | "response" = "reference") => {
  const { prepared } = prepareCase({ id: "q1", question: "What?", contexts: [context], [part]: claim });
  return sureCells(prepared!)[0]![0]!;
};

const MILL = "Ada built the mill in 1840.";

describe("a context that is the claim, word for word, is settled", () => {
  it.each([
    [MILL, MILL],
    [`${MILL} [1]`, MILL],
    [MILL, "Ada built the mill in 1840 [3]."],
    [MILL, "Ada built the mill in 1840. 【4†source】"],
    [MILL, "  ADA built the Mill, in 1840!  "],
    [MILL, `${MILL} ${MILL}`],
    [`Additionally, ${MILL}`, MILL],
    ["The mill did not burn.", "The mill didn't burn."],
    ["Das Tor ist nicht offen.", "Das Tor ist nicht offen."],
    ["磨坊建于1840年。", "磨坊建于1840年。"],
    ["The tour costs $5.", "The tour costs $5."],
  ])("%s / %s", (claim, context) => {
    expect(cellOf(claim, context)).toEqual({ same: true, by: ["1.1"] });
    expect(cellOf(claim, context, "response").same).toBe(true);
  });
});

describe("a context that says more, or something else, stays open", () => {
  it.each([
    // Denied, doubted, invented, supposed.
    [MILL, "It is untrue that Ada built the mill in 1840."],
    [MILL, "There is little evidence that Ada built the mill in 1840."],
    [MILL, "Bo lied that Ada built the mill in 1840."],
    [MILL, "Suppose Ada built the mill in 1840."],
    [MILL, "In the novel, Ada built the mill in 1840."],
    [MILL, "Allegedly, Ada built the mill in 1840."],
    [MILL, "Perhaps Ada built the mill in 1840."],
    [MILL, "Nobody believes that Ada built the mill in 1840."],
    ["The mill did not burn.", "It is not true that the mill did not burn."],
    // Taken back by another sentence or by a heading.
    [MILL, `${MILL} This is a myth.`],
    [MILL, `${MILL} Historians reject the story.`],
    [MILL, `The legend goes as follows. ${MILL}`],
    [MILL, `## Common myths\n\n${MILL}`],
    [MILL, `~~${MILL}~~`],
    [MILL, `"${MILL}"`],
    [MILL, `- [ ] ${MILL}`],
    // Another subject, a restriction.
    [MILL, "The rivals of Ada built the mill in 1840."],
    ["Ada is the director.", "The wife of Ada is the director."],
    ["Dogs may enter.", "Hot dogs may enter."],
    ["The drug is safe.", "The drug is safe only in small doses."],
    ["The drug is safe.", "The drug is safe only in small doses"],
    // A heading, a title, a question.
    [MILL, "# Ada built the mill in 1840."],
    [MILL, "Ada built the mill in 1840"],
    ["**Ada built the mill in 1840.**", "**Ada built the mill in 1840.**"],
    [MILL, "Ada built the mill in 1840?"],
    ["Did Ada build the mill?", "Did Ada build the mill?"],
    // Other languages.
    ["Ada baute die Mühle.", "Es stimmt nicht, dass Ada die Mühle baute."],
    ["Ada baute die Mühle.", "Ada baute die Mühle keineswegs."],
    ["Ada a construit le moulin.", "Il est faux que Ada a construit le moulin."],
    ["Ada construyó el molino.", "Es mentira que Ada construyó el molino."],
    ["艾达建造了磨坊。", "据说艾达建造了磨坊。"],
    ["艾达建造了磨坊。", "艾达建造了磨坊是谎言。"],
    // Marks that are no words.
    ["The tour costs $5.", "The tour costs €5."],
    ["The load is < 5.", "The load is > 5."],
    // Nothing in common: synonyms, an acronym, another language.
    ["The car maker laid off many workers.", "The automobile manufacturer dismissed thousands of employees."],
    ["The UN met there.", "The United Nations met there."],
    ["Felines rest indoors all day.", "Katzen ruhen tagsüber im Haus."],
  ])("%s / %s", (claim, context) => {
    expect(cellOf(claim, context).same).toBe(false);
    expect(cellOf(claim, context, "response").same).toBe(false);
  });
});

it("a heading is no evidence, even where it is written like the claim", () => {
  const same = (text: string) =>
    sureCells({
      id: "q1",
      question: "What?",
      responseClaims: [{ id: "r1", text }],
      chunks: [{ at: 0, statements: [{ id: "1.1", text }] }],
    })[0]![0]!.same;
  expect(same("# Ada built the mill in 1840.")).toBe(false);
  expect(same("**Ada** built the mill in 1840.")).toBe(true);
});

it("names the statements that say most of a claim", () => {
  expect(cellOf(MILL, "Rain fell. The mill was built in 1840 by Ada. Bo slept.").by).toEqual(["1.2"]);
  expect(cellOf(MILL, "Rain fell.").by).toEqual([]);
});
