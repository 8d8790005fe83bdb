/** The last few things that were made, by key: who asks again, or while it is made, gets the same. */
export interface KeptValues<T> {
  get(key: string, make: () => Promise<T>): Promise<T>;
}

export function createKept<T>(most: number): KeptValues<T> {
  const made = new Map<string, Promise<T>>();
  return {
    get(key, make) {
      const known = made.get(key);
      // The one that was used last is the last to go.
      made.delete(key);
      const value = known ?? make();
      made.set(key, value);
      // What failed may work the next time.
      value.catch(() => {
        if (made.get(key) === value) made.delete(key);
      });
      if (made.size > most) made.delete(made.keys().next().value!);
      return value;
    },
  };
}
