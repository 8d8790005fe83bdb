import { type Normalised, Normaliser } from "../../text/normalise.ts";
import { AnchorIndex } from "./_anchors.ts";
import { A_WORD_OR_SIGN, type FoundText, yesOrNo } from "./types.ts";

const prepare = (text: string): Normalised => new Normaliser().normalise(text);

/** Where a stretch of a normalised text stands in the original. */
const place = (
  { starts, ends }: Pick<Normalised, "starts" | "ends">,
  at: number,
  length: number,
): readonly [number, number] => [starts[at]!, ends[at + length - 1]!];

export const normalised = yesOrNo<Normalised, Normalised>({
  about:
    "The hit contains the gold text, ignoring case, white space, the style of quotes and dashes, Unicode forms, and Markdown around words. Gold texts that are only punctuation are ignored.",
  sees: A_WORD_OR_SIGN,
  hit: prepare,
  gold: prepare,
  matches: (hit, gold) => gold.text !== "" && hit.text.includes(gold.text),
  where: (hit, gold) => place(hit, hit.text.indexOf(gold.text), gold.text.length),
  index(golds) {
    const hit = new Normaliser();
    const texts = golds.map((gold) => hit.text(0, hit.read(gold)));
    const anchors = new AnchorIndex(texts);
    return {
      find(text) {
        const length = hit.read(text);
        const found: (FoundText & { gold: number })[] = [];
        anchors.scan(hit.units, length, (gold, at) => {
          const [start, end] = place(hit, at, texts[gold]!.length);
          found.push({ gold, similarity: 1, start, end });
        });
        return found.sort((a, b) => a.gold - b.gold);
      },
    };
  },
});
