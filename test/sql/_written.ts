/** Tables that an engine makes for results. */
import { GoldieError } from "../../src/core/problem.ts";
import type { GivenRows, SqlEngine } from "../../src/sql/engine.ts";

const columns: GivenRows["columns"] = [
  { name: 'the "run"', type: "text" },
  { name: "value", type: "double" },
  { name: "because", type: "text" },
];
const ROWS: readonly (readonly (string | number | null)[])[] = [
  ['it\'s "a"\t\\n{b}', 0.1, null],
  ["ü", -1.5, ""],
  ["日本", null, "no grades"],
];

/** More than one batch of every engine, and then an error. */
function* breakingOff(): Generator<readonly (string | number | null)[]> {
  for (let i = 0; i < 60_000; i++) yield [`r${i % 3}`, i, null];
  throw new Error("the rows broke off");
}

const outcome = (done: Promise<unknown>, refused: (error: Error) => string): Promise<string> =>
  done.then(() => "written", refused);

/** The one that stays, since engines drop only what they could not finish. */
export const WRITTEN = "goldie_whole";

/** What `writtenTables` must find. */
export const WHOLE_OR_NOT = {
  rows: ROWS,
  again: "refused",
  half: "told",
  left: [true, false],
  nowhere: "engine-refused",
  schemas: [true, false],
};

export async function writtenTables(engine: SqlEngine): Promise<object> {
  const [whole, half] = [WRITTEN, "goldie_half"].map((name) => engine.tableName(name)) as [
    readonly string[],
    readonly string[],
  ];
  await engine.write!(whole, { columns, rows: ROWS });
  const again = await outcome(engine.write!(whole, { columns, rows: ROWS }), () => "refused");
  const broken = await outcome(
    engine.write!(half, { columns, rows: { [Symbol.iterator]: breakingOff } }),
    ({ message }) => (message.includes("the rows broke off") ? "told" : message),
  );
  const nowhere = await outcome(
    engine.write!(["goldie_no_such_schema", "t"], { columns, rows: ROWS }),
    (error) => (error instanceof GoldieError ? error.problem.code : String(error)),
  );
  const schemas: boolean[] = [];
  for (const name of [whole, ["goldie_no_such_schema", "t"]]) schemas.push(await engine.hasSchema!(name));
  const source = engine.dialect.source({ kind: "table", name: whole });
  const rows: unknown[][] = [];
  for await (const batch of engine.query({ sql: `SELECT * FROM ${source}`, values: [] }))
    for (const row of batch) rows.push([...row]);
  const left: boolean[] = [];
  for (const name of [whole, half]) left.push((await engine.describe({ kind: "table", name })) !== undefined);
  return {
    rows: rows.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    again,
    half: broken,
    left,
    nowhere,
    schemas,
  };
}
