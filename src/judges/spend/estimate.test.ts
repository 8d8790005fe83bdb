import { describe, expect, it } from "vitest";
import { estimateRequest, estimateTokens, moneyFor } from "./estimate.ts";

// Counted by o200k_base.
const counted: readonly (readonly [language: string, tokens: number, text: string])[] = [
  [
    "German",
    64,
    "Die Bibliothek öffnet montags bis freitags um neun Uhr und schließt um achtzehn Uhr. Am Wochenende gelten verkürzte Öffnungszeiten, die auf der Webseite veröffentlicht werden. Leserinnen und Leser können bis zu zehn Bücher für vier Wochen ausleihen und die Ausleihfrist einmal verlängern.\n",
  ],
  [
    "Russian",
    52,
    "Библиотека открыта с понедельника по пятницу с девяти утра до шести вечера. В выходные дни часы работы короче, поэтому лучше уточнить заранее. Читатель может взять до десяти книг на четыре недели.\n",
  ],
  [
    "Chinese",
    54,
    "图书馆每周一至周五上午九点开门,下午六点关门。周末开放时间较短,请提前查询。读者可以借阅最多十本书,借期为四周,并可续借一次。\n",
  ],
  [
    "Thai",
    73,
    "ห้องสมุดเปิดทำการตั้งแต่วันจันทร์ถึงวันศุกร์ เวลาเก้าโมงเช้าถึงหกโมงเย็น ในวันหยุดสุดสัปดาห์เวลาทำการสั้นลง กรุณาตรวจสอบล่วงหน้า ผู้อ่านสามารถยืมหนังสือได้สูงสุดสิบเล่ม\n",
  ],
];

describe("estimateTokens", () => {
  it.each(counted)("%s: near what the tokenizer counts", (_, tokens, text) => {
    expect(Math.abs(estimateTokens(text) / tokens - 1)).toBeLessThan(0.15);
  });
  it("counts nothing in nothing", () => {
    expect(estimateTokens("")).toBe(0);
  });
  it("never shrinks when text is added", () => {
    const text = 'Wörter, digits 1234567, {"json": [1, 2]}, 図書館 and camelCaseNames... \n\n  end';
    let before = 0;
    for (let i = 1; i <= text.length; i++) {
      const now = estimateTokens(text.slice(0, i));
      expect(now).toBeGreaterThanOrEqual(before - 1);
      before = Math.max(before, now);
    }
  });
  it("takes time by length, on text that no rule fits", () => {
    for (const text of [
      "a".repeat(1e5),
      "{".repeat(1e5),
      " \n".repeat(5e4),
      "😀".repeat(5e4),
      "1".repeat(1e5),
    ]) {
      expect(estimateTokens(text)).toBeGreaterThan(0);
    }
  });
});

describe("estimateRequest", () => {
  it("counts the messages and the schema", () => {
    const messages = [{ role: "user", content: "Where is the harbour?" }] as const;
    const schema = { type: "object", properties: { claims: { type: "array" } } };
    expect(estimateRequest(messages)).toBe(3 + 4 + estimateTokens(messages[0].content));
    expect(estimateRequest(messages, schema)).toBeGreaterThan(estimateRequest(messages) + 10);
  });
});

describe("moneyFor", () => {
  it("takes prices for a million tokens", () => {
    expect(moneyFor({ input: 3000, output: 200 }, { input: 0.25, output: 2 })).toBeCloseTo(0.00115, 12);
  });
});
