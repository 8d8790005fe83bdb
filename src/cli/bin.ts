#!/usr/bin/env node
// Node 22.8 and later can cache compiled code between processes; NODE_DISABLE_COMPILE_CACHE=1 turns it off.
const nodeModule = process.getBuiltinModule("node:module") as { enableCompileCache?(): unknown };
nodeModule.enableCompileCache?.();

/** Exiting before a command returns is a failure: the user's code may call process.exit, or leave nothing to wait for. */
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
  // While the user's code runs, the command reports it.
  if (process.listenerCount("uncaughtException") > 1) return;
  end(`goldie failed: ${error instanceof Error ? error.stack : String(error)}\n`);
});

function writeSync(text: string): void {
  try {
    process.getBuiltinModule("node:fs").writeSync(2, text);
  } catch {
    // Standard error is closed.
  }
}

function end(text: string): never {
  isDone = true;
  writeSync(text);
  process.exit(3);
}

// Standard output is for tables and JSON: send what the user's code logs to standard error.
const { console: logged } = globalThis;
logged.log = logged.info = logged.debug = logged.dirxml = logged.error;
logged.dir = (value) => logged.error(value);

async function run(): Promise<never> {
  // Imported after enabling the cache: modules loaded before are not cached.
  const [{ main }, { nodeEffects }] = await Promise.all([import("./main.ts"), import("./effects.ts")]);
  const code = await main(process.argv.slice(2), nodeEffects());
  isDone = true;
  // All output is flushed: exit even if standard input is still open.
  process.exit(code);
}
run().catch((error: unknown) => {
  end(`goldie could not start: ${error instanceof Error ? error.stack : String(error)}\n`);
});
