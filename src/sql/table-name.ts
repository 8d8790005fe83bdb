/** Names of tables as people write them. */

/** The parts of "catalog.schema.table"; a part with a dot is written in double quotes. */
export function splitName(written: string): readonly string[] {
  const parts: string[] = [];
  for (const [, quoted, plain] of written.matchAll(/(?:"((?:[^"]|"")*)"|([^."]+))(?:\.|$)/gy))
    parts.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
  return parts.length === 0 ? [written] : parts;
}
