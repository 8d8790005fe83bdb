/** Which page is shown, and the same as an address. What a reader chose on a page about runs is in the hash. */

export type Address =
  | RunsAddress
  /** One run, or several side by side. */
  | { readonly page: "view"; readonly refs: readonly string[] }
  | { readonly page: "try"; readonly question: string; readonly k: number }
  | { readonly page: "unknown"; readonly path: string };

export interface RunsAddress {
  readonly page: "runs";
  readonly search: string;
  /** Rows that are chosen for a comparison. */
  readonly chosen: readonly string[];
  /** Whose trends are shown; absent: the first. */
  readonly retriever?: string;
}
export const RUNS: RunsAddress = { page: "runs", search: "", chosen: [] };

/** Hits that are asked for where the address does not say. */
export const DEFAULT_K = 10;
const MOST_K = 100;

export function readAddress(path: string, search: string): Address {
  const params = new URLSearchParams(search);
  switch (path) {
    case "/":
    case "/runs": {
      const retriever = params.get("retriever");
      return {
        page: "runs",
        search: params.get("find") ?? "",
        chosen: params.getAll("chosen"),
        ...(retriever === null ? {} : { retriever }),
      };
    }
    case "/view": {
      const refs = params.getAll("run").filter((ref) => ref !== "");
      return refs.length === 0 ? RUNS : { page: "view", refs };
    }
    case "/try": {
      const k = Number(params.get("k"));
      const fits = Number.isInteger(k) && k >= 1 && k <= MOST_K;
      return { page: "try", question: params.get("question") ?? "", k: fits ? k : DEFAULT_K };
    }
    default:
      return { page: "unknown", path };
  }
}

export function printAddress(address: Address): string {
  switch (address.page) {
    case "runs": {
      const params = new URLSearchParams(address.chosen.map((ref) => ["chosen", ref]));
      if (address.search !== "") params.set("find", address.search);
      if (address.retriever !== undefined) params.set("retriever", address.retriever);
      return withParams("/", params);
    }
    case "view":
      return `/view?${new URLSearchParams(address.refs.map((ref) => ["run", ref]))}`;
    case "try": {
      const params = new URLSearchParams();
      if (address.question !== "") params.set("question", address.question);
      if (address.k !== DEFAULT_K) params.set("k", String(address.k));
      return withParams("/try", params);
    }
    case "unknown":
      return address.path;
  }
}

function withParams(path: string, params: URLSearchParams): string {
  const text = params.toString();
  return text === "" ? path : `${path}?${text}`;
}
