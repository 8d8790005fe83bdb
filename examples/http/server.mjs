// GET /search?q=…&limit=… → { "results": [{ "article": { "id", "title" }, "snippet", "score" }] }
import { createServer } from "node:http";
import { search } from "./search.mjs";

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  if (pathname !== "/search") {
    response.writeHead(404).end();
    return;
  }
  const results = search(searchParams.get("q") ?? "", Number(searchParams.get("limit") ?? 10)).map(
    ({ id, title, text, score }) => ({ article: { id, title }, snippet: text, score }),
  );
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
});

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`);
});
