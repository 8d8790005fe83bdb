const lists = { q1: ["hours.md", "fares.md"], q2: ["hours.md", "fares.md"], q3: ["dogs.md"] };
export default {
  gold: "gold.jsonl",
  corpus: "docs",
  metrics: ["recall@1", "rr"],
  slices: ["lang"],
  retrievers: {
    main: (query, { queryId, k }) => lists[queryId].slice(0, k),
    backwards: (query, { queryId }) => [...lists[queryId]].reverse(),
  },
};
