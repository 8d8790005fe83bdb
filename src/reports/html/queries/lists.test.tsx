import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import type { HitView, ListView } from "../../view/model.ts";
import { RankedLists } from "./lists.tsx";

const hits: HitView[] = [
  { rank: 1, id: "a", state: "relevant", grade: 2, title: "Tides" },
  { rank: 2, id: "b", state: "not-relevant", grade: 0, title: "Fish" },
  { rank: 3, id: "b", state: "repeated", title: "Fish" },
  { rank: 4, id: null, state: "unjudged", title: "Boats" },
];
const list: ListView = { hits, length: 12, unjudged: 1, ms: 24 };
const shown = (more: Partial<Parameters<typeof RankedLists>[0]> = {}): string =>
  renderToString(<RankedLists lists={[{ run: 0, name: "main", list }]} {...more} />)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

describe("ranked lists", () => {
  it("mark what was judged, and explain only the marks that occur", () => {
    const text = shown();
    expect(text).toContain("✓ relevant, with its grade");
    expect(text).toContain("= repeated, does not count");
    expect(text).not.toContain("forbidden");
    expect(text).toContain("1 of 4 unjudged · 12 hits · 24 ms");
    expect(text).toContain("no id");
  });

  it("have no marks where there is no gold", () => {
    const text = shown({ judged: false });
    expect(text).not.toMatch(/[✓✗?=]|judged|relevant/);
    expect(text).toContain("12 hits · 24 ms");
  });

  it("say where the other list has a hit, by what the rules match", () => {
    const files: HitView[] = [{ rank: 7, id: "a.md", same: "a", state: "relevant" }];
    const other = { run: 1, name: "files", list: { hits: files, length: 1, unjudged: 0 } };
    const text = shown({ lists: [{ run: 0, name: "main", list }, other] });
    expect(text).toContain("rank 7 in files");
    expect(text).toContain("rank 1 in main");
  });

  it("draw the cut-off only within the list", () => {
    const html = (k: number) =>
      renderToString(<RankedLists lists={[{ run: 0, name: "main", list }]} k={k} />);
    expect(html(2)).toContain("last-counted");
    expect(html(2)).toContain("dashed rule: top 2");
    expect(html(12)).not.toContain("last-counted");
    expect(html(12)).not.toContain("dashed rule");
  });

  it("say how to get texts where there are none", () => {
    const bare: ListView = { hits: [{ rank: 1, id: "a", state: "unjudged" }], length: 1, unjudged: 1 };
    expect(shown({ lists: [{ run: 0, name: "main", list: bare }] })).toContain("Pass --corpus FILE");
    expect(shown()).not.toContain("--corpus");
  });

  it("ignore marks that overlap or are empty", () => {
    const hit: HitView = {
      rank: 1,
      id: "a",
      state: "unjudged",
      snippet: {
        text: "low water",
        cut: [true, false],
        marks: [
          [0, 3, "word"],
          [2, 5, "gold"],
          [4, 4, "word"],
          [4, 99, "gold"],
        ],
      },
    };
    const html = renderToString(
      <RankedLists lists={[{ run: 0, name: "main", list: { hits: [hit], length: 1, unjudged: 1 } }]} />,
    );
    expect(html).toContain('…<mark class="word">low</mark> <mark class="gold">water</mark>');
  });
});
