/** Rules as strings that are equal if the rules are. Functions are compared by identity. */
export function ruleKeys(): (rules: unknown) => string {
  const functions: unknown[] = [];
  const plain = (_: string, x: unknown): unknown => {
    if (x instanceof Map) return [...x];
    if (typeof x !== "function") return x;
    if (!functions.includes(x)) functions.push(x);
    return `function ${functions.indexOf(x)}`;
  };
  return (rules) => JSON.stringify(rules, plain);
}
