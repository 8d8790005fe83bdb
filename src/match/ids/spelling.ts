/** Rules of one line: how the characters of an id are written. */

import type { IdNormaliser } from "./_types.ts";
import { percentDecoded } from "./percent.ts";

export const exact: IdNormaliser = {
  id: "exact",
  about: "compares ids as they are written",
  examples: [["Doc-17", "Doc-17"]],
  apply: (id) => id,
};

const URN = "<urn:uuid:";

export const urnUuid: IdNormaliser = {
  id: "urn-uuid",
  about: "takes the first <urn:uuid:…> in it, with its brackets: the document of a LiveRAG chunk",
  cuts: true,
  examples: [["doc-<urn:uuid:27c6-0a>::chunk-0", "<urn:uuid:27c6-0a>"]],
  apply(id) {
    let start = id.indexOf(URN);
    while (start !== -1) {
      const end = id.indexOf(">", start);
      if (end === -1) return id;
      if (end > start + URN.length) return id.slice(start, end + 1);
      start = id.indexOf(URN, end);
    }
    return id;
  },
};

export const lower: IdNormaliser = {
  id: "lower",
  about: "ignores case",
  examples: [["Doc-17", "doc-17"]],
  apply: (id) => id.toLowerCase(),
};

export const nfc: IdNormaliser = {
  id: "nfc",
  about: "writes letters with accents as one character each, as most systems do",
  examples: [["Montalba\u0301n", "Montalb\u00e1n"]],
  apply: (id) => id.normalize("NFC"),
};

export const percent: IdNormaliser = {
  id: "percent",
  about: "decodes %20 and the like",
  examples: [["Aftertaste%20processing", "Aftertaste processing"]],
  apply: percentDecoded,
};

export const zeros: IdNormaliser = {
  id: "zeros",
  about: "drops leading zeros of every number in it",
  examples: [
    ["001", "1"],
    ["doc-007", "doc-7"],
    ["1.05", "1.05"],
  ],
  apply: (id) => (id.includes("0") ? id.replace(/(?<!\d)(?<!\d\.)0+(?=\d)/g, "") : id),
};

export const number: IdNormaliser = {
  id: "number",
  about: "writes a whole number one way",
  examples: [
    ["1.0", "1"],
    ["+007", "7"],
    ["1.5", "1.5"],
    ["doc-1.0", "doc-1.0"],
  ],
  apply(id) {
    const found = /^([+-]?)(\d+)(?:\.0*)?$/.exec(id);
    if (found === null) return id;
    const digits = found[2]!.replace(/^0+(?=\d)/, "");
    return found[1] === "-" && digits !== "0" ? `-${digits}` : digits;
  },
};

const PAIRS = ["<>", "[]", "()", "{}", '""', "''", "``"];

export const unwrap: IdNormaliser = {
  id: "unwrap",
  about: "takes off white space, brackets and quotes that enclose all of it",
  examples: [
    ["<dbpedia:Berlin>", "dbpedia:Berlin"],
    [' "17" ', "17"],
    ["Undeniable_(album)", "Undeniable_(album)"],
  ],
  apply(id) {
    let inner = id.trim();
    // The closing one must belong to the opening one: (a)-(b) is enclosed by nothing.
    while (
      inner.length > 2 &&
      PAIRS.some((pair) => inner[0] === pair[0] && inner.indexOf(pair[1]!, 1) === inner.length - 1)
    )
      inner = inner.slice(1, -1).trim();
    return inner;
  },
};
