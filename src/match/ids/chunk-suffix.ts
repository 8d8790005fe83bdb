import type { IdNormaliser } from "./_types.ts";

/**
 * What chunkers append to the id of a document. Of several suffixes only the last one goes: in `VOA#2578#3` the document is `VOA#2578`.
 * A bare number after `-` or `_` stays: in `doc-17` it is the name of the document.
 */
const SUFFIXES: readonly RegExp[] = [
  // After a separator that names seldom have, a number is enough, with or without a word: ::chunk-3, <::>2, #3, #13_2286987788, ::round_0, #page=4, ||7
  /(?:<::>|::|\|\||#)(?:\p{L}+[-_:.=# ]?)?\d+(?:[-_:.]\d+)*$/u,
  // Lines of a file: #L10, #L10-L20, :40-52
  /#L\d+(?:-L?\d+)?$/,
  /(?<=\.[A-Za-z]\w{0,7}):\d+-\d+$/,
  // After any separator, a word that only chunkers use: _chunk_3, -chunk3, /chunks/3, .passage-2, " page 4", ::chunk-3fa9
  /(?:<::>|::|\|\||[-_.:/#| ])(?:chunk|passage|paragraph|segment|snippet|split|page)s?[-_:.=/# ]?[a-f]*\d[0-9a-f]*$/i,
  // Four offsets: 822086267_7384-8758-0-1374
  /_\d+-\d+-\d+-\d+$/,
  // A place in brackets: [3], [100:200]
  /\[\d+(?:[:,-]\d+)?\]$/,
  // A page after the name of a file: "report.pdf - 7"
  /(?<=\.[A-Za-z]\w{0,7}) - \d+$/,
];

const LONGEST = 120;

/** Every suffix has a separator. */
const WITHOUT_SEPARATOR = /^[A-Za-z0-9]*$/;

export const chunkSuffix: IdNormaliser = {
  id: "chunk-suffix",
  about: "cuts off what a chunker appended, so that a chunk is known by its document",
  cuts: true,
  examples: [
    ["doc-17::chunk-3", "doc-17"],
    ["handbook.md#3", "handbook.md"],
    ["handbook_chunk_3", "handbook"],
    ["822086267_7384-8758-0-1374", "822086267"],
    ["doc-17", "doc-17"],
  ],
  apply(id) {
    if (WITHOUT_SEPARATOR.test(id)) return id;
    // Where a whole text stands for an id, only its end is looked at.
    const from = Math.max(0, id.length - LONGEST);
    const end = from === 0 ? id : id.slice(from);
    for (const suffix of SUFFIXES) {
      const at = end.search(suffix);
      if (from + at > 0 && at !== -1) return id.slice(0, from + at);
    }
    return id;
  },
};
