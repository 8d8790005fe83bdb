/** Plain data made small: each text, each shared object and each set of field names once. For what a page carries with it. */

/** A place in `shared` is written after this; a text that begins with it has it twice. */
const MARK = "~";
const RADIX = 36;
/** Shorter texts are not worth a place. */
const SHORTEST = 4;
const LIST = -1;

export interface Packed {
  /** Texts that occur more than once, and objects that are used more than once. */
  readonly shared: readonly PackedValue[];
  /** Field names of each kind of object. */
  readonly shapes: readonly (readonly string[])[];
  /** Packed each by itself, so that one can be read without the others. */
  readonly values: readonly PackedValue[];
}
/** An object is its shape and its values. A list is -1 and its items, or, where the first is no number, its items. */
export type PackedValue = string | number | boolean | null | readonly PackedValue[];

/** `values`: what JSON can hold. Fields that are undefined are left out. */
export function pack(values: Iterable<unknown>): Packed {
  const list = [...values];
  const counts = new Map<unknown, number>();
  for (const value of list) countUses(value, counts);
  const places = new Map<unknown, string>();
  for (const [value, n] of counts)
    if (n > 1 && (typeof value !== "string" || value.length >= SHORTEST))
      places.set(value, `${MARK}${places.size.toString(RADIX)}`);
  const shapes = new Map<string, number>();
  const whole = (value: object): PackedValue => {
    if (Array.isArray(value)) {
      const items = value.map(written);
      return typeof items[0] === "number" ? [LIST, ...items] : items;
    }
    const fields = Object.entries(value).filter(([, one]) => one !== undefined);
    const key = JSON.stringify(fields.map(([name]) => name));
    const shape = shapes.get(key) ?? shapes.size;
    shapes.set(key, shape);
    return [shape, ...fields.map(([, one]) => written(one))];
  };
  const written = (value: unknown): PackedValue => {
    if (typeof value !== "string" && (typeof value !== "object" || value === null))
      return (value ?? null) as PackedValue;
    return places.get(value) ?? (typeof value === "string" ? escaped(value) : whole(value));
  };
  return {
    values: list.map(written),
    shared: [...places.keys()].map((one) => (typeof one === "string" ? one : whole(one as object))),
    shapes: [...shapes.keys()].map((key) => JSON.parse(key) as string[]),
  };
}

const escaped = (text: string): string => (text.startsWith(MARK) ? MARK + text : text);

/** What an object consists of is counted once, however often the object is used. */
function countUses(value: unknown, counts: Map<unknown, number>): void {
  const isObject = typeof value === "object" && value !== null;
  if (typeof value !== "string" && !isObject) return;
  const n = counts.get(value) ?? 0;
  counts.set(value, n + 1);
  if (n > 0 || !isObject) return;
  for (const one of Object.values(value)) countUses(one, counts);
}

/** One of the values. */
export function unpack({ values, shared, shapes }: Packed, place: number): unknown {
  const read = (value: PackedValue): unknown => {
    if (typeof value === "string") return value.startsWith(MARK) ? marked(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const [shape, ...rest] = value;
    if (typeof shape !== "number") return value.map(read);
    if (shape === LIST) return rest.map(read);
    return Object.fromEntries(shapes[shape]!.map((name, i) => [name, read(rest[i]!)]));
  };
  const marked = (text: string): unknown => {
    if (text[1] === MARK) return text.slice(1);
    const one = shared[Number.parseInt(text.slice(1), RADIX)]!;
    return typeof one === "string" ? one : read(one);
  };
  return read(values[place]!);
}
