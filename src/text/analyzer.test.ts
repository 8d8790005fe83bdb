import { describe, expect, it } from "vitest";
import { analyzers } from "./analyzer.ts";

function termsOf(name: string, text: string): string[] {
  const analyzer = analyzers[name]!;
  const terms: string[] = [];
  analyzer.words(text, {
    word: (word, ascii) => void terms.push(ascii && analyzer.keepsAscii ? word : analyzer.term(word, ascii)),
  });
  return terms;
}

describe("terms", () => {
  it.each<[string, string, string]>([
    ["english", "Running cities naïve Ω's", "run citi naiv ω"],
    ["unicode", "Running Café naïve ＡＢＣ Straße", "running cafe naive abc strasse"],
    ["german", "Häuser, Straßen und Büchern", "haus strass und buch"],
    ["french", "L’économie française", "l econom francais"],
    ["spanish", "canciones y corazón", "cancion y corazon"],
    ["russian", "книги Ёлка", "книг елк"],
    ["swedish", "sjöarna", "sjoarn"],
    ["cjk", "ﾄｳｷｮｳ大学 서울대 ABC", "トウ ウキ キョ ョウ ウ大 大学 서울 울대 abc"],
    ["english", "東京大学", "東京 京大 大学"],
  ])("%s: %j → %s", (name, text, wanted) => {
    expect(termsOf(name, text).join(" ")).toBe(wanted);
  });

  it.each(Object.keys(analyzers))(
    "%s: one form for composed and decomposed text, and for any case",
    (name) => {
      const text = "Élan vital Größe über Å naïveté 서울 ガイド йога";
      const wanted = termsOf(name, text);
      expect(wanted.length).toBeGreaterThan(7);
      expect(termsOf(name, text.normalize("NFD"))).toEqual(wanted);
      expect(termsOf(name, text.toUpperCase())).toEqual(wanted);
    },
  );

  it("ASCII words are their own terms where it says so", () => {
    const plain = Object.values(analyzers).filter(({ keepsAscii }) => keepsAscii);
    expect(plain.map(({ name }) => name)).toEqual(["unicode", "cjk"]);
    for (const { term } of plain) expect(term("universities", true)).toBe("universities");
  });
});
