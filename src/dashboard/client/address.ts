/** Which page is shown, and the same as an address. What a reader chose on a page about runs is in the hash. */

export type Address =
  | { readonly page: "runs" }
  /** One run, or several side by side. */
  | { readonly page: "view"; readonly refs: readonly string[] }
  | { readonly page: "try"; readonly question: string; readonly k: number }
  | { readonly page: "unknown"; readonly path: string };

/** Hits that are asked for where the address does not say. */
export const DEFAULT_K = 10;
const MOST_K = 100;

export function readAddress(path: string, search: string): Address {
  const params = new URLSearchParams(search);
  switch (path) {
    case "/":
    case "/runs":
      return { page: "runs" };
    case "/view": {
      const refs = params.getAll("run").filter((ref) => ref !== "");
      return refs.length === 0 ? { page: "runs" } : { page: "view", refs };
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
    case "runs":
      return "/";
    case "view":
      return `/view?${new URLSearchParams(address.refs.map((ref) => ["run", ref]))}`;
    case "try": {
      const params = new URLSearchParams();
      if (address.question !== "") params.set("question", address.question);
      if (address.k !== DEFAULT_K) params.set("k", String(address.k));
      const text = params.toString();
      return text === "" ? "/try" : `/try?${text}`;
    }
    case "unknown":
      return address.path;
  }
}
