/** A Chroma server from PyPI, with its own client. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fromChroma } from "../../src/retrievers/index.ts";
import { documents, embedWords } from "../retrievers/_harbour.ts";
import {
  cached,
  check,
  freePort,
  installed,
  K,
  needs,
  remove,
  run,
  sameAsDirect,
  scratch,
  withServer,
} from "./_service.ts";

await check("Chroma server 1.5.9, client 3.5.0", async () => {
  needs("python3", "--version");
  const venv = cached("chroma-server-1.5.9");
  const program = join(venv, "bin/chroma");
  if (!existsSync(program)) {
    run("python3", ["-m", "venv", venv], venv);
    run(join(venv, "bin/pip"), ["install", "-q", "chromadb==1.5.9"], venv);
  }
  const { ChromaClient } = await installed("chroma", "chromadb");
  const folder = scratch();
  try {
    const port = await freePort();
    const args = ["run", "--path", folder, "--host", "127.0.0.1", "--port", String(port)];
    return await withServer(program, args, folder, `http://127.0.0.1:${port}/api/v2/heartbeat`, async () => {
      const client = new ChromaClient({ host: "127.0.0.1", port });
      const embeddingFunction = { name: "words", generate: async (texts: string[]) => texts.map(embedWords) };
      const collection = await client.createCollection({ name: "docs", embeddingFunction });
      await collection.add({
        ids: documents.map(({ id }) => id),
        documents: documents.map(({ text }) => text),
        metadatas: documents.map((_, i) => ({ even: i % 2 === 0 })),
      });
      const direct = async (query: string, filter = {}) => {
        const {
          ids,
          distances,
          documents: texts,
        } = await collection.query({ queryTexts: [query], nResults: K, ...filter });
        return (ids[0] as string[]).map((id, i) => ({
          id,
          score: -distances[0][i],
          text: texts[0][i] as string,
        }));
      };
      const own = await sameAsDirect(fromChroma({ collection }), direct);
      const vectors = await sameAsDirect(fromChroma({ collection, embed: embedWords }), direct);
      const where = { even: true };
      const filtered = await sameAsDirect(
        fromChroma({ collection }),
        (query) => direct(query, { where }),
        where,
      );
      return `${own} hits by its own embedding function, ${vectors} by vectors, ${filtered} with a filter, equal to direct calls`;
    });
  } finally {
    remove(folder);
  }
});
