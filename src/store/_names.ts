/** Names of runs and files. */

/** Sorts by time; the end tells runs of the same millisecond apart. */
export function runId(now: number, random: () => number): string {
  const [day, time] = new Date(now).toISOString().split("T") as [string, string];
  const end = Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, "0");
  return `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}-${time.slice(9, 12)}-${end}`;
}
export const isRunId = (name: string): boolean => /^\d{8}-\d{6}-\d{3}-[0-9a-z]{4}$/.test(name);

/** A file for each retriever. Any name will do: what a file system may not take becomes a dash. */
export function answerFiles(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain =
      name
        .replace(/[^A-Za-z0-9._-]+/g, "-")
        .replace(/^[.-]+/, "")
        .slice(0, 60) || "retriever";
    let file = plain;
    // Some file systems take BM25 and bm25 for one.
    for (let n = 2; taken.has(file.toLowerCase()) || RESERVED.test(file); n++) file = `${plain}-${n}`;
    taken.add(file.toLowerCase());
    return `${file}.jsonl`;
  });
}

/** Our own files, and names that Windows keeps for devices. */
const RESERVED = /^(words|con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
