/** Expressions of a form as functions; who asks says what the leaves are. */
import { log2 as exactLog2, ln } from "../core/exact-log.ts";
import type { FormNode, Operation } from "../core/form.ts";

/** From what is looked at to a number; truths are 1 and 0. */
export type Reader<C> = (c: C) => number;
type OperationNode = Extract<FormNode, { readonly op: Operation }>;
type LeafNode = Exclude<FormNode, OperationNode>;

export function prepareExpression<C>(node: FormNode, leaf: (node: LeafNode) => Reader<C>): Reader<C> {
  if ("args" in node)
    return operation(
      node.op,
      node.args.map((arg) => prepareExpression(arg, leaf)),
    );
  if (node.op === "const") return () => node.value;
  return leaf(node);
}

// Ranks and counts, mostly small.
const LOG2 = Float64Array.from({ length: 1025 }, (_, i) => Math.log2(i));
const log2 = (x: number): number => LOG2[x] ?? exactLog2(x);

function operation<C>(op: Operation, args: readonly Reader<C>[]): Reader<C> {
  const [a, b, c] = args as [Reader<C>, Reader<C>, Reader<C>];
  switch (op) {
    case "add":
      return (x) => a(x) + b(x);
    case "sub":
      return (x) => a(x) - b(x);
    case "mul":
      return (x) => a(x) * b(x);
    case "div":
      return (x) => a(x) / b(x);
    case "pow":
      return (x) => a(x) ** b(x);
    case "least":
      return (x) => Math.min(a(x), b(x));
    case "greatest":
      return (x) => Math.max(a(x), b(x));
    case "log2":
      return (x) => log2(a(x));
    case "ln":
      return (x) => ln(a(x));
    case "trunc":
      return (x) => Math.trunc(a(x));
    case "le":
      return (x) => (a(x) <= b(x) ? 1 : 0);
    case "ge":
      return (x) => (a(x) >= b(x) ? 1 : 0);
    case "lt":
      return (x) => (a(x) < b(x) ? 1 : 0);
    case "gt":
      return (x) => (a(x) > b(x) ? 1 : 0);
    case "eq":
      return (x) => (a(x) === b(x) ? 1 : 0);
    case "and":
      return (x) => (a(x) !== 0 && b(x) !== 0 ? 1 : 0);
    case "or":
      return (x) => (a(x) !== 0 || b(x) !== 0 ? 1 : 0);
    case "not":
      return (x) => (a(x) === 0 ? 1 : 0);
    // Only the side that is asked for: the other may divide by 0.
    case "when":
      return (x) => (a(x) !== 0 ? b(x) : c(x));
  }
}
