import fc from "fast-check";
import { expect, it } from "vitest";
import { coverGold, type DocInterval } from "./cover.ts";

const interval = fc
  .record({ doc: fc.constantFrom("a", "b"), from: fc.nat(30), size: fc.integer({ min: 1, max: 12 }) })
  .map(({ doc, from, size }): DocInterval => ({ doc, from, to: from + size }));

const places = ({ doc, from, to }: DocInterval): string[] =>
  Array.from({ length: to - from }, (_, i) => `${doc} ${from + i}`);

it("is what counting character by character gives", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(interval, { nil: undefined }), { maxLength: 14 }),
      fc.array(interval, { maxLength: 6 }),
      (hits, golds) => {
        const credit = coverGold(hits, golds);
        const gold = new Set(golds.flatMap(places));
        const seen = new Set<string>();
        const wanted = hits.map((hit) => {
          const all = hit === undefined ? [] : places(hit);
          const fresh = all.filter((place) => !seen.has(place));
          for (const place of all) seen.add(place);
          return [all.length, fresh.length, fresh.filter((place) => gold.has(place)).length];
        });
        expect(credit.gold).toBe(gold.size);
        expect(hits.map((_, i) => [credit.size[i], credit.fresh[i], credit.found[i]])).toEqual(wanted);
      },
    ),
    { numRuns: 1000, seed: 31 },
  );
});
