// A process for fromCommand: sends every question to the address it is given, and its answer back.
import { createInterface } from "node:readline";

const [url] = process.argv.slice(2);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...question } = JSON.parse(line);
  // Not awaited: several questions may be under way.
  void fetch(url, { method: "POST", body: JSON.stringify(question) })
    .then(async (response) => {
      const answer = await response.json();
      return response.ok ? { id, hits: answer } : { id, error: answer.error };
    })
    .catch((error) => ({ id, error: error.message }))
    .then((answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
}
process.exit(0);
