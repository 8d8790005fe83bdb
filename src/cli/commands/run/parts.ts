/** Parts of `goldie run` that other commands use. */
export { type Questions, questionsOf } from "./_gold.ts";
export { reportOn } from "./_report.ts";
export { retrieversBy } from "./_retrievers.ts";
