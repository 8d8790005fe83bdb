import { readdirSync, readFileSync } from "node:fs";
import { Document } from "@langchain/core/documents";

const folder = new URL("../docs/", import.meta.url);

/** Each page as one document. */
export const documents: Document[] = readdirSync(folder)
  .sort()
  .map(
    (name) =>
      new Document({
        pageContent: readFileSync(new URL(name, folder), "utf8"),
        metadata: { source: `docs/${name}` },
      }),
  );
