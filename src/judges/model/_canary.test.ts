import { expect, it } from "vitest";
import { makeCanary } from "./_canary.ts";

const names = (sentence: string): string[] => sentence.match(/\b[A-Z][a-z]+/g) ?? [];

it("is decided by the data, so that a stored reply can be read", () => {
  expect(makeCanary(["a", "b"])).toEqual(makeCanary(["a", "b"]));
  expect(makeCanary(["a", "b"])).not.toEqual(makeCanary(["a", "c"]));
  expect(makeCanary(["a", "b"])).not.toEqual(makeCanary(["ab"]));
});

it("names nobody twice, and nobody who is in the data", () => {
  const data: string[] = [];
  for (let i = 0; i < 200; i++) {
    const { claim, statement } = makeCanary(data);
    const invented = [...names(claim), ...names(statement)];
    expect(new Set(invented).size).toBe(4);
    expect(invented.filter((name) => data.join(" ").includes(name))).toEqual([]);
    data.push(claim, statement);
  }
});

it("finds a name where a text has all that it makes", () => {
  const starts = "Bra Cor Dru Fen Gor Hal Jor Kel Lor Mer Nor Pel Quen Tam Vel Wes".split(" ");
  const middles = "ba da ga la mi na ri sa to vi".split(" ");
  const ends = "drick fell holt lund mark moor ness rand stow vale wick worth".split(" ");
  const every = starts.flatMap((a) => middles.flatMap((b) => ends.map((c) => a + b + c))).join(" ");
  const { claim, statement } = makeCanary([every]);
  const invented = [...names(claim), ...names(statement)];
  expect(new Set(invented).size).toBe(4);
  expect(invented.filter((name) => every.includes(name))).toEqual([]);
});

it("stands in many places", () => {
  const places = Array.from({ length: 300 }, (_, i) => makeCanary([String(i)]));
  for (const part of ["claimAt", "statementAt"] as const)
    expect(new Set(places.map((c) => Math.floor(c[part] * 8))).size).toBe(8);
});
