/** Options from people who write JavaScript or JSON: a mistyped name would be ignored without a word. */
import { nearest } from "../core/problem.ts";
import { kindOf } from "./_kind.ts";
import { retrieverProblem } from "./problems.ts";

export function checkNames(retriever: string, options: object, names: readonly string[]): void {
  if (typeof options !== "object" || options === null)
    throw retrieverProblem.error("bad-retriever/option", {
      retriever,
      option: "its argument",
      found: kindOf(options),
      wanted: `an object with ${names.join(", ")}`,
    });
  for (const option of Object.keys(options))
    if (!names.includes(option))
      throw retrieverProblem.error("bad-retriever/unknown-option", {
        retriever,
        option,
        nearest: nearest(option, names),
        names,
      });
}

/** The option, if it is as it should be. */
export function checked<T>(
  retriever: string,
  option: string,
  value: T,
  isRight: (value: T) => boolean,
  wanted: string,
): T {
  if (isRight(value)) return value;
  throw retrieverProblem.error("bad-retriever/option", { retriever, option, found: kindOf(value), wanted });
}

/** A client as its library makes it has these methods. */
export function checkedClient<T>(
  retriever: string,
  option: string,
  client: T,
  methods: readonly string[],
): T {
  const has = (name: string): boolean =>
    typeof (client as Record<string, unknown> | null)?.[name] === "function";
  return checked(
    retriever,
    option,
    client,
    () => methods.some(has),
    `an object with ${methods.join("() or ")}()`,
  );
}
