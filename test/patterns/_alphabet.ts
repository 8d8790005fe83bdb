/** Sets of characters, told apart by samples: one character for each way in which the sets of a pattern can meet. */

/** Of every script, category and sign that patterns of the project name. */
const SAMPLES: readonly string[] = [
  ...Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)),
  ..."αΩжЯאبกກကកあアー漢字가ㄱㅏ①²٣३０Ａａ｜。！？…“”‘’«»–—•‣◦·†【】€™←∑\u0301\u05b0\u064b\u0640\u0670\u0903\u20dd\ufe0f\uff9e",
  ..."\u1160\u2000\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u2060\u2066\u3000\u3164\ufeff\ue000",
  ..."😀𝒜𠀀𝟎\u{e0001}\u{e0100}",
  "\ud800",
  "\udc00",
];

/** For each set as it is written, which kinds of characters it holds: bit i for the kind i. */
export function kindsOf(
  sets: readonly string[],
  flags: string,
): { kinds: ReadonlyMap<string, bigint>; all: bigint } {
  const own = flags.replace(/[gy]/g, "");
  const tests = [...new Set(sets)].map((set) => [set, new RegExp(`^(?:${set})$`, own)] as const);
  const kinds = new Map(tests.map(([set]) => [set, 0n]));
  const seen = new Set<string>();
  let all = 0n;
  for (const sample of new Set([...SAMPLES, ...sets.flatMap(near)])) {
    const holds = tests.filter(([, test]) => test.test(sample)).map(([set]) => set);
    const key = holds.join("\n");
    if (seen.has(key)) continue;
    const bit = 1n << BigInt(seen.size);
    seen.add(key);
    all |= bit;
    for (const set of holds) kinds.set(set, kinds.get(set)! | bit);
  }
  return { kinds, all };
}

/** The characters that a set names, and their neighbours: the ends of its ranges. */
function near(set: string): string[] {
  const named = set.match(/\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|[\s\S]/gu) ?? [];
  return named.flatMap((text) => {
    const code =
      text.length > 2 && text[0] === "\\"
        ? Number.parseInt(text.replace(/[^\da-fA-F]|\\x/g, ""), 16)
        : text.codePointAt(0)!;
    return [code - 1, code, code + 1]
      .filter((one) => one >= 0 && one <= 0x10ffff)
      .map((one) => String.fromCodePoint(one));
  });
}
