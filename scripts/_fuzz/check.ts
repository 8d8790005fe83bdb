/** Properties that every reader must have for any input. */

import type { Problem } from "../../src/core/problem.ts";
import { GoldieError } from "../../src/core/problem.ts";
import { reworded } from "../../src/core/problem-table.ts";
import { below, randomFrom } from "../../src/core/random.ts";
import { fileProblemTables } from "../../src/files/problem-tables.ts";
import { memorySource } from "../../src/files/source.ts";
import { detectFormat } from "../../src/formats/detect.ts";
import { formatProblemTables } from "../../src/formats/problem-tables.ts";
import { twoWays } from "./both-ways.ts";
import type { Input } from "./input.ts";
import { type Event, inPieces, latin1, readBytes, type Told } from "./read.ts";
import { type Expected, type Reference, references } from "./references.ts";

/** What is wrong, in words; nothing where all is well. */
export async function check(
  input: Input,
  known: Readonly<Record<string, Reference>> = references,
): Promise<string[]> {
  const { seed, bytes } = input;
  const { format, kind } = input.target;
  const random = randomFrom(seed);
  const name = `input.${format.extensions[0] ?? "txt"}`;
  let source: ReturnType<typeof memorySource>;
  try {
    source = memorySource(name, bytes);
  } catch (error) {
    return crash(error, "opening it");
  }
  try {
    await detectFormat(source, kind);
  } catch (error) {
    const found = crash(error, "looking at it");
    if (found.length > 0) return found;
  }
  // Without texts of hits, tables are passed on row by row.
  const texts = oneIn(random, 3);
  // Of what could not be unpacked nothing is known.
  const unpacked = await source.bytes().catch(() => undefined);
  const size = unpacked?.length ?? bytes.length;
  let told: Told;
  let again: Told;
  try {
    told = await readBytes(format, kind, source, size, texts);
    // Single bytes for what is short: of a long file they would take all the time.
    const most = oneIn(random, 3) ? 1 + bytes.length / 500 : 1 + below(random, 200) + bytes.length / 500;
    again = await readBytes(
      format,
      kind,
      inPieces(name, bytes, () => below(random, most) + 1),
      size,
      texts,
    );
  } catch (error) {
    return crash(error, "reading it");
  }
  let scored: string[] = [];
  try {
    if (oneIn(random, 2)) scored = await twoWays(input);
  } catch (error) {
    scored = crash(error, "scoring it");
  }
  const words = latin1(unpacked ?? UNKNOWN);
  const reference = texts && kind === "run" ? undefined : known[`${format.id} ${kind}`];
  return [
    // Ignore how far a reader got before rejecting the file.
    ...((told.refused !== undefined && again.refused !== undefined) ||
    JSON.stringify(inOrder(told)) === JSON.stringify(inOrder(again))
      ? []
      : [`in other pieces it reads otherwise: ${difference(inOrder(told), inOrder(again))}`]),
    ...scored,
    ...told.events.flatMap(wrongEvent),
    ...unordered(told.events),
    ...[...told.problems, ...(told.refused === undefined ? [] : [told.refused])].flatMap((one) => [
      ...wrongProblem(one, words),
      ...lostWords(one),
    ]),
    ...(told.events.length === 0 && told.problems.length === 0 && told.refused === undefined
      ? ["nothing was told, not even a Problem"]
      : []),
    ...(reference === undefined || told.refused !== undefined
      ? []
      : disagreements(told, reference(await source.bytes()))),
  ];
}

const UNKNOWN = Buffer.from("undefined [object NaN");
const oneIn = (random: () => number, n: number): boolean => random() < 1 / n;

