/** Reads the body of a write: JSON of a limited length, counted as it arrives. */
import type { IncomingMessage } from "node:http";
import type { RefusedRequest } from "./_guard.ts";
import { dashboardProblem } from "./problems.ts";

/** `text` is JSON. */
export type ReadBody = { readonly text: string } | { readonly refused: RefusedRequest };

export async function readBody(incoming: IncomingMessage, most: number): Promise<ReadBody> {
  if (!JSON_TYPE.test(incoming.headers["content-type"] ?? ""))
    return { refused: { status: 415, problem: dashboardProblem("bad-request/type", {}) } };
  const tooLong = {
    refused: { status: 413, problem: dashboardProblem("bad-request/size", { most }) },
  } as const;
  if (Number(incoming.headers["content-length"] ?? 0) > most) return tooLong;
  const pieces: Buffer[] = [];
  let length = 0;
  // Not `for await`: leaving that early destroys the socket, and with it the refusal.
  const isWhole = await new Promise<boolean>((done, fail) => {
    incoming.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length <= most) {
        pieces.push(piece);
        return;
      }
      incoming.pause();
      done(false);
    });
    incoming.once("end", () => done(true));
    incoming.once("error", fail);
    incoming.once("close", () => fail(new Error("the client went away")));
  });
  if (!isWhole) return tooLong;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
    JSON.parse(text);
    return { text };
  } catch {
    return { refused: { status: 400, problem: dashboardProblem("bad-request/json", {}) } };
  }
}

const JSON_TYPE = /^application\/json(\s*;\s*charset=utf-8)?$/i;
