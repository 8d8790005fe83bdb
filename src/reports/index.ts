/** Results for people to read. */
export { renderTable, type SummaryOptions, summaryTable, type TableOptions } from "./table.ts";
