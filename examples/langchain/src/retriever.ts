import type { Document } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import { documents } from "@/documents";

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);

/** Ranks by shared words; a real app has a vector store here. */
class PageRetriever extends BaseRetriever {
  lc_namespace = ["goldie", "example"];

  async _getRelevantDocuments(query: string): Promise<Document[]> {
    const asked = wordsOf(query);
    const shared = (text: string): number => [...wordsOf(text)].filter((word) => asked.has(word)).length;
    return documents
      .map((document) => ({ document, score: shared(document.pageContent) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 10)
      .map(({ document }) => document);
  }
}

export const retriever = new PageRetriever();
