/** Values as the documentation prints them: as they would be written in TypeScript. */

const WIDTH = 100;

/** One line where it fits, else a line per entry. A text of several lines is shown as it is, a long one wrapped. */
export function show(value: unknown): string {
  if (typeof value === "string" && value.includes("\n")) return value;
  if (typeof value === "string" && value.length > WIDTH) return wrapped(value);
  return literal(value, "");
}

function wrapped(text: string): string {
  const lines = [""];
  for (const word of text.split(" "))
    if (lines.at(-1)!.length + word.length < WIDTH) lines.push(`${lines.pop()} ${word}`.trimStart());
    else lines.push(word);
  return lines.join("\n");
}

function literal(value: unknown, indent: string): string {
  const short = oneLine(value);
  if (indent.length + short.length <= WIDTH) return short;
  const parts = entriesOf(value);
  if (parts === undefined || parts.entries.length === 0) return short;
  const inner = `${indent}  `;
  const lines = parts.entries.map(([key, x]) => `${inner}${key}${literal(x, inner)},`);
  return [`${parts.open}`, ...lines, `${indent}${parts.close}`].join("\n");
}

function oneLine(value: unknown): string {
  const parts = entriesOf(value);
  if (parts === undefined) return scalar(value);
  if (parts.entries.length === 0) return `${parts.open}${parts.close}`;
  const space = parts.open.endsWith("[") ? "" : " ";
  const inside = parts.entries.map(([key, x]) => `${key}${oneLine(x)}`).join(", ");
  return `${parts.open}${space}${inside}${space}${parts.close}`;
}

function scalar(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

interface Parts {
  readonly open: string;
  readonly close: string;
  readonly entries: readonly (readonly [key: string, value: unknown])[];
}

function entriesOf(value: unknown): Parts | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof Map)
    return {
      open: "Map {",
      close: "}",
      entries: [...value].map(([key, x]) => [`${oneLine(key)} => `, x] as const),
    };
  if (Array.isArray(value)) return { open: "[", close: "]", entries: value.map((x) => ["", x] as const) };
  if (ArrayBuffer.isView(value)) {
    const numbers = [...(value as Float64Array)];
    return { open: `${value.constructor.name} [`, close: "]", entries: numbers.map((x) => ["", x] as const) };
  }
  const entries = Object.entries(value).map(([key, x]) => [`${keyOf(key)}: `, x] as const);
  return { open: "{", close: "}", entries };
}

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
