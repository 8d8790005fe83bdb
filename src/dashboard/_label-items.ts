/** What the two label desks share: acts in, turns out. Which things there are and in what order is theirs. */
import { type Act, LabelBook } from "../evaluate/label/book.ts";
import { REASONS } from "../stats/index.ts";
import type { LabelFile, LabelLine } from "../store/labels.ts";
import type {
  LabelAct,
  LabelAgreement,
  LabelChoice,
  LabelDesk,
  LabelFacts,
  LabelItem,
  LabelProgress,
  LabelTurn,
} from "./label-desk.ts";
import { dashboardProblem } from "./problems.ts";

/** What is labelled, under the name that acts have for it. */
export interface LabelThings {
  readonly facts: LabelFacts;
  readonly total: number;
  /** ordinal: values are grades. */
  readonly level: "ordinal" | "nominal";
  has(thing: string): boolean;
  item(thing: string): LabelItem;
  /** A line of the file as an act; undefined where it is about something else. */
  read(line: LabelLine): { readonly thing: string; readonly act: Act } | undefined;
  /** `said`: the part of a line that says what. */
  write(thing: string, value: string | undefined): Pick<LabelLine, "query"> & Partial<LabelLine>;
  /** The label of a thing that counts has changed. */
  settle(thing: string, value: string | undefined): void;
  /** Things in the order for this annotator; `wanted` says which. */
  order(by: string, wanted: (thing: string) => boolean): readonly string[];
  progress(): Pick<LabelProgress, "runs" | "verdicts" | "open"> & { readonly settled?: boolean };
  exported(book: LabelBook): Promise<{ readonly name: string; readonly text: string }>;
}

export interface DeskOptions {
  readonly file: LabelFile;
  readonly now: () => Date;
}

/** Of each ten things, one is labelled by everybody, so that agreement is known before everything is labelled twice. */
const SHARED_OF = 10;
const MOST_CONFLICTS = 50;

/** Reads the labels that there are. */
export async function createDesk(things: LabelThings, { file, now }: DeskOptions): Promise<LabelDesk> {
  const book = new LabelBook();
  const { facts } = things;
  const valuesFor = (thing: string): string[] =>
    (things.item(thing).choices ?? facts.choices).map(({ value }: LabelChoice) => value);

  /** Hears of what other processes wrote, too. */
  async function readOn(): Promise<void> {
    const changed = new Set<string>();
    for (const line of await file.read()) {
      const read = things.read(line);
      if (read === undefined) continue;
      book.add(read.thing, read.act);
      changed.add(read.thing);
    }
    for (const thing of changed) things.settle(thing, book.final(thing));
  }

  const itemFor = (thing: string, by: string): LabelItem => {
    const mine = book.by(thing, by);
    if (mine === undefined) return things.item(thing);
    const { by: _, ...said } = mine;
    return { ...things.item(thing), mine: said };
  };

  /** First what nobody labelled, what everybody labels and what annotators disagree on; then second opinions. */
  function queue(by: string, n: number): readonly string[] {
    const isNew = (thing: string): boolean => book.by(thing, by) === undefined;
    const labels = (thing: string): number =>
      book.said(thing).filter(({ value }) => value !== undefined).length;
    const needed = (thing: string): boolean =>
      labels(thing) === 0 || book.isConflict(thing) || (isShared(thing) && labels(thing) < 2);
    const first = things.order(by, (thing) => isNew(thing) && needed(thing)).slice(0, n);
    if (first.length === n) return first;
    const rest = things.order(by, (thing) => isNew(thing) && !needed(thing));
    return [...first, ...rest.slice(0, n - first.length)];
  }

  function agreement(): LabelAgreement {
    const { because, ...found } = book.agreement(things.level);
    return {
      ...found,
      ...(because === undefined ? {} : { because: REASONS[because] }),
      conflicts: book.conflicts
        .filter((thing) => things.has(thing))
        .slice(0, MOST_CONFLICTS)
        .map((thing) => ({
          item: things.item(thing),
          said: book
            .said(thing)
            .flatMap(({ by, value, comment }) =>
              value === undefined ? [] : [{ by, value, ...(comment === undefined ? {} : { comment }) }],
            ),
        })),
    };
  }

  function progress(): LabelProgress {
    let labelled = 0;
    for (const thing of book.things) if (things.has(thing) && book.final(thing) !== undefined) labelled++;
    const { settled = labelled === things.total, ...found } = things.progress();
    return {
      total: things.total,
      labelled,
      conflicts: book.conflicts.filter((thing) => things.has(thing)).length,
      annotators: book.annotators,
      ...found,
      settled,
      agreement: agreement(),
    };
  }

  function turn(by: string, n: number): LabelTurn {
    const last = book.last(by);
    return {
      items: queue(by, n).map((thing) => itemFor(thing, by)),
      ...(last === undefined || !things.has(last) ? {} : { last: itemFor(last, by) }),
      progress: progress(),
    };
  }

  function lineOf({ item, by, value, skip, undo, comment }: LabelAct): LabelLine {
    if (!things.has(item)) throw dashboardProblem.error("no-label-item", {});
    const asked = [value !== undefined, skip === true, undo === true].filter(Boolean).length;
    if (asked !== 1 || (value !== undefined && !valuesFor(item).includes(value)))
      throw dashboardProblem.error("bad-request/field", {
        field: "value",
        wanted: `one of ${valuesFor(item).join(", ")}, or skip, or undo`,
      });
    return {
      ...things.write(item, value),
      ...(skip === true ? { skip } : {}),
      ...(undo === true ? { undo } : {}),
      by,
      at: now().toISOString(),
      ...(comment === undefined || comment === "" ? {} : { comment }),
    } as LabelLine;
  }

  await readOn();
  // Another kind of file, such as the sheet of goldie judge: nothing must be appended to it.
  if (file.problem !== undefined && [...book.things].length === 0)
    throw dashboardProblem.error(
      "not-labels",
      {},
      file.problem.at === undefined ? {} : { at: file.problem.at },
    );
  return {
    facts,
    async next(by, n) {
      await readOn();
      return turn(by, n);
    },
    async act(act, n) {
      await file.append(lineOf(act));
      await readOn();
      return turn(act.by, n);
    },
    async progress() {
      await readOn();
      return progress();
    },
    async agreement() {
      await readOn();
      return agreement();
    },
    async export() {
      await readOn();
      return things.exported(book);
    },
  };
}

/** The same things in every process. */
function isShared(thing: string): boolean {
  let hash = 7;
  for (let i = 0; i < thing.length; i++) hash = (Math.imul(hash, 31) + thing.charCodeAt(i)) >>> 0;
  // The last digits of such a hash follow the last letters.
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) % SHARED_OF === 0;
}
