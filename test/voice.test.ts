/** Phrases that sound translated, and must not come back in what people read. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";

const PHRASES = [
  "if absent",
  "still told",
  "shall not decide",
  "judged by nobody",
  "nobody judged",
  "which is no ",
  "is no finite",
  "means something only",
  "means nothing",
  "nor its repair",
  "says it otherwise",
  "the tool imitated",
  "this should not have happened",
  "check what was to be written",
  "eval wants",
  "wants GOLD",
  "is told",
  "are told",
  "told with its line",
  "whatever it is",
  "do ids meet",
  "do the ids",
  'took "',
  "has hits for",
  "stands below",
  "what stands",
  "passed over",
  "errors of warnings",
  "in silence",
  "were in force",
  "say otherwise",
  "travels with",
  "came about",
  "comes about",
  "Go back when",
  "carries most",
  "of each sort",
  "to the byte",
  "n our names",
  "textbook's names",
  "All of it",
  "numbers out",
  "of one's own",
  "speaks chat",
  "made into one",
  "run of several",
  "is no error",
  "is no reason",
  "is no answer",
  "learnt by heart",
  "ten lines each",
  "no place in an order",
  "says so without",
  "somebody",
  " anew",
  "was told",
  "unless told",
  "ends too early",
  "you may not",
  "does not know what to do",
  "for whoever",
  "What is said of",
  "in vain",
  "the later one",
  "give it as",
  "nobody ",
  "goes on from rank",
  "Ask of each",
  "apart into claims",
  "passes for support",
  "are no measure",
  "are no numbers",
  "is no Python",
  "by labels of people",
  "nothing can be told",
  "come out the same",
  "of equal ones",
  "fewer hits came",
  "whoever",
  "so many were found",
  "hits hold counts once",
  "said in other words",
  "stands in the text of the hit",
  "put fields to group by",
] as const;

/** In comments also at the start of a sentence. */
const IN_COMMENTS = [
  ...PHRASES,
  "Whoever",
  "Nobody",
  "Somebody",
  " shall ",
  "Who is ",
  "of whoever",
  "code of the user",
  "of ours",
  " is to be ",
  " are to be ",
  "What is wrong with",
  "what is wrong with",
  "As built",
  "as built",
  "all that there is",
  "Hears of",
  "hears of",
] as const;

/** Finds phrases in a text, by line. */
const foundIn = (text: string, phrases: readonly string[] = PHRASES): string[] =>
  text
    .split("\n")
    .flatMap((line, i) =>
      phrases.filter((phrase) => line.includes(phrase)).map((phrase) => `${i + 1}: ${phrase}`),
    );

/** The comments of a source, on their lines; all else is blank. A line is taken whole if it begins with a comment. */
const commentsOf = (source: string): string =>
  source
    .split("\n")
    .map((line) =>
      /^\s*(\/\*\*|\*|\/\/)/.test(line) ? line : (/ \/\/ .*$| \/\*\*.*$/.exec(line)?.[0] ?? ""),
    )
    .join("\n");

const filesIn = (folder: string, wanted: (path: string) => boolean): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter(wanted);

/** Help, tables and errors as commands print them; tables of words; documentation. */
const READ = [
  ...filesIn("test/cli/cases", (path) => /\/(stdout|stderr)$/.test(path)),
  ...filesIn("src", (path) => /problems\.ts$|command\.ts$|flags\.ts$/.test(path)),
  // Definitions, steps and other words of units, and the sentences of reports; not the judge's table of words.
  ...filesIn(
    "src",
    (path) =>
      /^src\/(metrics|dialects|reports|judges|match)\/.*\.ts$/.test(path) &&
      !/\.test\.ts$|lexical\/words\.ts$/.test(path),
  ),
  ...filesIn("docs", (path) => path.endsWith(".md")),
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "examples/harbour/README.md",
];

describe("what people read", () => {
  test("there is enough of it", () => {
    expect(READ.length).toBeGreaterThan(300);
  });
  test("a phrase is found", () => {
    expect(foundIn("fine\nthe score is x, which is no finite number")).toEqual([
      "2: which is no ",
      "2: is no finite",
    ]);
  });
  test("comments are told from code", () => {
    expect(commentsOf('/** a */\nconst b = "nobody ";\n// c\nd(); // e\n  * f\n').split("\n")).toEqual([
      "/** a */",
      "",
      "// c",
      " // e",
      "  * f",
      "",
    ]);
    expect(foundIn("// Whoever asks", IN_COMMENTS)).toEqual(["1: Whoever"]);
  });
  test("comments of the engine, calls, files, formats and the command line have none of the phrases", () => {
    const sources = filesIn(
      "src",
      (path) => /^src\/(engine|calls|files|formats|cli)\/.*\.ts$/.test(path) && !path.endsWith(".test.ts"),
    );
    expect(sources.length).toBeGreaterThan(300);
    const wrong = sources.flatMap((path) =>
      foundIn(commentsOf(readFileSync(join(root, path), "utf8")), IN_COMMENTS).map(
        (found) => `${path}:${found}`,
      ),
    );
    expect(wrong).toEqual([]);
  });
  test("has none of the phrases", () => {
    const wrong = READ.flatMap((path) =>
      foundIn(readFileSync(join(root, path), "utf8")).map((found) => `${path}:${found}`),
    );
    expect(wrong).toEqual([]);
  });
});
