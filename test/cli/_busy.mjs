// Run by process.test.ts: with the effects of the command line at hand it computes for ever, as a bad pattern of --ids does.
import { createJiti } from "jiti";

const { nodeEffects } = await createJiti(import.meta.url).import("../../src/cli/effects.ts");

await nodeEffects().stdout.write("busy\n");
for (;;);
