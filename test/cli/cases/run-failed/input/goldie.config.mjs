export default {
  gold: "gold.jsonl",
  retrievers: {
    main(query, { queryId }) {
      if (queryId === "q2") throw new Error("the index is down");
      return queryId === "q3" ? [] : ["hours.md"];
    },
  },
};
