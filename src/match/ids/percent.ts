/** %20 and the like as the characters they stand for; what stands for none is left as it is. */
export function percentDecoded(id: string): string {
  if (!id.includes("%")) return id;
  return id.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
