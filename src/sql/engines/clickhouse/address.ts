/** clickhouse://user:password@host:8123/database?secure=true */
import { sqlProblem } from "../../problems.ts";

export interface ClickHouseAddress {
  /** Such as https://host:8443. */
  readonly origin: string;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
}

const badAddress = (): Error =>
  sqlProblem.error("bad-engine/address", {
    engine: "ClickHouse",
    form: "clickhouse://user@host:8123/database, with ?secure=true for TLS",
  });

export function parseClickHouseUrl(text: string): ClickHouseAddress {
  if (!/^clickhouse:\/\//i.test(text) || !URL.canParse(text)) throw badAddress();
  const { hostname, port, username, password, pathname, searchParams } = new URL(text);
  const secure = searchParams.get("secure") ?? "false";
  const unknown = [...searchParams.keys()].some((name) => name !== "secure");
  const database = decoded(pathname.replace(/^\//, ""));
  if (hostname === "" || unknown || !/^(true|false)$/.test(secure) || database.includes("/"))
    throw badAddress();
  const isTls = secure === "true";
  return {
    origin: `${isTls ? "https" : "http"}://${hostname}:${port === "" ? (isTls ? 8443 : 8123) : port}`,
    ...(username === "" ? {} : { user: decoded(username) }),
    ...(password === "" ? {} : { password: decoded(password) }),
    ...(database === "" ? {} : { database }),
  };
}

/** A lone percent sign stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const clickHouseHeaders = ({
  user,
  password,
  database,
}: ClickHouseAddress): Readonly<Record<string, string>> => ({
  ...(user === undefined ? {} : { "X-ClickHouse-User": user }),
  ...(password === undefined ? {} : { "X-ClickHouse-Key": password }),
  ...(database === undefined ? {} : { "X-ClickHouse-Database": database }),
});
