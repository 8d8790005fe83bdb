#!/usr/bin/env node
// From 22.8 on Node can keep compiled code between processes; NODE_DISABLE_COMPILE_CACHE=1 forbids it.
const nodeModule = process.getBuiltinModule("node:module") as { enableCompileCache?(): unknown };
nodeModule.enableCompileCache?.();

/** Until a command has returned, no end is a good one: code of the user may call process.exit, or leave nothing to wait for. */
let isDone = false;
process.exitCode = 3;
process.on("exit", () => {
  if (isDone) return;
  process.exitCode = 3;
  writeSync(
    "goldie ended before the command was done: code of a retriever or config called process.exit, or a promise never settled\n",
  );
});
process.on("uncaughtException", (error) => {
  // While code of the user runs, the command tells.
  if (process.listenerCount("uncaughtException") > 1) return;
  end(`goldie failed: ${error instanceof Error ? error.stack : String(error)}\n`);
});

function writeSync(text: string): void {
  try {
    process.getBuiltinModule("node:fs").writeSync(2, text);
  } catch {
    // No reader is left.
  }
}

function end(text: string): never {
  isDone = true;
  writeSync(text);
  process.exit(3);
}

// Standard output is ours, for tables and JSON: what code of the user logs goes to standard error.
const { console: logged } = globalThis;
logged.log = logged.info = logged.debug = logged.dirxml = logged.error;
logged.dir = (value) => logged.error(value);

async function run(): Promise<never> {
  // Loaded after that: what came before is not kept.
  const [{ main }, { nodeEffects }] = await Promise.all([import("./main.ts"), import("./effects.ts")]);
  const code = await main(process.argv.slice(2), nodeEffects());
  isDone = true;
  // All output is flushed: exit even if standard input is still open.
  process.exit(code);
}
run().catch((error: unknown) => {
  end(`goldie could not start: ${error instanceof Error ? error.stack : String(error)}\n`);
});
