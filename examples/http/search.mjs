// A search by shared words: what a real service would do with its index.
import { readFileSync } from "node:fs";

const articles = JSON.parse(readFileSync(new URL("./data/articles.json", import.meta.url), "utf8"));

const wordsOf = (text) => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);

/** The best articles for a question, best first. */
export function search(query, limit = 10) {
  const asked = wordsOf(query);
  return articles
    .map(({ id, title, text }) => {
      const shared = [...wordsOf(`${title} ${text}`)].filter((word) => asked.has(word));
      return { id, title, text, score: shared.length };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
