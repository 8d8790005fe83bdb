import { expect, it } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { evaluate } from "../evaluate.ts";
import { baselineGate, baselineText, readBaseline } from "./baseline.ts";

const gold = { "10": ["a"], "9": ["b", "c"], none: [], grouped: { groups: [["x"], ["y"]] } };
const result = () =>
  evaluate({
    gold,
    run: { "10": ["a"], "9": ["z", "b"], none: ["q"], grouped: ["x"] },
    metrics: ["recall@5", "rr", "group-recall@5"],
    name: "first",
  });

const codeOf = (text: string): string => {
  try {
    readBaseline(text);
  } catch (error) {
    if (error instanceof GoldieError) return error.problem.code;
    throw error;
  }
  return "read";
};

it("has one query per line, in the order of the ids, with a hash of its gold", () => {
  const lines = baselineText(result()).split("\n");
  const rows = lines.slice(lines.indexOf('"queries": {') + 1, -3);
  expect(rows.map((row) => row.replace(/"[0-9a-f]{8,}"/, "HASH").replace(/,$/, ""))).toEqual([
    '"10": [HASH,1,1,"skipped:groups"]',
    '"9": [HASH,0.5,0.5,"skipped:groups"]',
    '"grouped": [HASH,"skipped:grades","skipped:grades",0.5]',
    '"none": [HASH,"undefined:no-relevant","undefined:no-relevant","undefined:no-relevant"]',
  ]);
});

it("reads back what was written: scores, states, counts, gold", () => {
  const before = result();
  const after = readBaseline(baselineText(before));
  expect(after.name).toBe("first");
  expect([...after.queries].sort()).toEqual([...before.queries].sort());
  for (const metric of before.rowMetrics) {
    expect(after.mean(metric)).toEqual(before.mean(metric));
    for (const query of before.queries)
      expect(after.score(query, metric)).toEqual(before.score(query, metric));
  }
  expect(Object.fromEntries(after.goldHashes())).toEqual(Object.fromEntries(before.goldHashes()));
  expect(after.rules).toEqual(before.rules);
});

it("is the same text again, and does not depend on the order of the gold", () => {
  const text = baselineText(result());
  expect(baselineText(readBaseline(text))).toBe(text);
  const other = evaluate({
    gold: new Map(Object.entries(gold).reverse()),
    run: { "10": ["a"], "9": ["z", "b"], none: ["q"], grouped: ["x"] },
    metrics: ["recall@5", "rr", "group-recall@5"],
    name: "first",
  });
  expect(baselineText(other)).toBe(text);
});

it("says what is wrong with another file", () => {
  const text = baselineText(result());
  expect(codeOf(text.slice(0, 300))).toBe("baseline-not-json");
  expect(codeOf("{}")).toBe("baseline-broken");
  expect(codeOf(text.replace('"schema": 1', '"schema": 2'))).toBe("baseline-schema");
  expect(codeOf(text.replace('"10": ["', '"10": [1,"'))).toBe("baseline-broken");
  expect(codeOf(text.replace("undefined:no-relevant", "undefined:mood"))).toBe("bad-result");
});

it("keeps rules for the gate, one per line", () => {
  const result = evaluate({ gold, run: { "10": ["a"] }, metrics: ["rr"] });
  const rules = [
    { metric: "rr", notWorseThan: "baseline" as const, margin: 0.02 },
    { must: "rr", min: 0.5, where: { lang: "de" } },
  ];
  const text = baselineText(result, { rules, maxFailed: 0.01 });
  expect(text).toContain(
    '"gate": [\n{"metric":"rr","notWorseThan":"baseline","margin":0.02},\n{"must":"rr","min":0.5,"where":{"lang":"de"}}\n],\n',
  );
  expect(baselineGate(JSON.parse(text))).toEqual({ rules, maxFailed: 0.01 });
  expect(readBaseline(text).summary()).toEqual(result.summary());
  // Without rules the file is as it was, and other JSON has none.
  expect(baselineText(result)).not.toContain('"gate"');
  expect(baselineGate(JSON.parse(baselineText(result)))).toEqual({ rules: [] });
  expect(baselineGate({ runs: [] })).toEqual({ rules: [] });
  const changed = (more: object) => () => baselineGate({ ...JSON.parse(text), ...more });
  expect(changed({ gate: 3 })).toThrow("a list of rules");
  expect(changed({ gate: [{ metric: "rr", minimum: 1 }] })).toThrow('unknown key "minimum"');
  expect(changed({ maxFailed: 2 })).toThrow("a share");
  expect(() => baselineText(result, { rules: [{ metric: "rr" }] })).toThrow("nothing to check");
});
