#!/usr/bin/env node
import { nodeEffects } from "./effects.ts";

// From 22.8 on Node can keep compiled code between processes; NODE_DISABLE_COMPILE_CACHE=1 forbids it.
const nodeModule = process.getBuiltinModule("node:module") as { readonly enableCompileCache?: () => unknown };
nodeModule.enableCompileCache?.();

// Loaded after that: what came before is not kept.
const { main } = await import("./main.ts");

// Every write was waited for. What may still be open, such as standard input, is no reason to stay.
process.exit(await main(process.argv.slice(2), nodeEffects()));
