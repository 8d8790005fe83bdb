/** Questions written by a model, with the judges' budget, retries and saved replies. */
import { GoldieError } from "../../../core/problem.ts";
import type { ProblemLog } from "../../../core/problem-log.ts";
import type { GenerateOptions } from "../../../gold/generate.ts";
import { questionRequest, readQuestions } from "../../../gold/prompt.ts";
import type { ModelReply } from "../../../judges/model-types.ts";
import { moneyText } from "../../../reports/judging-text.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { setUpModel } from "../../shared/judge/setup.ts";
import type { Inputs } from "../../shared/sources.ts";
import { wrongUse } from "./problems.ts";

export interface QuestionModel {
  readonly make: GenerateOptions["make"];
  readonly concurrency: number;
  /** A text that says what was spent. */
  cost(): string[];
  /** A text about the first failed call. */
  trouble(): string | undefined;
  close(): Promise<void>;
}

export async function modelMaker(
  per: number,
  args: Args,
  inputs: Inputs,
  effects: Effects,
  log: ProblemLog,
): Promise<QuestionModel> {
  const model = await setUpModel(args, inputs, effects, log, (judge) =>
    judge === "lexical" ? wrongUse("gold-lexical") : wrongUse("gold-judge-module", judge),
  ).catch((error: unknown) => {
    const fields =
      error instanceof GoldieError && error.problem.code === "missing-key" && error.problem.fields;
    throw fields ? wrongUse("gold-key", fields as { judge: string; variable: string }) : error;
  });
  let trouble: string | undefined;
  return {
    async make(passage) {
      const request = questionRequest(passage, per);
      try {
        const { reply } = await model.caller.call(request);
        const questions = reply.finish === "refusal" ? undefined : readQuestions(reply.text, per);
        if (questions !== undefined) return questions;
        trouble ??= whyNot(reply);
        await model.caller.reject?.(request, "not the JSON that was asked for");
      } catch (error) {
        trouble ??= error instanceof Error ? error.message : String(error);
      }
      return undefined;
    },
    concurrency: 32,
    cost() {
      const usage = model.usage();
      if (usage === undefined) return [];
      const { calls, reused, inputTokens, outputTokens, money } = usage;
      const price = money === undefined ? "" : `, ${moneyText(money)}`;
      const saved = reused === 0 ? "" : ` (${reused} reused)`;
      return [
        `${model.kind === "dry" ? "would make " : ""}${counted(calls, "call", "calls")}${saved}, ${counted(inputTokens, "token", "tokens")} in and ${outputTokens} out${price}${model.kind === "dry" ? "" : `; replies are saved in ${model.store}`}`,
      ];
    },
    trouble: () => trouble,
    close: () => model.close(),
  };
}

function whyNot({ finish, text }: ModelReply): string {
  const start = text.trim().slice(0, 80);
  if (finish === "refusal") return `the model refused${start === "" ? "" : `: ${start}`}`;
  if (finish === "length") return "the reply was cut off";
  return `the reply is not the JSON that was asked for${start === "" ? "" : `: ${start}`}`;
}
