/** Help text, generated from the commands' data. */
import { fill, WIDTH } from "../../text/fill.ts";
import type { Out } from "../effects.ts";
import {
  COMMON_FLAGS,
  type Command,
  type CommandExample,
  type CommandFlag,
  type Positional,
} from "./command.ts";

/** Minimum line width. */
const NARROW = 30;

/** The text width for this output: that of its terminal. */
export const widthFor = ({ columns }: Pick<Out, "columns">): number =>
  columns === undefined || columns === 0 ? WIDTH : Math.max(NARROW, columns);

/** Names in a column, texts beside them. */
export function twoColumns(rows: readonly (readonly [string, string])[], width = WIDTH): string {
  const wide = Math.min(30, Math.floor(width / 3), Math.max(...rows.map(([name]) => name.length)));
  return rows
    .map(([name, text]) => {
      const indent = " ".repeat(wide + 4);
      const body = fill(text, indent, width);
      // The text of a long name goes below it.
      return name.length > wide ? `  ${name}\n${body}` : `  ${name.padEnd(wide)}  ${body.trimStart()}`;
    })
    .join("\n");
}

const shownPositional = ({ name, optional, many }: Positional): string => {
  const shown = `${name}${many ? "..." : ""}`;
  return optional ? `[${shown}]` : shown;
};

const shownFlag = ({ flag, short, value }: CommandFlag): string =>
  `${short === undefined ? "" : `${short}, `}${flag}${value === undefined ? "" : ` ${value}`}`;

export function helpOf(command: Command, width = WIDTH): string {
  const { id, about, positionals, flags, examples } = command;
  const usage = ["goldie", id, ...positionals.map(shownPositional), "[flags]"].join(" ");
  const general = [...flags.filter(({ under }) => under === undefined), ...COMMON_FLAGS];
  const dialects = [
    ...new Set(flags.flatMap(({ under }) => (under === undefined ? [] : [under.join(" or ")]))),
  ];
  const flagRows = (list: readonly CommandFlag[]): string =>
    twoColumns(
      list.map((flag) => [
        shownFlag(flag),
        `${flag.about}${flag.choices === undefined ? "" : `: ${flag.choices.join(", ")}`}`,
      ]),
      width,
    );
  return [
    fill(`usage: ${usage}`, "    ", width).trimStart(),
    fill(about, "", width),
    ...(positionals.length === 0
      ? []
      : [
          twoColumns(
            positionals.map((one) => [one.name, one.about] as const),
            width,
          ),
        ]),
    `flags\n${flagRows(general)}`,
    ...dialects.map(
      (names) =>
        `${fill(`flags with --as ${names}, same as in the tool`, "", width)}\n${flagRows(flags.filter(({ under }) => under?.join(" or ") === names))}`,
    ),
    `${fill("examples, in a copy of the bundled data (goldie example DIR)", "", width)}\n${examples.map(({ run, about: why }) => `  ${run}\n${fill(why, "      ", width)}`).join("\n")}`,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

/** They work in any folder; a test runs them. */
export const FIRST_STEPS: readonly CommandExample[] = [
  { run: "goldie example harbour", about: "Copy the bundled example data into the folder harbour." },
  {
    run: "goldie eval harbour/gold.jsonl harbour/overlap.jsonl harbour/prefix.jsonl",
    about: "Compare two retrievers: recall@5, ndcg@10, rr and hit@5.",
  },
];

export function helpOfAll(commands: readonly Command[], width = WIDTH): string {
  return `${[
    "usage: goldie COMMAND [arguments]",
    fill("Goldie tells you how good your retriever is, what it misses and why.", "", width),
    `commands\n${twoColumns(
      [
        ...commands.map(({ id, summary }) => [id, summary] as const),
        ["help [COMMAND]", "show help for a command"],
      ],
      width,
    )}`,
    `first steps\n${FIRST_STEPS.map(({ run, about }) => `  ${run}\n${fill(about, "      ", width)}`).join("\n")}`,
    fill(
      "Use - for standard input or output. Exit codes: 0 success, 2 wrong usage or bad input, 3 something failed while running. `goldie --version` prints the version.",
      "",
      width,
    ),
  ].join("\n\n")}\n`;
}
