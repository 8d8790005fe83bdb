import type { IdNormaliser } from "./_types.ts";
import { segmentsOf } from "./path.ts";
import { percentDecoded } from "./percent.ts";

interface Parts {
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

const WITH_SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/i;
// Without a scheme only what starts with www. or has a slash after its host is an address: README.md is none.
const BARE = /^(www\.[^/?#\s]+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?=\/))([^?#]*)(\?[^#]*)?/i;

/** The parts of a URL that identify the page; undefined if it is not a URL. */
function partsOf(id: string): Parts | undefined {
  const found = WITH_SCHEME.exec(id) ?? BARE.exec(id);
  if (found === null) return undefined;
  const host = found[1]!
    .toLowerCase()
    .replace(/^[^@]*@/, "")
    .replace(/:(?:80|443)$/, "")
    .replace(/^www\./, "");
  return { host, path: percentDecoded(found[2]!).replace(/(?<!\/)\/+$/, ""), query: found[3] ?? "" };
}

export const url: IdNormaliser = {
  id: "url",
  about:
    "writes an address one way: host in lower case, without scheme, www., query string, fragment and last slash; %20 and the like decoded",
  cuts: true,
  examples: [
    ["https://www.Example.org/docs/Intro%20page/?ref=1#top", "example.org/docs/Intro page"],
    ["http://example.org/docs", "example.org/docs"],
    ["example.org/docs/", "example.org/docs"],
    ["docs/intro.md", "docs/intro.md"],
  ],
  apply(id) {
    const parts = partsOf(id);
    return parts === undefined ? id : parts.host + parts.path;
  },
};

export const urlWithQuery: IdNormaliser = {
  id: "url-with-query",
  about: "does as url does, but keeps the query string, for sites whose pages differ by it",
  examples: [["https://example.org/watch/?v=17#t=5", "example.org/watch?v=17"]],
  apply(id) {
    const parts = partsOf(id);
    return parts === undefined ? id : parts.host + parts.path + percentDecoded(parts.query);
  },
};

export const urlPath: IdNormaliser = {
  id: "url-path",
  about: "keeps the path of an address, without its host; a path is written as path does",
  examples: [
    ["https://example.org/docs/intro.html?x=1", "docs/intro.html"],
    ["/docs/intro.html", "docs/intro.html"],
  ],
  apply(id) {
    const path = partsOf(id)?.path ?? percentDecoded(id);
    return /[\\/]/.test(path) ? segmentsOf(path).join("/") : path;
  },
};
