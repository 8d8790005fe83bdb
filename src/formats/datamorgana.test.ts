import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Problem } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { memorySource } from "../files/source.ts";
import { datamorgana } from "./datamorgana.ts";
import { detectFormat } from "./detect.ts";
import { openSource } from "./open-source.ts";

interface Golden {
  readonly relevant: string[];
  readonly answer?: string;
  readonly tags?: Record<string, string>;
  readonly passages?: { text: string }[][];
}
async function read(source: Source | string, texts = false) {
  const gold = new Map<string, Golden>();
  const words = new Map<string, string>();
  const problems: Problem[] = [];
  await datamorgana.read(
    typeof source === "string" ? memorySource("r", source) : source,
    {
      gold: (query, value) => void gold.set(query, value as Golden),
      query: (id, text) => void words.set(id, text),
    },
    { kind: "gold", columns: {}, texts, problem: (p) => void problems.push(p) },
  );
  return { gold, words, problems, codes: problems.map((p) => [p.code, p.at?.line, p.level]) };
}

describe("the table of LiveRAG", () => {
  const table =
    "qid\tquestion\tanswer\tcontext\tdocument_ids\tquestion_factuality\tuser_expertise-categorization\tquestion_length\n" +
    "1\twho?\tshe\t\"['it''s', \"\"two\"\"]\"\t['<urn:uuid:a>', '<urn:uuid:b>']\topen-ended\tnovice\t21\n" +
    '2\twhy?\tso\t"[""one""]"\t"[""<urn:uuid:c>""]"\tfactoid\t\t7\n';

  it("is gold with answers and tags", async () => {
    const { gold, words, problems } = await read(table);
    expect(problems).toEqual([]);
    expect([...words]).toEqual([
      ["1", "who?"],
      ["2", "why?"],
    ]);
    expect([...gold]).toEqual([
      [
        "1",
        {
          relevant: ["<urn:uuid:a>", "<urn:uuid:b>"],
          answer: "she",
          tags: { factuality: "open-ended", "expertise-categorization": "novice" },
        },
      ],
      ["2", { relevant: ["<urn:uuid:c>"], answer: "so", tags: { factuality: "factoid" } }],
    ]);
  });
  it("has gold texts where somebody wants texts", async () => {
    expect((await read(table, true)).gold.get("2")!.passages).toEqual([[{ text: "one" }]]);
  });
  it("numbers its rows where there is no qid, and takes a lone id for one", async () => {
    const { gold, codes } = await read("question\tdocument_ids\nx\t<urn:uuid:a>\ny\t[]\n");
    expect([...gold]).toEqual([
      ["1", { relevant: ["<urn:uuid:a>"] }],
      ["2", { relevant: [] }],
    ]);
    expect(codes).toEqual([["no-query-id", 2, undefined]]);
  });
  it("says what it cannot read", async () => {
    expect(
      (await read("qid\tquestion\tdocument_ids\n1\tx\t\n2\tx\t['a'\n3\tx\t{'a': 1}\n4\tx\t[['a']]\n")).codes,
    ).toEqual([
      ["no-gold", 2, "error"],
      ["bad-list", 3, "error"],
      ["bad-list", 4, "error"],
      ["id-type", 5, "error"],
    ]);
  });
});

describe("what the API gave", () => {
  it("is gold, its categories tags", async () => {
    const row = JSON.stringify({
      question: "who?",
      answer: "she",
      context: ["A"],
      question_categories: [{ categorization_name: "factuality", category_name: "factoid" }],
      user_categories: [
        { categorization_name: "factuality", category_name: "expert" },
        { categorization_name: "expertise", category_name: "novice" },
      ],
      document_ids: ["<urn:uuid:a>"],
    });
    const { gold } = await read(`${row}\n`, true);
    expect([...gold]).toEqual([
      [
        "1",
        {
          relevant: ["<urn:uuid:a>"],
          answer: "she",
          passages: [[{ text: "A" }]],
          tags: { factuality: "factoid", user_factuality: "expert", expertise: "novice" },
        },
      ],
    ]);
    expect((await detectFormat(memorySource("x", `${row}\n`), "gold")).format.id).toBe("datamorgana");
  });
});

describe("LiveRAG's own files", () => {
  const data = fileURLToPath(new URL("../../../shared/data/liverag/", import.meta.url));
  it.skipIf(!existsSync(data)).each([
    ["dmds_fJ20pJnq9zcO1.n100.tsv.gz", 100, 100, 678_342],
    ["dmds_1GMhaG2S7ONAd.multi.n50.tsv.gz", 50, 70, 471_786],
    ["dmds_1GMhaGuV7OZ5g.n2.tsv", 2, 2, 14_950],
    ["dmds_2_05012333.tsv", 2, 3, 33_790],
    ["dmds_JK09SKjyanxs1.multi.n5.tsv", 5, 8, 53_125],
  ])("%s (skipped without ../shared/data/liverag)", async (name, rows, documents, characters) => {
    const source = await openSource(`${data}${name}`);
    expect((await detectFormat(source, "gold")).format.id).toBe("datamorgana");
    const { gold, problems } = await read(source, true);
    expect([gold.size, problems]).toEqual([rows, []]);
    const all = [...gold.values()];
    expect(all.flatMap((one) => one.relevant)).toHaveLength(documents);
    // Rows, documents and characters are those that Python's csv and ast give.
    const texts = all.flatMap((one) => one.passages!.flat().map(({ text }) => [...text].length));
    expect(texts.reduce((sum, length) => sum + length, 0)).toBe(characters);
    for (const { relevant, tags, answer, passages } of all) {
      expect(relevant.every((id) => /^<urn:uuid:[\da-f-]{36}>$/.test(id))).toBe(true);
      expect(tags!["factuality"]).toMatch(/^(open-ended|factoid)$/);
      expect(answer!.length).toBeGreaterThan(1);
      // The context is a list of texts, one per document, though 80 of 100 cells are no JSON.
      expect(passages).toHaveLength(relevant.length);
    }
  });
  it.skipIf(!existsSync(data))(
    "a header alone is an empty file (skipped without ../shared/data/liverag)",
    async () => {
      expect((await read(await openSource(`${data}fake.tsv`))).codes).toEqual([
        ["empty-file", undefined, "error"],
      ]);
    },
  );
});
