#!/usr/bin/env node
import { nodeEffects } from "./effects.ts";
import { main } from "./main.ts";

// Every write was waited for. What may still be open, such as standard input, is no reason to stay.
process.exit(await main(process.argv.slice(2), nodeEffects()));
