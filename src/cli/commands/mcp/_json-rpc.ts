/** JSON-RPC 2.0, one message per line. */

export type RpcId = string | number;
/** What a method returns: a result, or an error with its code. Undefined: no response is sent. */
export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcError } | undefined;
interface RpcError {
  readonly code: number;
  readonly message: string;
}
export interface RpcMethods {
  request(method: string, params: Readonly<Record<string, unknown>>, id: RpcId): Promise<RpcAnswer>;
  notification(method: string, params: Readonly<Record<string, unknown>>): void;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** A longer line is not a message. */
const LONGEST = 4 << 20;
const LF = 10;

/** Answers until the input ends; requests run concurrently. */
export async function serveJsonRpc(
  input: AsyncIterable<Uint8Array>,
  write: (line: string) => Promise<void>,
  methods: RpcMethods,
): Promise<void> {
  const working = new Set<Promise<void>>();
  const send = (id: RpcId | null, answer: NonNullable<RpcAnswer>): Promise<void> =>
    write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
  const refuse = (code: number, message: string, id: RpcId | null = null): Promise<void> =>
    send(id, { error: { code, message } });
  const take = async (text: string): Promise<void> => {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return refuse(PARSE_ERROR, "the line is not JSON");
    }
    const {
      jsonrpc,
      id,
      method,
      params = {},
    } = (typeof message === "object" && message !== null ? message : {}) as Readonly<Record<string, unknown>>;
    const named = typeof id === "string" || typeof id === "number" ? id : undefined;
    if (jsonrpc !== "2.0" || typeof method !== "string" || typeof params !== "object" || params === null) {
      // The response to a request, but we send none.
      if (method === undefined && (message as { result?: unknown } | null)?.result !== undefined) return;
      return refuse(INVALID_REQUEST, "not a JSON-RPC 2.0 request", named ?? null);
    }
    const given = params as Readonly<Record<string, unknown>>;
    if (named === undefined) return methods.notification(method, given);
    let answer: RpcAnswer;
    try {
      answer = await methods.request(method, given, named);
    } catch (error) {
      answer = {
        error: { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : String(error) },
      };
    }
    if (answer !== undefined) await send(named, answer);
  };
  let failed: { readonly error: unknown } | undefined;
  for await (const line of linesOf(input)) {
    if (failed !== undefined) break;
    const work: Promise<void> = (
      line === undefined ? refuse(INVALID_REQUEST, "the line is too long") : take(line)
    )
      .catch((error: unknown) => {
        failed ??= { error };
      })
      .finally(() => working.delete(work));
    working.add(work);
  }
  await Promise.all(working);
  if (failed !== undefined) throw failed.error;
}

/** Lines that are not blank; undefined for one that is too long. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncIterable<string | undefined> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let size = 0;
  const end = (): string | undefined => {
    const line = size > LONGEST ? undefined : decoder.decode(Buffer.concat(parts)).trim();
    parts = [];
    size = 0;
    return line;
  };
  for await (const piece of input) {
    let start = 0;
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, start)) {
      keep(piece.slice(start, at));
      start = at + 1;
      const line = end();
      if (line !== "") yield line;
    }
    keep(piece.slice(start));
  }
  const last = end();
  if (last !== "") yield last;
  function keep(part: Uint8Array): void {
    size += part.length;
    if (size <= LONGEST) parts.push(part);
    else parts = [];
  }
}
