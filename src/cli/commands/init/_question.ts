/** Questions to a person at a terminal. */
import type { Effects } from "../../effects.ts";

/** Lines of standard input, one at a time. */
export function createAsking({ stdin, stderr }: Effects) {
  const pieces = stdin.bytes()[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let text = "";
  let ended = false;
  const line = async (): Promise<string> => {
    while (!ended && !text.includes("\n")) {
      const { done, value } = await pieces.next();
      if (done === true) ended = true;
      else text += decoder.decode(value, { stream: true });
    }
    const end = text.indexOf("\n");
    const found = end < 0 ? text : text.slice(0, end);
    text = end < 0 ? "" : text.slice(end + 1);
    return found.trim();
  };
  return {
    /** Default: the first, also for an entry that is not in the list. */
    async choose<T>(question: string, choices: readonly (readonly [string, T])[]): Promise<T> {
      const list = choices.map(([name], i) => `  ${i + 1}  ${name}\n`).join("");
      await stderr.write(`${question}\n${list}[1] `);
      const answer = Number(await line());
      return (choices[answer - 1] ?? choices[0]!)[1];
    },
  };
}
