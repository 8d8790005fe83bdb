/** An OpenSearch node from Maven, asked over HTTP. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/_prepare.mjs";
import { fromElasticsearch, fromHttp, fromOpenSearch } from "../../src/retrievers/index.ts";
import { documents } from "../retrievers/_harbour.ts";
import {
  cached,
  check,
  freePort,
  K,
  needs,
  remove,
  run,
  sameAsDirect,
  scratch,
  withServer,
} from "./_service.ts";

interface Found {
  readonly hits: {
    readonly hits: readonly {
      readonly _id: string;
      readonly _score: number;
      readonly _source: { readonly text: string };
    }[];
  };
}

await check("OpenSearch 2.19.1", async () => {
  needs("javac", "-version");
  const lib = join(cached("opensearch-2.19.1.0"), "lib");
  if (!existsSync(lib) || readdirSync(lib).length === 0) {
    needs("mvn", "-version");
    const args = ["-q", "-B", "dependency:copy-dependencies", `-DoutputDirectory=${lib}`];
    run("mvn", args, join(root, "test/services/opensearch"));
  }
  const folder = scratch();
  try {
    const [http, transport] = [await freePort(), await freePort()];
    const start = join(root, "test/services/opensearch/Start.java");
    const java = ["-Xmx512m", "-cp", join(lib, "*"), start, folder, String(http), String(transport)];
    const url = `http://127.0.0.1:${http}`;
    return await withServer(
      "java",
      java,
      folder,
      `${url}/_cluster/health?wait_for_status=yellow`,
      async () => {
        const send = async (
          method: string,
          path: string,
          body: string,
          type = "application/json",
        ): Promise<unknown> => {
          const response = await fetch(url + path, { method, body, headers: { "content-type": type } });
          const text = await response.text();
          if (!response.ok)
            throw Object.assign(new Error(text.slice(0, 300)), { statusCode: response.status });
          return JSON.parse(text);
        };
        const rows = documents.flatMap(({ id, title, text }) => [{ index: { _id: id } }, { title, text }]);
        await send(
          "POST",
          "/docs/_bulk?refresh=true",
          `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`,
          "application/x-ndjson",
        );
        const search = async (body: object): Promise<Found> =>
          (await send("POST", "/docs/_search", JSON.stringify(body))) as Found;
        const matching = (query: string) => ({ multi_match: { query, fields: ["title^2", "text"] } });
        const direct = async (query: string, wanted: object = matching(query)) => {
          const { hits } = await search({ size: K, query: wanted });
          return hits.hits.map(({ _id, _score, _source }) => ({
            id: _id,
            score: _score,
            text: _source.text,
          }));
        };
        // Clients as the two libraries make them: one wraps the answer, the other does not.
        const wrapping = { search: async ({ body }: { body: object }) => ({ body: await search(body) }) };
        const plain = { search: async ({ index: _, ...body }: { index: string }) => search(body) };
        const fields = ["title^2", "text"];
        const counts = [
          await sameAsDirect(fromOpenSearch({ client: wrapping, index: "docs", fields }), direct),
          await sameAsDirect(fromElasticsearch({ client: plain, index: "docs", fields }), direct),
          await sameAsDirect(
            fromHttp({
              url: `${url}/docs/_search`,
              body: { size: "{k}", query: { multi_match: { query: "{query}", fields } } },
              hits: "hits.hits",
              id: "_id",
              score: "_score",
              text: "_source.text",
            }),
            direct,
          ),
        ];
        const filter = { ids: { values: documents.slice(0, 100).map(({ id }) => id) } };
        const filtered = (query: string) => direct(query, { bool: { must: [matching(query)], filter } });
        counts.push(
          await sameAsDirect(fromOpenSearch({ client: wrapping, index: "docs", fields }), filtered, filter),
          await sameAsDirect(
            fromHttp({
              url: `${url}/docs/_search`,
              body: {
                size: "{k}",
                query: {
                  bool: { must: [{ multi_match: { query: "{query}", fields } }], filter: "{filter}" },
                },
              },
              hits: "hits.hits",
              id: "_id",
              score: "_score",
              text: "_source.text",
            }),
            filtered,
            filter,
          ),
        );
        const wrong = fromOpenSearch({ client: wrapping, request: () => ({ query: { nonsense: {} } }) });
        const refused = await Promise.resolve(
          wrong.retrieve("x", { k: K, queryId: "q", signal: new AbortController().signal }),
        ).catch((error: { trouble?: string }) => error.trouble);
        if (refused !== "refused-request") throw new Error(`a wrong query is ${String(refused)}`);
        return `${counts.join(" + ")} hits equal to direct calls`;
      },
    );
  } finally {
    remove(folder);
  }
});
