import { describe, expect, it } from "vitest";
import type { Problem } from "./problem.ts";
import { allOf, ProblemLog } from "./problem-log.ts";

const problem = (more: Partial<Problem> = {}): Problem => ({
  code: "id-type",
  what: "an id is odd",
  fix: "mend it",
  ...more,
});

describe("ProblemLog", () => {
  it("an error after warnings of the same code is an error", () => {
    const log = new ProblemLog();
    log.add(problem());
    log.add(problem({ level: "error" }));
    expect([log.errors, log.warnings]).toEqual([1, 1]);
  });

  it("an error that comes with another log is one too, also by way of plain data", () => {
    const [log, other] = [new ProblemLog(), new ProblemLog()];
    log.add(problem());
    other.add(problem());
    other.add(problem({ level: "error" }));
    log.merge(ProblemLog.of(JSON.parse(JSON.stringify(other)) as ReturnType<ProblemLog["toJSON"]>));
    expect([log.errors, log.warnings]).toEqual([1, 2]);
  });

  it("the same words about another line of a query are another Problem", () => {
    const log = new ProblemLog();
    for (const line of [2, 3, 4, 3, 2]) log.add(problem({ at: { query: "q", line } }));
    expect(log.list().map(({ at }) => at?.line)).toEqual([2, 3, 4]);
  });

  it("what several joins of a query find is reported once", () => {
    const log = new ProblemLog();
    for (let i = 0; i < 3; i++) log.add(problem({ at: { query: "q" } }));
    expect(log.warnings).toBe(1);
  });

  it("whoever wants all of them gets all, also by way of another log and of plain data", () => {
    const [log, other] = [new ProblemLog(), new ProblemLog()];
    for (let line = 1; line <= 50; line++) log.add(problem({ at: { line } }));
    for (const one of log.list()) other.add(one);
    const back = ProblemLog.of(JSON.parse(JSON.stringify(log)) as ReturnType<ProblemLog["toJSON"]>);
    for (const one of [log, other, back])
      expect(allOf(one.list()).map(({ at }) => at?.line)).toEqual(
        Array.from({ length: 50 }, (_, i) => i + 1),
      );
    expect(JSON.stringify(log.list())).not.toContain('"line":21');
  });

  it("beyond 10,000 of a kind the rest are counted only", () => {
    const log = new ProblemLog();
    for (let line = 1; line <= 10_005; line++) log.add(problem({ at: { line } }));
    expect(allOf(log.list())).toHaveLength(10_001);
    expect(allOf(log.list()).at(-1)).toMatchObject({ count: 5, what: "5 more like this" });
  });

  it("20 of a kind are listed, all are counted", () => {
    const log = new ProblemLog();
    for (let line = 1; line <= 25; line++) log.add(problem({ level: "error", at: { line } }));
    expect(log.list()).toHaveLength(21);
    expect(log.list().at(-1)).toMatchObject({ count: 5, level: "error" });
    expect(log.errors).toBe(25);
  });
});
