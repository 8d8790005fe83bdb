// Run by hostile.test.ts, bundled: every target on every text, told before it starts. Arguments: the first target, and a planted one or none.
import { writeSync } from "node:fs";
import { quick, type Target, thorough } from "./_hostile-targets.ts";
import { hostileTexts } from "./_hostile-texts.ts";

const planted: Target[] =
  process.argv[3] === "planted" ? [["planted", (text) => text.replace(/\/+$/, "")]] : [];
const some = hostileTexts.filter((_, i) => i % 12 === 0);
const targets = planted.length > 0 ? planted : [...quick, ...thorough];

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

/** CPU seconds, so that a busy machine does not matter. */
function cost(run: Target[1], text: string): number {
  const before = process.cpuUsage();
  try {
    run(text);
  } catch (error) {
    // A text may be refused; a stack may not overflow.
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

for (let at = Number(process.argv[2]); at < targets.length; at++) {
  const [name, run] = targets[at]!;
  for (const [text, value] of thorough.includes(targets[at]!) ? some : hostileTexts) {
    say({ at, name, text });
    const seconds = cost(run, value);
    // A quarter of the text: what is linear takes a quarter of the time.
    if (seconds > 0.5 && seconds > 9 * cost(run, value.slice(-value.length / 4))) {
      say({ slow: `${name}: ${text}` });
      // The others of its kind would only take as long.
      break;
    }
  }
}
say({ done: targets.length });
