/** For tests: a model that is a function of what its prompt shows, and a caller that does nothing but ask it. */
import type { Called, Caller, Message, ModelReply, ModelRequest } from "../model-types.ts";

export interface Shown {
  readonly fence: string;
  readonly question?: string;
  /** Claims of the reference and of the response, by id. */
  readonly claims: ReadonlyMap<string, string>;
  readonly statements: ReadonlyMap<string, string>;
  /** Of the prompt about a reference. */
  readonly reference: string;
}

/** What a reader who keeps to the fence sees. */
export function readShown(messages: readonly Message[]): Shown {
  const lines = messages[1]!.content.split("\n");
  const fence = lines[0]!;
  const items = lines.slice(1, lines.indexOf(fence, 1));
  const of = (id: RegExp): Map<string, string> =>
    new Map(
      items.flatMap((line) => {
        const space = line.indexOf(" ");
        return id.test(line.slice(0, space)) ? [[line.slice(0, space), line.slice(space + 1)]] : [];
      }),
    );
  const question = of(/^Q$/).get("Q");
  return {
    fence,
    ...(question === undefined ? {} : { question }),
    claims: of(/^[cr]\d+$/),
    statements: of(/^\d+$/),
    reference: items.join("\n"),
  };
}

export interface Script {
  claims(reference: string): { readonly claims: readonly string[]; readonly entities: readonly string[] };
  level(claim: string, statement: string): "full" | "partial" | "none";
  relevant(text: string, question: string): boolean;
}

/** The reply of a model that follows the instructions. */
export function follow(
  script: Script,
  request: Pick<ModelRequest, "prompt">,
  messages: readonly Message[],
): string {
  const shown = readShown(messages);
  if (request.prompt.startsWith("claims")) return JSON.stringify(script.claims(shown.reference));
  const at = (claim: string, level: string): string[] =>
    [...shown.statements].filter(([, text]) => script.level(claim, text) === level).map(([id]) => id);
  return JSON.stringify({
    claims: [...shown.claims].map(([id, claim]) => ({
      id,
      full: at(claim, "full"),
      partial: at(claim, "partial"),
    })),
    relevant: [...shown.statements, ...[...shown.claims].filter(([id]) => id.startsWith("r"))]
      .filter(([, text]) => script.relevant(text, shown.question ?? ""))
      .map(([id]) => id),
  });
}

export interface Sent {
  readonly request: ModelRequest;
  readonly messages: readonly Message[];
}

/** Asks `answer` and keeps what was sent. A string answer counts as a complete reply. */
export function createTestCaller(answer: (sent: Sent, call: number) => string | ModelReply): Caller & {
  readonly sent: Sent[];
  readonly rejected: string[];
} {
  const sent: Sent[] = [];
  const rejected: string[] = [];
  return {
    sent,
    rejected,
    async call(request): Promise<Called> {
      const one = { request, messages: request.render(`fence-of-call-${sent.length}`) };
      sent.push(one);
      const reply = answer(one, sent.length);
      return { reused: false, reply: typeof reply === "string" ? { text: reply, finish: "stop" } : reply };
    },
    async reject(_, why) {
      rejected.push(why);
    },
  };
}
