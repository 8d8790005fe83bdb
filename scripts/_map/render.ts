/** The map: a page for CONTRIBUTING.md, and all of it for the terminal. */
import { type Place, placesOf, returnsOf, type Step, type Way } from "./ways.ts";

/** So many files of a folder are named on the page. */
const NAMED = 6;
const MARKED = /(<!-- map: start -->\n)[\s\S]*?(<!-- map: end -->)/;

/** A text with the map between its marks. */
export function withMap(text: string, ways: readonly Way[]): string {
  if (!MARKED.test(text)) throw new Error("there are no marks for the map");
  return text.replace(MARKED, (_, start, end) => `${start}${ways.map(section).join("\n")}${end}`);
}

/** A table of the folders, each with the files that others call first. */
function section(way: Way): string {
  const { places, everywhere } = placesOf(way);
  return [
    `**\`${way.title}\`** runs through ${way.steps.length} files.`,
    "",
    "| folder | files | among them |",
    "|---|--:|---|",
    ...places.map((place) => `| \`${place.folder}\` | ${place.steps.length} | ${mainFiles(place)} |`),
    `| everywhere | ${total(everywhere)} | ${everywhere.map(({ folder, steps }) => `${steps.length} of \`${folder}\``).join(", ")} |`,
    "",
    ...comesBack(returnsOf(way).back),
  ].join("\n");
}

const total = (places: readonly Place[]): number => places.reduce((sum, { steps }) => sum + steps.length, 0);

const comesBack = (back: readonly Step[]): string[] =>
  back.length === 0
    ? ["It comes back to no earlier folder.", ""]
    : ["It comes back to an earlier folder where", "", ...back.map((step) => `- ${call(step, "`")}`), ""];

/** "who calls what". */
function call({ file, name, callers: [caller] }: Step, quote = ""): string {
  const short = (path: string): string =>
    `${quote}${path.replace(/^src\//, "").replace(/\.ts$/, "")}${quote}`;
  return `${caller === undefined ? "the program" : short(caller)} calls ${quote}${name}${quote} of ${short(file)}`;
}

/** Public files only, and those that another folder calls before those that only their own does. */
function mainFiles({ folder, steps }: Place): string {
  const inside = (file: string): string => file.slice(`src/${folder}/`.length).replace(/\.ts$/, "");
  const open = steps.filter(({ file }) => !file.includes("/_"));
  const called = open.filter(({ callers: [caller] }) => !caller?.startsWith(`src/${folder}/`));
  const named = new Set([...called, ...open].slice(0, NAMED + called.length).map(({ file }) => file));
  const first = new Set([...named].slice(0, NAMED));
  return open
    .filter(({ file }) => first.has(file))
    .map(({ file }) => `\`${inside(file)}\``)
    .join(", ");
}

/** Every file with the call that was its first, and where the way comes back. */
export function mapInFull(ways: readonly Way[], acrossFolders: readonly string[]): string {
  const lines: string[] = [];
  for (const way of ways) {
    const { places, everywhere } = placesOf(way);
    const { back, again } = returnsOf(way);
    lines.push(way.title, "");
    way.steps.forEach((step, i) => {
      const { file, name, callers } = step;
      const mark = back.includes(step) ? "back" : again.includes(step) ? "again" : "";
      lines.push(
        `${String(i + 1).padStart(4)}  ${mark.padEnd(5)}  ${file.padEnd(44)} ${name.padEnd(20)} from ${callers[0] ?? "the program"}`,
      );
    });
    lines.push(
      "",
      `  files: ${way.steps.length}, of which ${total(everywhere)} are called from everywhere (${everywhere.map(({ folder }) => folder).join(", ")})`,
      `  folders: ${places.map(({ folder }) => folder).join(" → ")}`,
      `  comes back to an earlier one: ${back.length} times`,
      ...back.map((step) => `    ${call(step)}`),
      `  goes on to one again: ${again.length} times`,
      ...again.map((step) => `    ${call(step)}`),
      "",
    );
  }
  lines.push(`private files imported across folders: ${acrossFolders.length}`, ...acrossFolders);
  return `${lines.join("\n")}\n`;
}
