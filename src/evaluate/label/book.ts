/** What annotators said, act by act: the last one of each counts, and the majority decides. */
import { kappa, krippendorff, type Reason } from "../../stats/index.ts";

/** One act on a thing (a document of a query, a claim): a label, a skip, or taking both back. */
export interface Act {
  readonly by: string;
  /** A label; absent where the act is a skip or an undo. */
  readonly value?: string;
  readonly skip?: boolean;
  readonly undo?: boolean;
  readonly comment?: string;
}

export interface Said {
  readonly by: string;
  readonly value?: string;
  readonly skipped?: true;
  readonly comment?: string;
}

export interface BookAgreement {
  /** Things that two or more annotators labelled, and those of them on which all said the same. */
  readonly shared: number;
  readonly same: number;
  /** kappa: Cohen's, of two annotators. alpha: Krippendorff's, of more. Absent where nobody shares anything. */
  readonly statistic?: "kappa" | "alpha";
  readonly value?: number;
  /** Why it has no value. */
  readonly because?: Reason;
}

export class LabelBook {
  /** By thing, by annotator. */
  readonly #said = new Map<string, Map<string, Said>>();
  /** By annotator, the things they acted on, the last one at the end. */
  readonly #order = new Map<string, Set<string>>();

  add(thing: string, act: Act): void {
    const { by } = act;
    const said = this.#said.get(thing) ?? new Map<string, Said>();
    this.#said.set(thing, said);
    const order = this.#order.get(by) ?? new Set();
    this.#order.set(by, order);
    order.delete(thing);
    if (act.undo === true) {
      said.delete(by);
      return;
    }
    order.add(thing);
    said.set(by, {
      by,
      ...(act.value === undefined ? { skipped: true as const } : { value: act.value }),
      ...(act.comment === undefined || act.comment === "" ? {} : { comment: act.comment }),
    });
  }

  /** By annotator, in the order in which they first spoke of it. */
  said(thing: string): readonly Said[] {
    return [...(this.#said.get(thing)?.values() ?? [])];
  }

  by(thing: string, annotator: string): Said | undefined {
    return this.#said.get(thing)?.get(annotator);
  }

  /** What an annotator acted on last, and did not take back. */
  last(annotator: string): string | undefined {
    return [...(this.#order.get(annotator) ?? [])].at(-1);
  }

  /** The label that more annotators gave than any other. None where two are given equally often: nobody decides for them. */
  final(thing: string): string | undefined {
    const votes = this.#votes(thing);
    const most = Math.max(0, ...votes.values());
    const first = [...votes].filter(([, count]) => count === most);
    return most > 0 && first.length === 1 ? first[0]![0] : undefined;
  }

  /** Labelled, without a label that most annotators agree on. */
  isConflict(thing: string): boolean {
    return this.#votes(thing).size > 1 && this.final(thing) === undefined;
  }

  get conflicts(): string[] {
    return [...this.#said.keys()].filter((thing) => this.isConflict(thing));
  }

  /** Things with labels. */
  get things(): Iterable<string> {
    return this.#said.keys();
  }

  get annotators(): readonly { readonly name: string; readonly labels: number; readonly skips: number }[] {
    return [...this.#order].flatMap(([name, things]) => {
      const said = [...things].map((thing) => this.by(thing, name)!);
      if (said.length === 0) return [];
      const labels = said.filter(({ value }) => value !== undefined).length;
      return [{ name, labels, skips: said.length - labels }];
    });
  }

  /** `level`: ordinal for grades, where 2 is closer to 3 than 0 is; nominal for words. Only for alpha. */
  agreement(level: "ordinal" | "nominal"): BookAgreement {
    const rows = [...this.#said.values()]
      .map((said) => [...said.values()].filter(({ value }) => value !== undefined))
      .filter(({ length }) => length > 1);
    const same = rows.filter(([first, ...others]) =>
      others.every(({ value }) => value === first!.value),
    ).length;
    const counts = { shared: rows.length, same };
    if (rows.length === 0) return counts;
    const names = [...new Set(rows.flatMap((row) => row.map(({ by }) => by)))];
    const labelOf = (row: readonly Said[], name: string): string | number | undefined => {
      const value = row.find(({ by }) => by === name)?.value;
      return value !== undefined && level === "ordinal" ? Number(value) : value;
    };
    const two = names.length === 2;
    const found = two
      ? kappa.compute({
          a: rows.map((row) => labelOf(row, names[0]!)!),
          b: rows.map((row) => labelOf(row, names[1]!)!),
        })
      : krippendorff.compute({ ratings: names.map((name) => rows.map((row) => labelOf(row, name))), level });
    return {
      ...counts,
      statistic: two ? "kappa" : "alpha",
      ...(found.status === "known" ? { value: found.value } : { because: found.because }),
    };
  }

  #votes(thing: string): Map<string, number> {
    const votes = new Map<string, number>();
    for (const { value } of this.#said.get(thing)?.values() ?? [])
      if (value !== undefined) votes.set(value, (votes.get(value) ?? 0) + 1);
    return votes;
  }
}
