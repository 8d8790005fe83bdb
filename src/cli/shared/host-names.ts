/** Where pages are served, and under which names browsers reach them. */
import { hostname, networkInterfaces } from "node:os";

export const LOCAL = "127.0.0.1";

/**
 * Of a machine that listens on this address; the first one is printed. Not localhost: browsers may try ::1 first, where
 * another program could be given the token.
 */
export function namesOf(host: string): readonly [string, ...string[]] {
  if (host === LOCAL) return [LOCAL, "localhost"];
  if (host !== "0.0.0.0" && host !== "::") return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address),
  );
  return [...new Set([LOCAL, "localhost", hostname(), ...addresses])] as [string, ...string[]];
}
