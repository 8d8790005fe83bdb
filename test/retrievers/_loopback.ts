/** Servers on loopback that are there for one test. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Loopback {
  readonly url: string;
  close(): Promise<void>;
}

export async function listen(
  handle: (request: IncomingMessage, text: string, response: ServerResponse) => Promise<void> | void,
): Promise<Loopback> {
  const server = createServer((request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (piece: string) => {
        text += piece;
      })
      .on("end", () => void handle(request, text, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON; an error of `answer` is its `status`, or 500. */
export const jsonServer = (
  answer: (path: string, body: unknown, request: IncomingMessage) => Promise<unknown> | unknown,
): Promise<Loopback> =>
  listen(async (request, text, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body) ?? "null");
    };
    try {
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      send(200, await answer(request.url!, body, request));
    } catch (error) {
      const { status = 500, message } = error as Error & { readonly status?: number };
      send(status, { error: message });
    }
  });