/** A GoldieError is an answer; all else is a crash. */
function crash(error: unknown, doing: string): string[] {
  if (error instanceof GoldieError) return wrongProblem(error.problem, "");
  return [`${doing} it crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

/** Problems in an order of their own: whether one is told with its line or after the block is all the same. */
const inOrder = ({ problems, ...told }: Told): Told => ({
  ...told,
  problems: problems.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
});

function difference(a: Told, b: Told): string {
  for (const part of ["events", "problems"] as const)
    for (let i = 0; i < Math.max(a[part].length, b[part].length); i++) {
      const [x, y] = [JSON.stringify(a[part][i]), JSON.stringify(b[part][i])];
      if (x !== y) return `${x} and ${y}`;
    }
  return `${JSON.stringify(a.refused)} and ${JSON.stringify(b.refused)}`;
}

/** No number that is none, no place that is none. */
function wrongEvent(event: Event): string[] {
  const [call, line] = event;
  if (call === "rows" || call === "tag") return [];
  const wrong: string[] = [];
  if (!Number.isSafeInteger(line) || (line as number) < 1) wrong.push(`${JSON.stringify(event)} has no line`);
  const value = event.at(-1);
  if (call === "score" && !Number.isFinite(value))
    wrong.push(`${JSON.stringify(event)}: ${value} is no score`);
  if (call === "grade" && !Number.isFinite(event[4]))
    wrong.push(`${JSON.stringify(event)}: ${event[4]} is no grade`);
  // A table without scores or ranks says NaN.
  if (call === "hit" && (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY))
    wrong.push(`${JSON.stringify(event)}: ${value} is no score`);
  // In whole lists nobody stands for a number that is none.
  if (/"number -?(Infinity|NaN)"/.test(JSON.stringify(event)))
    wrong.push(`${JSON.stringify(event)} holds a number that is none`);
  // What a hit without a name is, the join rule says.
  if (call === "grade" && (event[2] === "" || event[3] === ""))
    wrong.push(`${JSON.stringify(event)} has an empty id`);
  return wrong;
}

/** Rows that are ordered by a number need one. */
function unordered(events: readonly Event[]): string[] {
  const order = events.find(([call]) => call === "rows")?.[1] ?? "given";
  const odd = events.find(([call, , , , value]) => call === "hit" && Number.isNaN(value));
  return order === "given" || odd === undefined ? [] : [`${JSON.stringify(odd)} has no ${order}`];
}

/** A Problem that helps: a code, words, and a fix, none of them the remains of something that was not there. */
function wrongProblem(problem: Problem, source: string): string[] {
  const { code, what, why, fix, at } = problem;
  const texts = [what, fix, ...(why === undefined ? [] : [why])];
  const wrong = texts.flatMap((text) => {
    if (typeof text !== "string" || text.trim() === "") return ["empty words"];
    const remains = ["undefined", "[object ", "NaN"].filter(
      // Names of fields are told without their blanks.
      (word) =>
        // "Python writes NaN and Infinity" is no remains of anything.
        text.replace("NaN and Infinity", "").includes(word) &&
        !source.includes(word) &&
        !source.replace(/\s/g, "").includes(word),
    );
    return remains.length > 0 ? ["words of nothing"] : [];
  });
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code)) wrong.push("no code");
  if (at?.line !== undefined && !(Number.isSafeInteger(at.line) && at.line >= 1))
    wrong.push("a line that is none");
  return wrong.map((one) => `${one}: ${JSON.stringify(problem).slice(0, 600)}`);
}

const TABLES = [...formatProblemTables, ...fileProblemTables];

/** All that a Problem says is in its code, fields and place: what comes back from JSON says it again. One without fields keeps its words. */
function lostWords(problem: Problem): string[] {
  const { what, why, fix, fields } = problem;
  if (fields === undefined) return [];
  const data = JSON.parse(JSON.stringify({ ...problem, what: "", fix: "" })) as Problem;
  const again = reworded(data, TABLES, "library");
  return again.what === what && again.why === why && again.fix === fix
    ? []
    : [`other words from the same data: ${JSON.stringify([problem, again]).slice(0, 600)}`];
}

const ROWS = new Set(["hit", "grade", "score", "ranking", "gold", "doc"]);

/** Rows that should be there and are not, or the other way round; broken lines without a Problem. */
function disagreements(
  { events, problems }: Told,
  { rows, rejected, unsure = new Set(), anywhere }: Expected,
): string[] {
  if (anywhere) return unsure.size > 0 ? [] : elsewhere(events, rows);
  const errors = new Set(problems.filter(({ level }) => level === "error").map(({ at }) => at?.line));
  // Output for a line that the reader rejects is never scored.
  const told = (line: unknown): boolean => rejected.has(line as number) && errors.has(line as number);
  const got = events.filter(([call, line]) => ROWS.has(call) && !unsure.has(line as number) && !told(line));
  const wrong = firstDifference(got.flatMap(byHit), rows.flatMap(byHit));
  for (const line of rejected)
    if (!errors.has(line)) wrong.push(`line ${line} cannot be read, and no Problem says so`);
  for (const line of errors)
    if (line !== undefined && !rejected.has(line) && !unsure.has(line))
      wrong.push(`a Problem says that line ${line} cannot be read, and it can`);
  return wrong;
}

function firstDifference(got: readonly Event[], wanted: readonly Event[]): string[] {
  for (let i = 0; i < Math.max(got.length, wanted.length); i++)
    if (JSON.stringify(got[i]) !== JSON.stringify(wanted[i]))
      return [`it read ${JSON.stringify(got[i])}, and should ${JSON.stringify(wanted[i])}`];
  return [];
}

/** A whole list, hit by hit: a reader may tell it either way. */
function byHit(event: Event): Event[] {
  const [call, line, query, value] = event;
  if (call !== "ranking") return [event];
  const hits: readonly { id: string; score?: number }[] = Array.isArray(value)
    ? value
    : (value as { map: readonly [string, number][] }).map.map(([id, score]) => ({ id, score }));
  const bytes = (text: unknown): string => Buffer.from(String(text)).toString("latin1");
  // Where there is no score, a row says NaN, which JSON writes as null.
  return hits.map(({ id, score }): Event => ["hit", line, bytes(query), bytes(id), score ?? null]);
}

/** The same rows in any order and on any line. */
function elsewhere(events: readonly Event[], rows: readonly Event[]): string[] {
  const sorted = (list: readonly Event[]): Event[] =>
    list
      .filter(([call]) => ROWS.has(call))
      .flatMap(byHit)
      .map(([call, , ...rest]): Event => [call, 0, ...rest])
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return firstDifference(sorted(events), sorted(rows));
}
