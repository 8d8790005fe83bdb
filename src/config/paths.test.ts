import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { pathFrom } from "./paths.ts";

test.each([
  ["/app", "/app", "eval/q.jsonl", "eval/q.jsonl"],
  ["/app", "/app/src", "eval/q.jsonl", "../eval/q.jsonl"],
  ["/app", "/app", ".", "."],
  ["/app", "/app", "/data/q.jsonl", "/data/q.jsonl"],
  ["/app", "/app", "eval\\sub\\q.jsonl", "eval/sub/q.jsonl"],
])("POSIX: %s seen from %s: %s is %s", (folder, cwd, path, shown) => {
  expect(pathFrom(folder, cwd, path, posix)).toBe(shown);
});

test.each([
  ["C:\\app", "C:\\app", "eval/q.jsonl", "eval\\q.jsonl"],
  ["C:\\app", "C:\\app\\src", "eval\\q.jsonl", "..\\eval\\q.jsonl"],
  ["C:\\app", "C:\\app", "D:\\data\\q.jsonl", "D:\\data\\q.jsonl"],
  ["C:\\app", "D:\\else", "eval/q.jsonl", "C:\\app\\eval\\q.jsonl"],
])("Windows: %s seen from %s: %s is %s", (folder, cwd, path, shown) => {
  expect(pathFrom(folder, cwd, path, win32)).toBe(shown);
});
