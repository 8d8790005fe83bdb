/** Names of tables as people write them. */
import { sqlProblem } from "./problems.ts";

/**
 * The parts of "catalog.schema.table"; a part with a dot is written in double quotes.
 * @throws GoldieError for a name that is not made of such parts.
 */
export function splitName(written: string): readonly string[] {
  if (!/^(?:"(?:[^"]|"")+"|[^."]+)(?:\.(?:"(?:[^"]|"")+"|[^."]+))*$/.test(written))
    throw sqlProblem.error("bad-table-name", { name: written }, { level: "error" });
  return [...written.matchAll(/"((?:[^"]|"")+)"|[^."]+/g)].map(([plain, quoted]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}
