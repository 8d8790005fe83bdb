import { expect, test } from "vitest";
import { fileTrouble } from "./read-trouble.ts";

const failed = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

test.each([
  ["EACCES", "permission denied", "check its permissions"],
  ["EIO", "the disk reports an error", "try again, or copy it elsewhere"],
  ["EMFILE", "too many open files", "try again, or copy it elsewhere"],
  ["EODD", "EODD: it failed", "try again, or copy it elsewhere"],
])("%s", async (code, why, fix) => {
  expect((await fileTrouble("/data/run.txt", failed(code), "run.txt")).problem).toEqual({
    code: "unreadable",
    what: "could not read the file",
    why,
    fix,
    fields: { system: code, message: `${code}: it failed` },
    at: { file: "run.txt" },
  });
});

test("a message names the file as the user does", async () => {
  const error = Object.assign(new Error("EODD: it failed, open '/data/run.txt'"), { code: "EODD" });
  expect((await fileTrouble("/data/run.txt", error, "run.txt")).problem.why).toBe(
    "EODD: it failed, open 'run.txt'",
  );
});

test("what is a Problem already is left alone", async () => {
  const folder = await fileTrouble("/data", failed("EISDIR"));
  expect(folder.problem).toMatchObject({ code: "is-folder", at: { file: "/data" } });
  expect(await fileTrouble("/other", folder)).toBe(folder);
});
