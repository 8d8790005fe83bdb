#!/usr/bin/env node
import { nodeEffects } from "./effects.ts";
import { main } from "./main.ts";

// Not process.exit: what was written to a pipe may still be on its way.
process.exitCode = await main(process.argv.slice(2), nodeEffects());
