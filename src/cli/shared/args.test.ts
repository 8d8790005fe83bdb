import { describe, expect, test } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { type Args, parseArgs } from "./args.ts";
import type { Command } from "./command.ts";

const command: Command = {
  id: "try",
  summary: "",
  about: "",
  positionals: [
    { name: "GOLD", about: "what is right", instead: "--results" },
    { name: "RUN", about: "what came back", optional: true, many: true },
  ],
  flags: [
    { flag: "--metrics", short: "-m", value: "LIST", many: true, about: "what is computed" },
    { flag: "--as", value: "DIALECT", about: "the tool" },
    { flag: "--unit", value: "UNIT", about: "what counts", choices: ["doc", "chunk"] },
    { flag: "--threads", value: "N", about: "how many" },
    { flag: "--results", value: "FILE", about: "instead" },
    { flag: "--json", short: "-j", about: "as JSON" },
    { flag: "-q", about: "rows", under: ["trec_eval"] },
    { flag: "-M", value: "N", about: "depth", under: ["trec_eval"] },
  ],
  examples: [
    { run: "goldie try gold run", about: "" },
    { run: "goldie try gold", about: "" },
  ],
  run: async () => 0,
};
const parse = (...words: string[]): Args => parseArgs(command, words) as Args;
const refusal = (...words: string[]): string => {
  try {
    parse(...words);
  } catch (error) {
    if (error instanceof GoldieError) return `${error.problem.what} / ${error.problem.fix}`;
  }
  return "taken";
};

describe("words become arguments", () => {
  test("long and short, apart and together, before, between and after files", () => {
    const args = parse("-m", "ndcg", "gold", "--metrics=rr", "run", "-mrecall@5", "--json", "-");
    expect(args.positionals).toEqual(["gold", "run", "-"]);
    expect(args.all("metrics")).toEqual(["ndcg", "rr", "recall@5"]);
    expect(args.has("json")).toBe(true);
    expect(args.has("unit")).toBe(false);
    expect(args.text("unit")).toBeUndefined();
  });

  test("after -- everything is a file", () => {
    expect(parse("gold", "--", "--json", "-x").positionals).toEqual(["gold", "--json", "-x"]);
  });

  test("a value may begin with a dash", () => {
    expect(parse("gold", "--metrics", "-x").all("metrics")).toEqual(["-x"]);
  });

  test("a dialect's own flags, joined as getopt joins them", () => {
    const args = parse("--as", "trec_eval", "-qM1000", "gold");
    expect([args.has("q"), args.text("M")]).toEqual([true, "1000"]);
    expect(parse("-qjm", "rr", "--as=trec_eval", "gold").all("metrics")).toEqual(["rr"]);
  });

  test("a value behind = is one with either kind of dash", () => {
    expect(parse("gold", "-m=rr", "--metrics=-3", "-m==").all("metrics")).toEqual(["rr", "-3", "="]);
    expect(parse("gold", "--results=").text("results")).toBe("");
  });

  test("a flag can stand in for a file", () => {
    expect(parse("--results", "x").positionals).toEqual([]);
  });

  test("help wins, unless it is a file's name", () => {
    expect(parseArgs(command, ["--nonsense", "--help"])).toBe("help");
    expect(parse("gold", "--", "--help").positionals).toEqual(["gold", "--help"]);
  });

  test("numbers", () => {
    expect(parse("gold", "--threads", "2").count("threads", 1)).toBe(2);
    expect(parse("gold").count("threads", 1)).toBeUndefined();
    expect(() => parse("gold", "--threads", "0").count("threads", 1)).toThrow(/whole number of 1 or more/);
    expect(() => parse("gold", "--threads", "2.5").count("threads", 1)).toThrow(/cannot be "2.5"/);
  });
});

describe("wrong use is reported with the way out", () => {
  test.each([
    [["gold", "--metric"], "goldie try has no flag --metric / did you mean --metrics?"],
    [["gold", "--xyzzy"], "goldie try has no flag --xyzzy / `goldie try --help` lists all flags"],
    [["gold", "-xj"], "goldie try has no flag -xj / did you mean -j?"],
    [["gold", "--q", "--as", "trec_eval"], "goldie try has no flag --q / did you mean --quiet?"],
    [["gold", "-x"], "goldie try has no flag -x / `goldie try --help` lists all flags"],
    [["gold", "-json"], "goldie try has no flag -s / `goldie try --help` lists all flags"],
    [["gold", "-q"], "-q is only valid with --as trec_eval / add --as trec_eval, or see `goldie try --help`"],
    [
      ["gold", "--as", "ranx", "-q"],
      "-q is only valid with --as trec_eval / add --as trec_eval, or see `goldie try --help`",
    ],
    [["gold", "--metrics"], "missing value for --metrics / write --metrics LIST: what is computed"],
    [["gold", "--json=1"], "--json takes no value / write --json without a value"],
    [["gold", "--unit", "docs"], '--unit cannot be "docs" / did you mean doc?'],
    [["gold", "--unit", "zzz"], '--unit cannot be "zzz" / use one of: doc, chunk'],
    [["gold", "--as", "a", "--as", "b"], "--as is given twice / pass it once"],
    [[], "missing argument: GOLD (what is right) / for example: goldie try gold run"],
  ])("%j", (words, expected) => {
    expect(refusal(...words)).toBe(expected);
  });

  test("a file too many", () => {
    const one = { ...command, positionals: command.positionals.slice(0, 1) };
    expect(() => parseArgs(one, ["gold", "more"])).toThrow(/unexpected argument: "more"/);
  });
});
