/** Stopping and closing a judge of a model on disk, with packages of our own that say when a run is over. */
import { expect, test } from "vitest";
import { createNliJudge, judge } from "../../src/judges/index.ts";
import { modelOf } from "./_nli.ts";

/** A session whose runs end when `finish` is called, and what happened to it. */
function slowPackages() {
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  let begun = (): void => {};
  const session = {
    inputNames: ["input_ids", "attention_mask"],
    outputNames: ["logits"],
    async run(feeds: Readonly<Record<string, { dims: number[] }>>) {
      events.push("run");
      begun();
      await new Promise<void>((resolve) => waiting.push(resolve));
      events.push("ran");
      const rows = feeds["input_ids"]!.dims[0]!;
      return { logits: { type: "float32", dims: [rows, 3], data: new Float32Array(rows * 3) } };
    },
    async release() {
      events.push("release");
    },
  };
  class Tensor {
    readonly dims: readonly number[];
    constructor(_type: string, _data: BigInt64Array, dims: readonly number[]) {
      this.dims = dims;
    }
  }
  class Tokenizer {
    encode(text: string, { text_pair: pair }: { text_pair?: string }) {
      const ids = [text, pair ?? ""].flatMap((one) => one.split(" ").filter((word) => word !== ""));
      return { ids: ids.map((word) => word.length) };
    }
    token_to_id = () => 0;
  }
  const load = async (name: string): Promise<unknown> =>
    name === "onnxruntime-node"
      ? { Tensor, InferenceSession: { create: async () => session } }
      : { Tokenizer };
  return {
    events,
    load,
    began: new Promise<void>((resolve) => {
      begun = resolve;
    }),
    finish: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const cases = [
  {
    id: "q1",
    question: "How do mills grind?",
    contexts: Array.from({ length: 9 }, (_, i) => `Mill ${i} has wheels.`),
    reference: "Old mills grind slowly.",
  },
];
/** Cancelled while its first batch runs. */
async function cancelledRun() {
  const { events, load, began, finish } = slowPackages();
  const own = await createNliJudge({ folder: modelOf(), load, batch: 2 });
  const stop = new AbortController();
  const judging = judge({ cases, judge: own, signal: stop.signal });
  await began;
  stop.abort();
  return { own, events, finish, judged: await judging };
}
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

test("a cancelled run is over at once; closing waits for the batch that runs, then releases, and runs no other", async () => {
  const { own, events, finish, judged } = await cancelledRun();
  const { judgements, problems } = judged;
  expect(judgements.size + problems.length).toBeGreaterThan(0);
  let closed = false;
  const closing = own.close().then(() => {
    closed = true;
  });
  await soon();
  expect(closed).toBe(false);
  expect(events).toEqual(["run"]);
  finish();
  await closing;
  expect(events).toEqual(["run", "ran", "release"]);
  await soon();
  expect(events).toEqual(["run", "ran", "release"]);
}, 5000);

test("a cancelled run begins no other batch, also before the judge is closed", async () => {
  const { own, events, finish } = await cancelledRun();
  await soon();
  finish();
  await soon();
  expect(events).toEqual(["run", "ran"]);
  await own.close();
  expect(events).toEqual(["run", "ran", "release"]);
}, 5000);

test("a judge that is closed while it judges ends after the batch that runs", async () => {
  const { events, load, began, finish } = slowPackages();
  const own = await createNliJudge({ folder: modelOf(), load, batch: 2 });
  const judging = judge({ cases, judge: own }).catch(() => undefined);
  await began;
  const closing = own.close();
  await soon();
  expect(events).toEqual(["run"]);
  finish();
  await closing;
  await judging;
  expect(events).toEqual(["run", "ran", "release"]);
}, 5000);
