/** The embedded judge against people: sentences that the annotators of CLAP NQ selected, from the folder of shared data. */
import { expect, test } from "vitest";
import { randomFrom, shuffled } from "../../src/core/random.ts";
import { calibrate, type LabelRow } from "../../src/judges/calibrate/index.ts";
import { judge } from "../../src/judges/judge.ts";
import { textOf, there } from "./_trec-files.ts";

const FILE = "judge/clapnq/clapnq_dev_answerable.jsonl";
const known = there(FILE);
const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();

test.skipIf(!known)(
  "needs ../shared/data/judge/clapnq: labels of 60 questions tell what all 300 would, and the judge alone does not",
  { timeout: 60_000 },
  async () => {
    const rows = textOf(FILE)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { judgements } = await judge({
      cases: rows.map(({ id, input, passages, output }) => ({
        id,
        question: input,
        contexts: [passages[0].text],
        reference: output[0].answer,
      })),
    });
    const records = [...judgements.values()];
    const labels = rows.flatMap(({ id, output }): LabelRow[] => {
      const selected: string[] = output[0].selected_sentences.map(squeezed);
      return judgements.get(id)!.chunks.flatMap(({ statements }) =>
        statements.map((statement) => {
          const text = squeezed(statement.text);
          const label = selected.some((one) => one.includes(text) || text.includes(one));
          return { id, statement: statement.id, label };
        }),
      );
    });
    const { calibration, problems } = calibrate({ labels, records, resamples: 200 });
    expect(problems).toEqual([]);
    const [part] = calibration.parts;
    expect(part).toMatchObject({ part: "statements", queries: 300, kappa: { status: "known" } });
    const relevancyOf = (given: typeof calibration) => {
      const corrected = given.metrics.find(({ metric }) => metric === "context-relevancy")!.corrected;
      if (corrected.status !== "known") throw new Error(corrected.because);
      return corrected;
    };
    const truth = relevancyOf(calibration).value;
    let covered = 0;
    let width = 0;
    let peopleWidth = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const ids = new Set(
        shuffled(
          randomFrom(seed),
          records.map(({ id }) => id),
        ).slice(0, 60),
      );
      const some = labels.filter(({ id }) => ids.has(id));
      const mean = relevancyOf(calibrate({ labels: some, records, resamples: 1 }).calibration);
      const people = relevancyOf(
        calibrate({ labels: some, records: records.filter(({ id }) => ids.has(id)), resamples: 1 })
          .calibration,
      );
      covered += mean.low <= truth && truth <= mean.high ? 1 : 0;
      width += mean.high - mean.low;
      peopleWidth += people.high - people.low;
    }
    expect(covered).toBeGreaterThanOrEqual(36);
    expect(width).toBeLessThan(0.8 * peopleWidth);
  },
);
