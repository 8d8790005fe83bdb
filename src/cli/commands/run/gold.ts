/** For other commands that read the gold of a run. */
export { type Questions, questionsOf } from "./_gold.ts";
