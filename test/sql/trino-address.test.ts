import { describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import { parseTrinoUrl, type TrinoOptions, trinoAddress } from "../../src/sql/engines/trino/address.ts";

const refused = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    // Whatever is wrong with it, an address may have a password in it.
    expect(JSON.stringify(error.problem) + error.message).not.toContain("hunter2");
    return `${error.problem.code}/${error.problem.reason}`;
  }
  return "accepted";
};

describe("an address of Trino", () => {
  test.each([
    ["trino://localhost", { origin: "http://localhost:8080" }],
    ["trino://localhost:80/hive", { origin: "http://localhost", catalog: "hive" }],
    [
      "trino://LOCALHOST:9090/hive/logs",
      { origin: "http://localhost:9090", catalog: "hive", schema: "logs" },
    ],
    [
      "trino://ada@h.example/c/s?ssl=true",
      { origin: "https://h.example", user: "ada", catalog: "c", schema: "s" },
    ],
    ["trino://h.example:8443/?SSL=TRUE", { origin: "https://h.example:8443" }],
    ["https://h.example/c/s/", { origin: "https://h.example", catalog: "c", schema: "s" }],
    ["http://127.0.0.1:8080/c", { origin: "http://127.0.0.1:8080", catalog: "c" }],
    ["trino://[::1]:8080/c", { origin: "http://[::1]:8080", catalog: "c" }],
    ["trino://h/my%20c/s%2Ft", { origin: "http://h:8080", catalog: "my c", schema: "s/t" }],
  ])("%s", (text, wanted) => {
    expect(parseTrinoUrl(text)).toEqual({ session: {}, ...wanted });
  });

  test("has credentials and session properties", () => {
    expect(parseTrinoUrl("trino://a%40b:p%3Aq@h/c?ssl=true&session.x=1&session.lake.y=a%26b")).toEqual({
      origin: "https://h",
      catalog: "c",
      user: "a@b",
      password: "p:q",
      session: { x: "1", "lake.y": "a&b" },
    });
  });

  test("options win over it", () => {
    const url = "trino://ada:old@h/c?ssl=true&session.x=1&session.y=1";
    expect(trinoAddress({ url, user: "eve", password: "new", session: { x: "2" } })).toMatchObject({
      user: "eve",
      password: "new",
      session: { x: "2", y: "1" },
    });
  });

  test.each([
    ["localhost:8080", "trino-address"],
    ["", "trino-address"],
    ["jdbc:trino://u:hunter2@h", "trino-address"],
    ["presto://u:hunter2@h", "trino-address"],
    ["trino://u:hunter2@h:80a/c", "trino-address"],
    ["trino://u:hunter2@h:99999/c", "trino-address"],
    ["trino:///c/s", "trino-address"],
    ["trino://a b/c", "trino-address"],
    ["trino://h<>/c", "trino-address"],
    ["trino://h/c/s/t?password=hunter2", "trino-parameter"],
    ["trino://h/c/s/t", "trino-address"],
    ["https://u:hunter2@h?ssl=false", "trino-address"],
    ["trino://h?ssl=yes", "trino-ssl"],
    ["trino://h?session.=1", "trino-parameter"],
    ["trino://u:hunter2@h/c", "trino-no-tls"],
    ["http://u:hunter2@h/c", "trino-no-tls"],
    ["trino://u:hunter2@h/c?ssl=false", "trino-no-tls"],
    ["trino://:hunter2@h/c?ssl=true", "trino-no-user"],
  ])("%s is refused", (text, reason) => {
    expect(refused(() => parseTrinoUrl(text))).toBe(`bad-engine/${reason}`);
  });

  test.each([
    [{ url: "trino://h/c", token: "hunter2" }, "trino-no-tls"],
    [{ url: "trino://h/c", user: "u", password: "hunter2" }, "trino-no-tls"],
    [{ url: "trino://u:hunter2@h/c?ssl=true", token: "hunter2" }, "trino-two-credentials"],
  ] as [TrinoOptions, string][])("%o is refused", (options, reason) => {
    expect(refused(() => trinoAddress(options))).toBe(`bad-engine/${reason}`);
  });
});
