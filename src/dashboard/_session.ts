/** The token of the address, and the cookie that it is exchanged for. */
import { createHash, timingSafeEqual } from "node:crypto";

export interface Session {
  isToken(given: string): boolean;
  /** The value of Set-Cookie. */
  readonly cookie: string;
  /** `cookies`: the value of Cookie. */
  isOpen(cookies: string | undefined): boolean;
}

/** `secret`: what the cookie holds; another text than the token, so that no response repeats that. */
export function createSession(token: string, secret: string, port: number): Session {
  // Cookies do not tell ports apart: two dashboards must not close one another.
  const name = `goldie-${port}`;
  return {
    isToken: (given) => isSame(given, token),
    cookie: `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
    isOpen: (cookies) =>
      (cookies ?? "").split(";").some((one) => {
        const [key, value = ""] = one.trim().split("=", 2) as [string, string?];
        return key === name && isSame(value, secret);
      }),
  };
}

/** Takes as long for every text that is wrong. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
