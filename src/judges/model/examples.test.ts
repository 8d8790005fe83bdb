/** The worked examples of the guide, from the case to the number, with a model that gives the verdicts of the guide. */
import { describe, expect, it } from "vitest";
import { textOf, there } from "../../../test/parity/_trec-files.ts";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { judge } from "../judge.ts";
import { createTestCaller, follow, type Script } from "./_scripted.ts";
import { createModelJudge } from "./index.ts";

const FILE = "judge/guide/examples.json";
interface Example {
  readonly id: string;
  readonly question: string;
  readonly reference?: string;
  readonly contexts: readonly string[];
  readonly verdicts?: readonly number[];
  readonly claims?: readonly { readonly about: string; readonly supportedBy: readonly number[] }[];
  readonly entities?: readonly string[];
  readonly relevant?: readonly number[];
  readonly expect: number;
}
const examples = (there(FILE) ? JSON.parse(textOf(FILE)) : []) as readonly Example[];
const named = (id: string): Example => examples.find((one) => one.id === id)!;

/** Gives the verdicts that the example tells; invented sentences get none. */
function scriptOf({ contexts, verdicts, claims, entities = [], relevant, reference = "" }: Example): Script {
  const at = (statement: string): number => contexts.findIndex((context) => context.includes(statement));
  const texts = claims?.map(({ about }) => `${about} is a primary cause of deforestation`) ?? [reference];
  return {
    claims: () => ({ claims: texts, entities }),
    level(claim, statement) {
      const which = texts.indexOf(claim);
      if (which < 0 || at(statement) < 0) return "none";
      const supports =
        claims === undefined
          ? verdicts?.[at(statement)] === 1
          : claims[which]!.supportedBy.includes(at(statement));
      return supports ? "full" : "none";
    },
    relevant: (text) => relevant?.[at(text)] === 1,
  };
}

async function recordOf(example: Example): Promise<JudgementRecord> {
  const script = scriptOf(example);
  const caller = createTestCaller(({ request, messages }) => follow(script, request, messages));
  const { judgements } = await judge({ cases: [example], judge: createModelJudge({ caller }) });
  return judgements.get(example.id)!;
}

const share = (flags: readonly boolean[]): number => flags.filter(Boolean).length / flags.length;
/** Average precision over the chunks, where those that fully support a claim are right. */
function contextPrecision({ chunks, claims }: JudgementRecord): number {
  const right = chunks.map((_, at) =>
    claims!.some((c) => c.support.some((s) => s.chunk === at && s.level === "full")),
  );
  const precisions = right.flatMap((r, i) => (r ? [share(right.slice(0, i + 1))] : []));
  return precisions.reduce((a, b) => a + b, 0) / precisions.length;
}

describe.skipIf(!there(FILE))(`the worked examples of shared/data/${FILE}`, () => {
  it("context precision is 1, and 1/3 the other way round", async () => {
    const desert = named("desert");
    expect(contextPrecision(await recordOf(desert))).toBe(1);
    const turned = {
      ...desert,
      contexts: [...desert.contexts].reverse(),
      verdicts: [...desert.verdicts!].reverse(),
    };
    expect(contextPrecision(await recordOf(turned))).toBe(1 / 3);
  });

  it("context recall is 0.75", async () => {
    const { claims } = await recordOf(named("deforestation"));
    expect(share(claims!.map((c) => c.support.some((s) => s.level === "full")))).toBe(0.75);
  });

  it("context entities recall is 2/3", async () => {
    const { entities } = await recordOf(named("brasilia"));
    expect(entities!.map((e) => e.text)).toEqual(named("brasilia").entities);
    expect(share(entities!.map((e) => e.chunks.length > 0))).toBe(2 / 3);
  });

  it("context relevancy is 2/3", async () => {
    const { chunks } = await recordOf(named("green-tea"));
    expect(share(chunks.flatMap((c) => c.statements.map((s) => s.relevant!)))).toBe(2 / 3);
  });
});
