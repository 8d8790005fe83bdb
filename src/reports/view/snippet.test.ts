import { expect, test } from "vitest";
import { randomFrom } from "../../core/random.ts";
import { beginningOf, Snippets, type TextStretch } from "./snippet.ts";

const snippetOf = (question: string, text: string, length = 160, gold?: readonly TextStretch[]) =>
  new Snippets(question, [text], length).at(0, gold);
const markedIn = (
  question: string,
  text: string,
  length?: number,
  gold?: readonly TextStretch[],
): string[] => {
  const { text: shown, marks } = snippetOf(question, text, length, gold);
  return marks.map(([from, to]) => shown.slice(from, to));
};

test("words of the question are marked by their stems, without stop words and negations", () => {
  const text = "Before the ferries leave without you: a ferry sails before noon, and sailing takes an hour.";
  expect(markedIn("When does the ferry sail, not before noon and without cars?", text)).toEqual([
    "ferries",
    "ferry",
    "sails",
    "noon",
    "sailing",
  ]);
});

test("a question of stop words alone marks them", () => {
  expect(markedIn("who is it", "it is who it is")).toEqual(["it", "is", "who", "it", "is"]);
});

test("short words that most texts have are not marked", () => {
  const texts = ["der Hafen", "der Kran", "der Turm", "der Markt", "der Hafen und der Zoll"];
  const snippets = new Snippets("wo ist der Hafen", texts, 160);
  expect(texts.map((_, i) => snippets.at(i).marks)).toEqual([[[4, 9, "word"]], [], [], [], [[4, 9, "word"]]]);
});

test("the window stands where the rare words are densest, between words", () => {
  const filler = "harbour water boats and more water ".repeat(40);
  const text = `${filler}the dredger licence costs forty pounds ${filler}`;
  const shown = new Snippets("harbour dredger licence", [text, filler, filler], 80).at(0);
  expect(shown.text).toContain("dredger licence");
  expect(shown.cut).toEqual([true, true]);
  expect(shown.text.length).toBeLessThanOrEqual(80);
  expect(shown.text).toMatch(
    /^(harbour|water|boats|and|more|the|dredger)\b.*\b(harbour|water|boats|and|more|pounds)$/,
  );
});

test("gold is in the window, and its mark comes before words", () => {
  const text = `${"x ".repeat(300)}the siren sounds three times${" y".repeat(300)}`;
  const from = text.indexOf("siren sounds");
  const { text: shown, marks } = snippetOf("siren times", text, 60, [[from, from + "siren sounds".length]]);
  expect(marks.map(([a, b, kind]) => [shown.slice(a, b), kind])).toEqual([
    ["siren sounds", "gold"],
    ["times", "word"],
  ]);
});

test("scripts without spaces are matched by pairs of characters, and neighbours are one mark", () => {
  expect(markedIn("東京の天気予報", "明日の東京は晴れ。天気予報による。")).toEqual(["東京", "天気予報"]);
  expect(markedIn("水", "水。")).toEqual(["水"]);
});

test("right-to-left words and accents", () => {
  expect(markedIn("متى تغادر السفينة", "السفينة تغادر صباحا")).toEqual(["السفينة", "تغادر"]);
  expect(markedIn("Café Übergang", "cafe und UBERGANG und Uebergang")).toEqual(["cafe", "UBERGANG"]);
});

test("no cut in a pair of surrogates, a cluster or a mark", () => {
  const clusters = ["👩🏽‍🚀", "é", "𝒳", "क्षि"];
  for (const one of clusters)
    for (let length = 20; length < 40; length++) {
      const shown = snippetOf("needle", `${one.repeat(30)} needle ${one.repeat(30)}`, length).text;
      const [before, after] = shown.split(/ ?needle ?/);
      expect([before!.split(one).join(""), after!.split(one).join("")]).toEqual(["", ""]);
    }
});

test("control characters and line breaks become spaces, in place", () => {
  const { text, marks } = snippetOf("b", "a\n\u0000b\u2028cd");
  expect([text, marks]).toEqual(["a  b cd", [[3, 4, "word"]]]);
  expect(beginningOf("one\ntwo three", 9)).toBe("one two");
});

test("no text, no question, only the question", () => {
  expect(snippetOf("a question", "")).toEqual({ text: "", cut: [false, false], marks: [] });
  expect(snippetOf("", "a text")).toEqual({ text: "a text", cut: [false, false], marks: [] });
  expect(new Snippets(undefined, ["a text"], 4).at(0)).toMatchObject({ cut: [false, true], marks: [] });
});

test("marks lie apart and inside the text, whatever the text and the gold are", () => {
  const random = randomFrom(7);
  const pick = (n: number): number => Math.floor(random() * n);
  const parts = ["ferry ", "sea", "海上", "👩🏽‍🚀", "\n", "é", "ferries", " ", "~", "\ud800", "a".repeat(90)];
  for (let n = 0; n < 500; n++) {
    const text = Array.from({ length: pick(60) }, () => parts[pick(parts.length)]!).join("");
    const gold = Array.from({ length: pick(3) }, (): TextStretch => {
      const from = pick(text.length + 1);
      return [from, from + pick(30)];
    });
    const length = 20 + pick(60);
    const { text: shown, marks, cut } = snippetOf("ferry sea 海上 é", text, length, gold);
    expect(shown.length).toBeLessThanOrEqual(Math.max(length, 0) + 20);
    expect(cut.includes(true)).toBe(shown.length < text.length);
    let end = 0;
    for (const [from, to] of marks) {
      expect(from).toBeGreaterThanOrEqual(end);
      expect(to).toBeGreaterThan(from);
      end = to;
    }
    expect(end).toBeLessThanOrEqual(shown.length);
  }
});

test("a text of a megabyte, one word, one script or one repeated match, is read once", () => {
  for (const text of [
    "a".repeat(1e6),
    "海".repeat(1e6),
    "ferry ".repeat(170_000),
    "\u0301".repeat(1e6),
    "👩‍".repeat(3e5),
  ])
    expect(snippetOf("ferry 海上", text).text.length).toBeLessThanOrEqual(180);
});
