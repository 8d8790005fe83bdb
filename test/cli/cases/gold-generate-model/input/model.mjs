export default async (messages) => ({
  questions: [{ question: `What is known of ${messages.at(-1).content.split("\n")[2]}?`, answer: "This." }],
});
