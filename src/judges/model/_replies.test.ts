import { expect, it } from "vitest";
import { readSupportReply } from "./_replies.ts";

const asked = {
  claims: new Set(["c1"]),
  statements: new Set(["1", "2", "3"]),
  rated: new Set(["1", "2", "3"]),
};
const read = (full: unknown, relevant: unknown = []) =>
  readSupportReply(JSON.stringify({ claims: [{ id: "c1", full, partial: [] }], relevant }), asked);
const fullOf = (full: unknown): string[] | string => {
  const got = read(full);
  return "value" in got ? [...(got.value.claims.get("c1")?.full ?? ["not said"])] : got.error;
};

it.each<[unknown, string[]]>([
  ["1, 2", ["1", "2"]],
  ["[1] 3.", ["1", "3"]],
  ["", []],
  [
    ["[2]", 3],
    ["2", "3"],
  ],
])("reads %j as a list of ids", (given, ids) => {
  expect(fullOf(given)).toEqual(ids);
});

it.each(["not 1", "all except 2", "1 contradicts it", "none", "no statement, 1 is about boats"])(
  "does not take an id out of words: %j",
  (words) => {
    expect(fullOf(words)).toBe("full, partial and against of c1 must be lists of ids");
    expect(read([], words)).toMatchObject({ error: "relevant must be a list of ids" });
  },
);

it("a statement that states a claim and denies it cannot be read; of a part and a denial, both are kept", () => {
  const of = (...rows: object[]) =>
    readSupportReply(
      JSON.stringify({ claims: rows.map((row) => ({ id: "c1", ...row })), relevant: [] }),
      asked,
    );
  const error = "1 is in full and in against of c1; a statement cannot state a claim and deny it";
  expect(of({ full: ["1", "2"], partial: [], against: ["1"] })).toEqual({ error, cutOff: false });
  expect(of({ full: ["1"] }, { against: ["1"] })).toEqual({ error, cutOff: false });
  expect(of({ full: ["1"], partial: ["2"], against: ["2", "3"] })).toHaveProperty("value");
});
