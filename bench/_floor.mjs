/** What any evaluation must do at least: walk the input and look every id up once in a Map built from the gold. */
const goldMaps = (gold) =>
  new Map(Object.entries(gold).map(([q, grades]) => [q, new Map(Object.entries(grades))]));

export function floorScores(gold, run) {
  const maps = goldMaps(gold);
  let total = 0;
  for (const q in run) {
    const grades = maps.get(q);
    const scores = run[q];
    for (const id in scores) {
      const grade = grades.get(id);
      if (grade !== undefined) total += grade * scores[id];
    }
  }
  return total;
}

export function floorLists(gold, run) {
  const maps = goldMaps(gold);
  let total = 0;
  for (const q in run) {
    const grades = maps.get(q);
    for (const id of run[q]) {
      const grade = grades.get(id);
      if (grade !== undefined) total += grade;
    }
  }
  return total;
}

export function floorSorted(gold, run) {
  const maps = goldMaps(gold);
  let total = 0;
  for (const q in run) {
    const grades = maps.get(q);
    const hits = run[q].slice().sort((a, b) => b.score - a.score);
    for (const { id, score } of hits) {
      const grade = grades.get(id);
      if (grade !== undefined) total += grade * score;
    }
  }
  return total;
}
