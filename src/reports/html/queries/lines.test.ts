import { describe, expect, it } from "vitest";
import type { HitView } from "../../view/model.ts";
import { rankLines } from "./lines.ts";
import { placeWords } from "./place-words.ts";

const list = (...hits: readonly (string | null)[]): HitView[] =>
  hits.map((text, at) => ({
    rank: at + 1,
    id: text?.replace("+", "") ?? null,
    state: text?.endsWith("+") ? "relevant" : "unjudged",
  }));

describe("rank lines", () => {
  it("join hits of both lists, and mark relevant ones that one of them lacks", () => {
    expect(rankLines(list("a", "b+", "c+"), list("b+", "d+", "a", "e"))).toEqual([
      { id: "a", kind: "both", relevant: false, from: 0, to: 2 },
      { id: "b", kind: "both", relevant: true, from: 1, to: 0 },
      { id: "c", kind: "left", relevant: true, from: 2, to: 2 },
      { id: "d", kind: "right", relevant: true, from: 1, to: 1 },
    ]);
  });

  it("join the first of repeated hits, and none without an id", () => {
    expect(rankLines(list("a", null, "a"), list(null, "a", "a"))).toEqual([
      { id: "a", kind: "both", relevant: false, from: 0, to: 1 },
    ]);
  });

  it("join hits that the rules match, however each list writes them", () => {
    const files = list("b+", "a").map((hit) => ({ ...hit, id: `${hit.id}.md`, same: hit.id! }));
    expect(rankLines(list("a", "b+"), files)).toEqual([
      { id: "a", kind: "both", relevant: false, from: 0, to: 1 },
      { id: "b", kind: "both", relevant: true, from: 1, to: 0 },
    ]);
  });

  it("are none beside an empty list, except stubs", () => {
    expect(rankLines(list("a", "b"), [])).toEqual([]);
    expect(rankLines([], list("a+"))).toEqual([{ id: "a", kind: "right", relevant: true, from: 0, to: 0 }]);
  });
});

describe("where a run has what had to be found", () => {
  it.each([
    [{ rank: 3 }, 5, "✓ rank 3"],
    [{ rank: 6 }, 5, "↓ rank 6, below top 5"],
    [{ rank: 14, missed: "below k (rank 14)" }, 100, "✓ rank 14"],
    [{ rank: 14, missed: "below k (rank 14)" }, undefined, "↓ below k (rank 14)"],
    [{ rank: 14 }, undefined, "✓ rank 14"],
    [{ missed: "never retrieved" }, 5, "✗ never retrieved"],
    [{}, 5, " not known"],
    [undefined, 5, " not known"],
  ] as const)("%o at cut-off %s: %s", (place, k, words) => {
    const found = placeWords(place, k);
    expect(`${found.sign} ${found.words}`).toBe(words);
  });
});
