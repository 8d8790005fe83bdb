// Run by process.test.ts: writes half of a file through the command line's own way, says so, and then waits for ever.
import { createJiti } from "jiti";

const jiti = createJiti(import.meta.url);
const { writeOutput } = await jiti.import("../../src/cli/shared/output.ts");
const { nodeEffects } = await jiti.import("../../src/cli/effects.ts");

const effects = nodeEffects();
await writeOutput("scores.csv", effects, async (write) => {
  await write("half of the new");
  await effects.stdout.write("half\n");
  await new Promise(() => setInterval(() => {}, 1e6));
});
