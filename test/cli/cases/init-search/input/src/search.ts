const pages: Record<string, string> = { hours: "opening hours", fares: "fares price ticket", dogs: "dogs" };

export async function search(query: string, options: { limit?: number } = {}): Promise<{ id: string }[]> {
  const asked = query.toLowerCase();
  return Object.entries(pages)
    .filter(([, words]) => words.split(" ").some((word) => asked.includes(word)))
    .map(([name]) => ({ id: `docs/${name}.md` }))
    .slice(0, options.limit);
}
