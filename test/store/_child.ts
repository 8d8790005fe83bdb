/** A process of its own that runs a live retriever into a store. Arguments: folder, name, queries, what to wait for. */
import { run } from "../../src/live/run.ts";
import { openStore } from "../../src/store/store.ts";

const [folder, name, queries, stop] = process.argv.slice(2) as [string, string, string, string | undefined];
const gold = Array.from({ length: Number(queries) }, (_, i) => ({
  id: `q${i}`,
  query: `words ${i}`,
  relevant: [`d${i}`],
}));
const store = openStore({ folder, now: Date.now, id: process.pid, random: Math.random });
const words = new Map(gold.map(({ id, query }) => [id, query]));
const writer = await store.begin({
  retrievers: [{ name }, { name: "second" }],
  gold: { hash: "0", queries: gold.length },
  versions: {},
  settings: { metrics: ["recall@5"] },
  words,
});
let kept = 0;
const search = async (_: string, { queryId }: { queryId: string }) => [
  { id: `d${queryId.slice(1)}`, text: `${name} `.repeat(200) },
];
const { cancelled } = await run({
  gold,
  retrievers: { [name]: search, second: search },
  keep: {
    async answer(retriever, query, answer) {
      writer.answer(retriever, query, answer);
      kept++;
      if (stop === undefined || kept !== Number(stop)) return;
      // Until somebody kills it.
      process.stdout.write(`kept ${kept}\n`);
      await new Promise(() => setInterval(() => {}, 1_000));
    },
  },
});
await writer.finish({ state: cancelled ? "cancelled" : "complete", scores: "{}\n" });
process.stdout.write(`${writer.id}\n`);
