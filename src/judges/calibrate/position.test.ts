import { describe, expect, test } from "vitest";
import type { PreparedCase } from "../../core/judgement-record.ts";
import { randomFrom } from "../../core/random.ts";
import type { Judge } from "../judge-types.ts";
import { positionBias } from "./position.ts";

const caseOf = (id: string, chunks: number): PreparedCase => ({
  id,
  question: "?",
  reference: "x",
  // Gaps where a chunk was a copy of an earlier one.
  chunks: Array.from({ length: chunks }, (_, i) => ({
    at: 2 * i,
    statements: [{ id: `${2 * i + 1}.1`, text: `${id} text ${i}` }],
  })),
});
/** Believes the chunks that `believes` picks by their place and text. */
const judge = (believes: (place: number, text: string, one: PreparedCase) => boolean): Judge => ({
  by: { name: "scripted", version: "1" },
  limits: [],
  judge(one) {
    const picked = one.chunks.filter(({ statements }, place) => believes(place, statements[0]!.text, one));
    return {
      claims: [
        {
          id: "c1",
          text: "x",
          support: picked.map(({ at, statements }) => ({
            chunk: at,
            level: "full" as const,
            by: [statements[0]!.id],
          })),
        },
      ],
      relevant: picked.map(({ statements }) => statements[0]!.id),
    };
  },
});
const cases = Array.from({ length: 40 }, (_, i) => caseOf(`q${i}`, 4));

describe("position bias", () => {
  test("a judge that reads the text changes nothing", async () => {
    const got = await positionBias({
      judge: judge((_, text) => /[02]$/.test(text)),
      cases: [...cases, caseOf("short", 1)],
      random: randomFrom(1),
    });
    expect(got).toMatchObject({ cases: 40, tooShort: 1, cells: 40 * 4 * 2, changed: 0 });
    // Nothing changed in 40 cases: still, one in twelve might.
    expect(got.changedShare).toMatchObject({ value: 0, interval: { low: 0 } });
    expect(got.changedShare.status === "known" && got.changedShare.interval!.high).toBeCloseTo(0.0876, 4);
    expect(got.positions.map(({ given }) => given.supporting)).toEqual([40, 0, 40, 0]);
    expect(got.positions.reduce((sum, { shuffled }) => sum + shuffled.supporting, 0)).toBe(80);
    expect([got.movedUp.gained, got.movedUp.lost, got.movedDown.gained, got.movedDown.lost]).toEqual([
      0, 0, 0, 0,
    ]);
  });
  test("a judge that believes what comes first is found out", async () => {
    const got = await positionBias({ judge: judge((place) => place === 0), cases, random: randomFrom(1) });
    expect(got.positions.map(({ given, shuffled }) => [given.supporting, shuffled.supporting])).toEqual([
      [40, 40],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(got.movedUp.gained).toBeGreaterThan(40);
    expect([got.movedUp.lost, got.movedDown.gained]).toEqual([0, 0]);
    expect(got.changed).toBe(got.movedUp.gained + got.movedDown.lost);
    expect(got.changedShare.status === "known" && got.changedShare.interval!.low).toBeGreaterThan(0.2);
  });
  test("what changes without shuffling is told apart", async () => {
    const moody = judge((place, _, one) => place === 0 && one.repeat === undefined);
    const got = await positionBias({
      judge: moody,
      cases: [caseOf("q", 2)],
      random: randomFrom(1),
      again: true,
    });
    expect(got.again).toEqual({ cells: 4, changed: 2 });
  });
  test("the judge sees chunks numbered by their new place, in an order that the seed decides", async () => {
    const seen: PreparedCase[] = [];
    const watching = judge((_, __, one) => seen.push(one) < 0);
    await positionBias({ judge: watching, cases: [caseOf("q", 3)], random: () => 0.999 });
    expect(seen.at(-1)!.chunks).toEqual([
      { at: 0, statements: [{ id: "1.1", text: "q text 1" }] },
      { at: 1, statements: [{ id: "2.1", text: "q text 2" }] },
      { at: 2, statements: [{ id: "3.1", text: "q text 0" }] },
    ]);
    const run = () => positionBias({ judge: judge((place) => place === 1), cases, random: randomFrom(7) });
    expect(await run()).toEqual(await run());
  });
});
