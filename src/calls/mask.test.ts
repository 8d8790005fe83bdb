import { describe, expect, it } from "vitest";
import { maskOf } from "./mask.ts";

const key = "sk-proj-Ab3/d+Ef9_hIjK1m";
const mask = maskOf({ authorization: `Bearer ${key}`, "content-type": "application/json" });

const unicode = [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const percent = [...key].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const decimal = [...key].map((c) => `&#${c.charCodeAt(0)};`).join("");
const base64 = Buffer.from(key).toString("base64");

describe("a key that a server sends back", () => {
  it.each([
    ["as it is", key, "***"],
    ["escaped for JSON, every character", unicode, "***"],
    ["escaped for JSON twice", unicode.replaceAll("\\", "\\\\\\"), "***"],
    ["escaped in part", key.replace("/", "\\/").replace("p", "\\u0070"), "***"],
    ["escaped for JavaScript", key.replace("k", "\\x6b").replace("A", "\\u{41}"), "***"],
    ["percent-encoded", encodeURIComponent(key), "***"],
    ["percent-encoded, every character", percent, "***"],
    ["percent-encoded twice", percent.replaceAll("%", "%25"), "***"],
    ["as entities of HTML", decimal, "***"],
    ["as hexadecimal entities", key.replace("k", "&#x6b;").replace("j", "&#X006A;"), "***"],
    ["in hexadecimal", Buffer.from(key).toString("hex"), "***"],
  ])("is masked %s", (_, found, expected) => {
    expect(mask(`wrong key ${found} here`)).toBe(`wrong key ${expected} here`);
  });

  it("is masked in base64, alone and before more", () => {
    for (const text of [base64, Buffer.from(`${key}:x`).toString("base64")])
      expect(mask(text)).not.toContain(base64.slice(0, 8));
  });

  it("is masked by its first part", () => {
    for (let length = 8; length <= key.length; length++)
      expect(mask(`you sent ${key.slice(0, length)}…`)).toBe("you sent ***…");
    expect(mask(`Incorrect key: ${key.slice(0, 12)}****K1m`)).toBe("Incorrect key: *******K1m");
  });

  it("is masked as the password of Basic, in both forms", () => {
    const pair = "ann:correct-horse";
    const basic = maskOf({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
    expect(basic(`${pair} ${Buffer.from(pair).toString("base64")} correct-horse`)).toBe("*** *** ***");
  });

  it("leaves everything else as it is", () => {
    const other = maskOf({
      "anthropic-version": "2023-06-01",
      "x-team": "retrieval",
      accept: "application/json",
    });
    for (const text of [
      "opened on 2023-06-01",
      "retrieval",
      "application/json",
      "sk-pro",
      "100% \\u00e9 &amp;",
    ]) {
      expect(other(text)).toBe(text);
      expect(mask(text)).toBe(text);
    }
    expect(maskOf({ "x-api-key": "key" })("the key of the door")).toBe("the key of the door");
  });

  it("is looked for in one go, in hostile texts too", () => {
    const long =
      "\\".repeat(200_000) + "%25".repeat(70_000) + "&#0".repeat(70_000) + "sk-proj".repeat(30_000);
    expect(mask(long)).toBe(long);
  });
});
