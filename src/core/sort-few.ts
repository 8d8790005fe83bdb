/** Sorts the first numbers in place, ascending with 1 and descending with -1. By insertion: for a few that beats the generic sort. */
export function sortFew(list: Float64Array | Uint32Array, count: number, sign: 1 | -1): void {
  for (let i = 1; i < count; i++) {
    const x = list[i]!;
    let j = i - 1;
    while (j >= 0 && sign * list[j]! > sign * x) {
      list[j + 1] = list[j]!;
      j--;
    }
    list[j + 1] = x;
  }
}

/** Greatest first, for lists that are mostly short. */
export function sortDescending(list: Float64Array): void {
  if (list.length > 64) list.sort().reverse();
  else sortFew(list, list.length, -1);
}
