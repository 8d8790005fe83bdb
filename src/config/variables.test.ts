// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are what is tested.
import { expect, test } from "vitest";
import { GoldieError } from "../core/problem.ts";
import { withVariables } from "./variables.ts";

const env = { KEY: "s3cret", HOST: "localhost", EMPTY: "" };

test("variables are filled in wherever there is a text", () => {
  const given = { a: "http://${HOST}:80/${KEY}", b: ["${HOST}", 1, null, true], c: { d: "${EMPTY}" } };
  expect(withVariables(given, env)).toEqual({
    a: "http://localhost:80/s3cret",
    b: ["localhost", 1, null, true],
    c: { d: "" },
  });
});

test("$${ is a literal ${, and a lone $ stays", () => {
  expect(withVariables("$${KEY} costs $5 $KEY", env)).toBe("${KEY} costs $5 $KEY");
});

test("values are not looked into again", () => {
  expect(withVariables("${A}", { A: "${KEY}", KEY: "x" })).toBe("${KEY}");
});

test("what is not set is named with its key, and no value is shown", () => {
  const given = { retrievers: { main: { headers: { auth: "${KEY} ${TOKEN}" } } } };
  const error = thrown(() => withVariables(given, env));
  expect(error.problem).toMatchObject({
    code: "config-variable",
    reason: "missing",
    fields: { name: "TOKEN", key: "retrievers.main.headers.auth" },
  });
  expect(error.message).not.toContain("s3cret");
});

test.each(["${", "${}", "${1A}", "${a-b}", "${A"])("%s is no variable", (text) => {
  expect(thrown(() => withVariables({ url: text }, env)).problem).toMatchObject({
    reason: "name",
    fields: { key: "url" },
  });
});

function thrown(run: () => unknown): GoldieError {
  try {
    run();
  } catch (error) {
    if (error instanceof GoldieError) return error;
  }
  throw new Error("nothing was thrown");
}
