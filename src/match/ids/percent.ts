/** Decodes %20 and the like; invalid sequences stay as they are. */
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
