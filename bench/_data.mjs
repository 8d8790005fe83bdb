/** Synthetic input: the same for every run, whatever the machine. */
export function random(seed) {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** `queries` lists of `hits` distinct ids out of a million, and about eight graded documents each, five of them retrieved. `integers`: ids and queries such as MS MARCO has them. */
export function makeInput(queries, hits, { seed = 1, integers = false } = {}) {
  const next = random(seed);
  const idOf = (n) => (integers ? String(n) : `doc-${n}`);
  const gold = {};
  const lists = {};
  for (let q = 0; q < queries; q++) {
    const ids = new Set();
    while (ids.size < hits) ids.add(idOf(Math.floor(next() * 1e6)));
    const list = [...ids];
    const grades = {};
    for (let i = 0; i < 5; i++) grades[list[Math.floor(next() * hits)]] = 1 + Math.floor(next() * 3);
    for (let i = 0; i < 3; i++) grades[idOf(Math.floor(next() * 1e6))] = Math.floor(next() * 3);
    const query = integers ? String(1_000_000 + q) : `q${q}`;
    gold[query] = grades;
    lists[query] = list;
  }
  return { gold, lists };
}

export const asScores = (lists) =>
  Object.fromEntries(
    Object.entries(lists).map(([q, ids]) => [
      q,
      Object.fromEntries(ids.map((id, i) => [id, ids.length - i])),
    ]),
  );

/** Hits in a random order, with their scores. */
export function asShuffled(lists, seed = 2) {
  const next = random(seed);
  return Object.fromEntries(
    Object.entries(lists).map(([q, ids]) => {
      const hits = ids.map((id, i) => ({ id, score: ids.length - i }));
      for (let i = hits.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1));
        [hits[i], hits[j]] = [hits[j], hits[i]];
      }
      return [q, hits];
    }),
  );
}
