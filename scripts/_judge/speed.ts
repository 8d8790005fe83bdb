/** How fast the embedded judge is on made-up texts, and whether its memory stays as it is. */
import type { JudgeCase } from "../../src/core/judgement-record.ts";
import { below, oneOf, type Random, randomFrom } from "../../src/core/random.ts";
import { createLexicalJudge } from "../../src/judges/lexical/index.ts";
import { prepareCase } from "../../src/judges/prepare.ts";
import { stopWords } from "../../src/text/stop-words.ts";

const CHUNKS = 10;
const WORDS = 200;
/** Cases between two looks at the clock: a look takes as long as a tenth of a case. */
const TOGETHER = 20;

const syllables =
  "ba con der el fi gra hu in jo ka lem mo nor op pra qui ren sto tu ver wil xen yor zan".split(" ");
const small = [...stopWords];
const fullStop = /[.!?]$/;

/** As in English, nearly half of the words are small ones, and now and then there is a name or a number. */
function sentence(random: Random, length: number, words: readonly string[]): string {
  const row = Array.from({ length }, (_, i) => {
    const draw = random();
    if (i > 0 && draw < 0.45) return oneOf(random, small);
    if (draw < 0.48) return String(1900 + below(random, 120));
    const word = words[Math.floor(words.length * random() ** 3)]!;
    return i === 0 || draw < 0.53 ? word[0]!.toUpperCase() + word.slice(1) : word;
  });
  return `${row.join(" ")}.`;
}

function text(random: Random, length: number, words: readonly string[]): string {
  const sentences: string[] = [];
  for (let left = length; left > 0; left -= 20) sentences.push(sentence(random, Math.min(20, left), words));
  return sentences.map((s) => (fullStop.test(s) ? s : `${s}.`)).join(" ");
}

function makeCase(random: Random, at: number, claims: number, words: readonly string[]): JudgeCase {
  return {
    id: `q${at}`,
    question: sentence(random, 9, words),
    contexts: Array.from({ length: CHUNKS }, () => text(random, WORDS, words)),
    reference: Array.from({ length: claims }, () => sentence(random, 14, words)).join(" "),
  };
}

interface Speed {
  readonly claimsPerCase: number;
  readonly claims: number;
  /** A second, each against ten chunks of 200 words. */
  readonly claimsPerSecond: number;
  /** In MB after the first tenth and at the end; `peak` is all the process held. */
  readonly heap: readonly [early: number, late: number];
  readonly peak: number;
}

export function measureSpeed(
  claimsPerCase: number,
  cases: number,
  now: () => number,
  collect: () => void,
): Speed {
  const random = randomFrom(claimsPerCase);
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + below(random, 3) }, () => oneOf(random, syllables)).join(""),
  );
  const judge = createLexicalJudge();
  const heap: number[] = [];
  let spent = 0;
  let claims = 0;
  for (let at = 0; at < cases; at += TOGETHER) {
    const some = Array.from({ length: TOGETHER }, (_, i) => makeCase(random, at + i, claimsPerCase, words));
    const from = now();
    for (const one of some) {
      const judged = judge.judge(prepareCase(one).prepared!);
      if (judged instanceof Promise) throw new Error("the embedded judge waits for nothing");
      claims += judged.claims!.length;
    }
    spent += now() - from;
    if (at === Math.floor(cases / 10 / TOGETHER) * TOGETHER || at + TOGETHER >= cases) {
      collect();
      heap.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
  }
  return {
    claimsPerCase,
    claims,
    claimsPerSecond: claims / (spent / 1000),
    heap: [heap[0]!, heap[1]!],
    peak: process.resourceUsage().maxRSS / 1024,
  };
}
