/** Names as tools spell them: "P_{k}", "iprec_at_recall_{at.2}", "precision@{k}-l{rel}". */
import type { DialectMetric, Patch } from "../../core/dialect.ts";

/** Values of the placeholders of a name: numbers as text, or lists such as "2,-1,0,0" and "1=3,2=9". */
export type Placed = Readonly<Record<string, string>>;

const PLACE = /\{(\w+)(?:\.(\d))?\}/g;
const NUMBERS = "[-+]?[\\d.][\\d.,=+-]*";
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export const placesIn = (name: string): string[] => [...name.matchAll(PLACE)].map((m) => m[1]!);

/** The name with its placeholders filled. */
export const fillName = (name: string, values: Readonly<Record<string, unknown>>): string =>
  name.replace(PLACE, (_, place: string, digits?: string) => {
    const x = values[place];
    if (x instanceof Map) return [...x].map(([a, b]) => `${a}=${b}`).join(",");
    return digits === undefined ? String(x) : Number(x).toFixed(Number(digits));
  });

/** What the placeholders hold in a text that this name could be. */
export function matchName(name: string, text: string): Placed | undefined {
  const places = placesIn(name);
  const parts = name.split(PLACE).filter((_, i) => i % 3 === 0);
  const m = new RegExp(`^${parts.map(escaped).join(`(${NUMBERS})`)}$`).exec(text);
  return m === null ? undefined : Object.fromEntries(places.map((place, i) => [place, m[i + 1]!]));
}

/** The name without its first placeholder and the separator before it: "P_{k}" is also called "P". */
const bareName = (name: string): string | undefined => {
  const at = name.search(PLACE);
  return at <= 1 ? undefined : name.slice(0, at).replace(/(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/, "");
};

/** Is a text this metric? "default": it is, with the default values; otherwise the values that it names. */
export function placedIn(m: DialectMetric, text: string): Placed | "default" | undefined {
  for (const name of [m.name, ...(m.summary === undefined ? [] : [m.summary])]) {
    if (text === name || text === bareName(name)) return "default";
    const placed = matchName(name, text);
    if (placed !== undefined && placesIn(name).length > 0) return placed;
    if (placesIn(name).length === 0) {
      const cut = matchName(`${name}@{k}`, text);
      if (cut !== undefined) return cut;
    }
  }
  return undefined;
}

export interface CalledName {
  /** The name with its cut-off, without the parentheses. */
  readonly text: string;
  readonly args: Readonly<Record<string, string>>;
}

/** Takes "P(rel=2)@5" apart. */
export function calledName(text: string): CalledName | undefined {
  const m = /^([A-Za-z_αA-Z][\w.α-]*)\((.*)\)((?:@[^@()]*)?)$/su.exec(text);
  if (m === null) return undefined;
  const args: Record<string, string> = Object.create(null);
  for (const pair of splitArgs(m[2]!).filter((p) => p.trim() !== "")) {
    const eq = pair.indexOf("=");
    if (eq < 0) return undefined;
    args[pair.slice(0, eq).trim()] = pair
      .slice(eq + 1)
      .trim()
      .replace(/^(['"])(.*)\1$/s, "$2");
  }
  return { text: `${m[1]}${m[3]}`, args };
}

/** At its commas but for those inside braces, which belong to a value: gains={0:1,1:4}. */
function splitArgs(text: string): string[] {
  const args: string[] = [];
  let end = text.length;
  let isInside = false;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === "}") isInside = true;
    else if (text[at] === "{") isInside = false;
    else if (text[at] === "," && !isInside) {
      args.push(text.slice(at + 1, end));
      end = at;
    }
  }
  return [...args, text.slice(0, end)].reverse();
}

/** What the arguments of a call change, or undefined where the metric does not take one of them, or lacks one. */
export function patchOf(m: DialectMetric, args: CalledName["args"]): Patch | undefined {
  if (m.requires?.some((name) => !Object.hasOwn(args, name))) return undefined;
  const patches: Patch[] = [];
  for (const [name, given] of Object.entries(args)) {
    const takes = m.takes !== undefined && Object.hasOwn(m.takes, name) ? m.takes[name]! : undefined;
    if (takes === undefined) return undefined;
    if (typeof takes === "string")
      patches.push({ params: { [takes]: given.replace(/^\{|\}$/g, "").replaceAll(",", ";") } });
    else if (Object.hasOwn(takes, given)) patches.push(takes[given]!);
    else return undefined;
  }
  return patches.reduce<Patch>(mergePatch, {});
}

/** Two patches as one: the later one wins, field by field. */
export function mergePatch(a: Patch, b: Patch): Patch {
  const both = (field: "join" | "average" | "otherwise" | "verdicts" | "params") =>
    a[field] === undefined && b[field] === undefined ? {} : { [field]: { ...a[field], ...b[field] } };
  return {
    ...a,
    ...b,
    ...both("join"),
    ...both("average"),
    ...both("otherwise"),
    ...both("verdicts"),
    ...both("params"),
  };
}
