// Run by kill.test.ts, bundled: one judged run as a command would do it. Arguments: address, journal, records, cases, calls at once.
import { rename, writeFile } from "node:fs/promises";
import { judge } from "../../src/judges/judge.ts";
import { createOpenAiClient } from "../../src/judges/model/clients/openai.ts";
import { createModelJudge } from "../../src/judges/model/index.ts";
import { createCaller } from "../../src/judges/spend/caller.ts";
import { openFileStore } from "../../src/judges/spend/file-store.ts";
import { harbourCases } from "./_harbours.ts";

const [baseUrl, journal, records, count, concurrency] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const client = createOpenAiClient({ model: "m", baseUrl });
const store = await openFileStore(journal);
const caller = createCaller({ client, store, limits: { concurrency: Number(concurrency) } });
const { judgements } = await judge({
  cases: harbourCases(Number(count)),
  judge: createModelJudge({ caller, identity: client.identity }),
});
await caller.close();
await store.close();
// Without its cost, which tells how often the run was killed; the address has a port that chance gave.
const lines = [...judgements.values()].map(({ cost, judge: by, ...record }) => JSON.stringify(record));
await writeFile(`${records}.${process.pid}.part`, `${lines.join("\n")}\n`);
await rename(`${records}.${process.pid}.part`, records);
