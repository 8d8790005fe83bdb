import { expect, test } from "vitest";
import { type Address, printAddress, RUNS, readAddress } from "./address.ts";

const addresses: readonly Address[] = [
  RUNS,
  { page: "runs", search: "50 % & more", chosen: ["a/b c", "é&chosen=x"], retriever: "bm25 #2" },
  { page: "view", refs: ["20261117-103000-000-abcd/bm25"] },
  { page: "view", refs: ["a/b c", "x&run=y", "é#?"] },
  { page: "try", question: "", k: 10 },
  { page: "try", question: "how & why?", k: 25 },
];

test.each(addresses)("an address is read as it was printed: %j", (address) => {
  const { pathname, search } = new URL(printAddress(address), "http://127.0.0.1");
  expect(readAddress(pathname, search)).toEqual(address);
});

test("what cannot be read is ignored", () => {
  expect(readAddress("/view", "")).toEqual(RUNS);
  expect(readAddress("/try", "?k=1e9")).toEqual({ page: "try", question: "", k: 10 });
  expect(readAddress("/nothing", "")).toEqual({ page: "unknown", path: "/nothing" });
});
