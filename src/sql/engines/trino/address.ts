/** Where Trino is, and as whom it is asked. */
import { VERSION } from "../../../core/version.ts";
import { trinoProblem } from "./problems.ts";

export interface TrinoOptions {
  /** trino://[user[:password]@]host:port/catalog/schema?ssl=true&session.x=y, or the same with https:// or http:// */
  readonly url: string;
  /** Instead of that of the address; so are the others. */
  readonly user?: string;
  readonly password?: string;
  /** A JWT. */
  readonly token?: string;
  readonly session?: Readonly<Record<string, string>>;
}

/** Checked: credentials are there only where TLS is. */
export interface TrinoAddress {
  /** http(s)://host:port */
  readonly origin: string;
  readonly catalog?: string;
  readonly schema?: string;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  readonly session: Readonly<Record<string, string>>;
}

const SESSION = "session.";
const PORT = "8080";

/** Throws a Problem that shows nothing of the address, since a password may be in it. */
export const parseTrinoUrl = (text: string): TrinoAddress => trinoAddress({ url: text });

/**
 * The address with the options that are not in it.
 * @example trinoAddress({ url: "trino://ada@trino.example:8443/hive/logs?ssl=true", password: env.TRINO_PASSWORD })
 */
export function trinoAddress({ url: text, ...given }: TrinoOptions): TrinoAddress {
  const url = parsed(text);
  const { session: inUrl, ssl } = parametersOf(url);
  if (url.protocol === "https:" && ssl === false) throw badAddress("it says https:// and ssl=false");
  const isTls = ssl ?? url.protocol === "https:";
  const [catalog, schema, ...rest] = url.pathname.split("/").slice(1).map(decoded);
  if (rest.some((part) => part !== "")) throw badAddress("its path has more than a catalog and a schema");
  const port = url.port === "" && !isTls && url.protocol === "trino:" ? PORT : url.port;
  const address = {
    origin: `${isTls ? "https" : "http"}://${url.hostname}${port === "" ? "" : `:${port}`}`,
    ...filled({
      catalog,
      schema,
      user: given.user ?? decoded(url.username),
      password: given.password ?? decoded(url.password),
      token: given.token,
    }),
    session: { ...inUrl, ...given.session },
  };
  // The rules for names of hosts are those of http; the ones of other schemes are looser.
  if (!URL.canParse(address.origin)) throw badAddress("host or port cannot be read");
  checkCredentials(address, isTls);
  return { ...address, origin: new URL(address.origin).origin };
}

function parsed(text: string): URL {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) throw badAddress("it does not start with trino://");
  if (!["trino", "https", "http"].includes(scheme)) throw badAddress(`it starts with ${scheme}://`);
  if (!URL.canParse(text) || new URL(text).hostname === "") throw badAddress("host or port cannot be read");
  return new URL(text);
}

function parametersOf({ searchParams }: URL): {
  readonly ssl?: boolean;
  readonly session: Readonly<Record<string, string>>;
} {
  const session: Record<string, string> = {};
  let ssl: boolean | undefined;
  for (const [name, value] of searchParams) {
    if (name.startsWith(SESSION) && name.length > SESSION.length) session[name.slice(SESSION.length)] = value;
    else if (name.toLowerCase() !== "ssl")
      throw trinoProblem.error("bad-engine/trino-parameter", { name, names: ["ssl", `${SESSION}NAME`] });
    else if (!/^(true|false)$/i.test(value))
      throw trinoProblem.error("bad-engine/trino-ssl", { found: value });
    else ssl = value.toLowerCase() === "true";
  }
  return { session, ...(ssl === undefined ? {} : { ssl }) };
}

function checkCredentials({ user, password, token }: TrinoAddress, isTls: boolean): void {
  if (password !== undefined && token !== undefined)
    throw trinoProblem.error("bad-engine/trino-two-credentials", {});
  if (!isTls && (password !== undefined || token !== undefined))
    throw trinoProblem.error("bad-engine/trino-no-tls", {
      credential: password === undefined ? "token" : "password",
    });
  if (password !== undefined && user === undefined) throw trinoProblem.error("bad-engine/trino-no-user", {});
}

/** Without the empty ones. */
const filled = <K extends string>(texts: Readonly<Record<K, string | undefined>>): { [name in K]?: string } =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== "")) as {
    [name in K]?: string;
  };

const badAddress = (cause: string): Error => trinoProblem.error("bad-engine/trino-address", { cause });

/** A lone percent sign stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Headers of every request; those about the session are read with the statement only, and ignored later. */
export function trinoHeaders(address: TrinoAddress): Readonly<Record<string, string>> {
  const { catalog, schema, user, password, token, session } = address;
  const pairs = Object.entries(session).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  // With a token, Trino takes the user from it.
  const asUser = user ?? (token === undefined ? "goldie" : undefined);
  return {
    "content-type": "text/plain; charset=utf-8",
    "X-Trino-Source": "goldie",
    "X-Trino-Client-Info": `goldie ${VERSION}`,
    ...(asUser === undefined ? {} : { "X-Trino-User": asUser }),
    ...(catalog === undefined ? {} : { "X-Trino-Catalog": catalog }),
    ...(schema === undefined ? {} : { "X-Trino-Schema": schema }),
    ...(pairs.length === 0 ? {} : { "X-Trino-Session": pairs.join(",") }),
    ...(password === undefined ? {} : { authorization: `Basic ${base64(`${user}:${password}`)}` }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
