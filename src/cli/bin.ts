#!/usr/bin/env node
// From 22.8 on Node can keep compiled code between processes; NODE_DISABLE_COMPILE_CACHE=1 forbids it.
const nodeModule = process.getBuiltinModule("node:module") as { enableCompileCache?(): unknown };
nodeModule.enableCompileCache?.();

async function run(): Promise<never> {
  // Loaded after that: what came before is not kept.
  const [{ main }, { nodeEffects }] = await Promise.all([import("./main.ts"), import("./effects.ts")]);
  // All output is flushed: exit even if standard input is still open.
  process.exit(await main(process.argv.slice(2), nodeEffects()));
}
run().catch((error: unknown) => {
  process.stderr.write(`goldie could not start: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(3);
});
