/** What is worked out of an object, kept as long as the object: looked up for each of its cells, it would be worked out as often. */
export function once<K extends object, V>(make: (from: K) => V): (from: K) => V {
  const made = new WeakMap<K, V>();
  return (from) => {
    const known = made.get(from);
    if (known !== undefined) return known;
    const fresh = make(from);
    made.set(from, fresh);
    return fresh;
  };
}
