/** Which format a file has: what the user says, or what its content says. */
import { named } from "../core/named.ts";
import { GoldieError } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import type { Format, Kind } from "./format.ts";
import { formats } from "./index.ts";

export interface Detected {
  readonly format: Format;
  readonly why: string;
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  gold: "gold",
  run: "a run",
  corpus: "a corpus",
  scores: "scores",
};

/** The format of a source that is read for `kind`. `given`: the id that the user named. */
export async function detectFormat(source: Source, kind: Kind, given?: string): Promise<Detected> {
  if (given !== undefined) {
    const format = named(Object.fromEntries(formats.map((one) => [one.id, one])), given, "format");
    if (format.kinds.includes(kind)) return { format, why: "you said so" };
    throw new GoldieError({
      code: "wrong-format",
      what: `${source.name}: ${format.title} holds no ${kind}`,
      fix: `choose one of ${idsFor(kind)}`,
      at: { file: source.name },
    });
  }
  const head = await source.head();
  const guesses = formats
    .filter(
      (format) => format.kinds.includes(kind) && (source.folder === undefined || format.folder === true),
    )
    .flatMap((format) => {
      const guess = format.detect(head, source.name, kind);
      return guess === undefined || guess.sure <= 0 ? [] : [{ format, ...guess }];
    })
    .sort((a, b) => b.sure - a.sure);
  const [best] = guesses;
  if (best !== undefined) return best;
  const empty = head.length === 0;
  throw new GoldieError({
    code: empty ? "empty-file" : "unknown-format",
    what: empty ? "the file is empty" : `this does not look like ${KIND_WORDS[kind]} in any known format`,
    fix: empty
      ? "check what was to be written there"
      : `name its format: ${idsFor(kind)}; \`goldie convert --list\` shows what each looks like`,
    at: { file: source.name, ...(empty ? {} : { line: 1 }) },
  });
}

const idsFor = (kind: Kind): string =>
  formats
    .filter((format) => format.kinds.includes(kind))
    .map((format) => format.id)
    .join(", ");
