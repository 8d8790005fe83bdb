/** What a dialect has under a name: itself, its options, and what to say of a metric that it has not. */
import type { Dialect, Option } from "../../core/dialect.ts";
import { type GoldieError, nearest } from "../../core/problem.ts";
import { dialects as builtInDialects } from "../../dialects/index.ts";
import { matchName, type Placed, placesIn } from "./names.ts";
import { planProblem } from "./problems.ts";
import { rulesIn } from "./rules.ts";

export function dialectNamed(id: string): Dialect {
  // The first one comes first: the others are read only where they are asked for.
  const found = builtInDialects.find((dialect) => dialect.id === id);
  if (found !== undefined) return found;
  const ids = builtInDialects.map((dialect) => dialect.id);
  const close = nearest(id, ids);
  throw planProblem.error("unknown-dialect", {
    name: id,
    nearest: close,
    ...(close.length > 0 ? {} : { names: ids }),
  });
}

export function optionNamed(dialect: Dialect, name: string): Option {
  const options = dialect.options ?? {};
  const names = Object.keys(options);
  for (const known of names) {
    if (placesIn(known).length === 0) {
      if (known === name) return options[known]!;
      continue;
    }
    // "-M1000" is "-M 1000".
    const placed = matchName(known, name) ?? matchName(known.replace(" {", "{"), name);
    if (placed !== undefined) return filledOption(options[known]!, placed);
  }
  throw planProblem.error("unknown-option/of-dialect", { dialect: dialect.id, option: name, names });
}

/** An option with the value that its name holds. */
function filledOption(option: Option, placed: Placed): Option {
  const { depth, ...params } = placed;
  if (depth === undefined) return { ...option, params: { ...option.params, ...params } };
  return { ...option, join: { ...option.join, ...rulesIn({ depth: Number(depth) }).join } };
}

/** Refuses a metric that the dialect has not. */
export function unknownMetric(dialect: Dialect, name: string): GoldieError {
  const called = name.replaceAll("-", "_");
  const left = dialect.notReproduced?.find((one) => one.name === called);
  if (left !== undefined)
    return planProblem.error("unknown-metric/not-reproduced", {
      dialect: dialect.id,
      tool: dialect.tool,
      ...left,
    });
  const names = Object.values(dialect.metrics)
    .flat()
    .flatMap((m) => [m.name, ...(m.summary === undefined ? [] : [m.summary])]);
  const close = nearest(name.replace(/@.*/s, ""), new Set(names.map((n) => n.replace("@{k}", ""))));
  return planProblem.error("unknown-metric/of-dialect", {
    dialect: dialect.id,
    name,
    nearest: close,
    ...(close.length > 0 ? {} : { names: [...new Set(names)] }),
  });
}
