import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Problem } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { memorySource } from "../files/source.ts";
import { detectFormat } from "./detect.ts";
import { liverag } from "./liverag.ts";
import { openSource } from "./open-source.ts";

async function read(source: Source | string, texts = false) {
  const calls: unknown[][] = [];
  const problems: Problem[] = [];
  await liverag.read(
    typeof source === "string" ? memorySource("r", source) : source,
    {
      ranking: (query, hits, line) => void calls.push([query, hits, line]),
      query: (id, words) => void calls.push(["words", id, words]),
      tag: (name) => void calls.push(["tag", name]),
    },
    { kind: "run", columns: {}, texts, problem: (p) => void problems.push(p) },
  );
  return { calls, problems, codes: problems.map((p) => [p.code, p.at?.line, p.level]) };
}
const rankings = async (source: Source | string, texts = false): Promise<unknown[]> =>
  (await read(source, texts)).calls
    .filter(([first]) => first !== "words" && first !== "tag")
    .map(([query, hits]) => [query, hits]);

const HEADER = "qid\tquestion\tanswer\tcontext\tdoc_ids\tsystem_name\n";

describe("results", () => {
  it("in a table: lists are JSON, the first system names the run", async () => {
    const table = `${HEADER}1\twho?\t"she\tor\nhe"\t"[""A"", ""B""]"\t"[""doc-<urn:uuid:a>::chunk-0"", ""b""]"\tOne\n02\twhy?\tso\t[]\t[]\tTwo\n`;
    expect(await read(table)).toEqual({
      calls: [
        ["tag", "One"],
        ["words", "1", "who?"],
        ["1", ["doc-<urn:uuid:a>::chunk-0", "b"], 2],
        ["words", "02", "why?"],
        ["02", [], 4],
      ],
      problems: [],
      codes: [],
    });
    expect((await rankings(table, true))[0]).toEqual([
      "1",
      [
        { id: "doc-<urn:uuid:a>::chunk-0", text: "A" },
        { id: "b", text: "B" },
      ],
    ]);
  });
  it("in JSON and JSON Lines: 0 and 1 are ids like any other", async () => {
    const rows = [
      '{"qid": 0, "question": "a?", "answer": "", "doc_ids": ["x"]}',
      '{"qid": "1", "question": "b?", "doc_ids": []}',
    ];
    const wanted = [
      ["0", ["x"]],
      ["1", []],
    ];
    expect(await rankings(`${rows.join("\n")}\n`)).toEqual(wanted);
    expect(await rankings(`[${rows.join(",\n")}]`)).toEqual(wanted);
    expect((await read(rows[0]!)).codes).toEqual([["id-type", 1, undefined]]);
  });
  it("with a list as Python prints it are read, and LiveRAG's own reading is reported", async () => {
    const { calls, problems } = await read("qid\tquestion\tdoc_ids\n1\tx\t['a', 'b']\n2\tx\t['c']\n");
    expect(calls[1]).toEqual(["1", ["a", "b"], 2]);
    expect(problems).toMatchObject([
      {
        code: "odd-list",
        what: expect.stringContaining("2 rows"),
        why: expect.stringContaining("character by character"),
        at: { line: 2 },
      },
    ]);
    expect((await read('{"qid": "1", "question": "x", "doc_ids": "[\\"a\\"]"}')).codes).toEqual([
      ["odd-list", 1, undefined],
    ]);
  });
  it("with something that is no list are refused, and an empty cell is reported", async () => {
    expect(
      (await read('qid\tquestion\tdoc_ids\n1\tx\ta\n2\tx\t\n3\tx\t12\n4\tx\t[{"a": 1}]\n5\tx\t[null]\n'))
        .codes,
    ).toEqual([
      ["bad-list", 2, "error"],
      ["no-list", 3, undefined],
      ["bad-list", 4, "error"],
      ["id-type", 5, "error"],
      ["bad-list", 6, "error"],
    ]);
  });
  it("without a qid are numbered; with some they are refused", async () => {
    const none = await read('{"question": "x", "doc_ids": ["a"]}\n{"question": "y", "doc_ids": ["b"]}\n');
    expect(none.calls.filter(([first]) => first !== "words").map(([query]) => query)).toEqual(["1", "2"]);
    expect(none.problems).toMatchObject([
      { code: "no-query-id", what: "no row has a qid; numbering the rows from 1" },
    ]);
    expect(
      (await read('{"question": "x", "doc_ids": ["a"]}\n{"qid": "1", "question": "y", "doc_ids": ["b"]}\n'))
        .codes,
    ).toEqual([["no-query-id", 1, "error"]]);
  });
  it("whose texts do not fit their documents go without", async () => {
    const { calls, codes } = await read(
      'qid\tquestion\tcontext\tdoc_ids\n1\tx\t"[""A""]"\t"[""a"", ""b""]"\n2\tx\tA\t"[""a""]"\n',
      true,
    );
    expect(calls.filter(([first]) => first !== "words").map(([, hits]) => hits)).toEqual([["a", "b"], ["a"]]);
    expect(codes).toEqual([
      ["uneven-lists", 2, undefined],
      ["uneven-lists", 3, undefined],
    ]);
  });
  it("with a broken row go on after it", async () => {
    const broken = await read(
      '{"qid": "1", "question": "x", "doc_ids": ["a"]}\n{"qid": "2",\n{"qid": "3", "question": "x", "doc_ids": ["c"]}\n',
    );
    expect(broken.calls.map(([query]) => query).filter((query) => query !== "words")).toEqual(["1", "3"]);
    expect(broken.codes).toEqual([["bad-json", 2, "error"]]);
    expect((await read("qid\tquestion\tdoc_ids\n1\tx\t[]\textra\n")).codes[0]).toEqual([
      "bad-columns",
      2,
      "error",
    ]);
    expect((await read(`${HEADER}`)).codes).toEqual([["empty-file", undefined, "error"]]);
  });
});

describe("answers", () => {
  const row =
    '{"id": 0, "question": "how deep?", "passages": [{"passage": "P", "doc_IDs": ["a", "b"]}, {"passage": "Q", "doc_IDs": ["a"]}], "final_prompt": "", "answer": "x"}\n';
  it("are runs: every document of a passage is a hit", async () => {
    expect(await rankings(row)).toEqual([["0", [{ id: "a" }, { id: "b" }, { id: "a" }]]]);
    expect(await rankings(row, true)).toEqual([
      [
        "0",
        [
          { id: "a", text: "P" },
          { id: "b", text: "P" },
          { id: "a", text: "Q" },
        ],
      ],
    ]);
  });
  it("without passages are refused", async () => {
    expect(
      (await read(`${row}{"id": 1, "question": "x", "passages": null}\n{"id": 2, "passages": ["x"]}\n`))
        .codes,
    ).toEqual([
      ["bad-list", 2, "error"],
      ["bad-list", 3, "error"],
      ["id-type", 1, undefined],
    ]);
  });
});

describe("detection", () => {
  it.each([
    [HEADER, "liverag"],
    ['{"qid": "1", "question": "x", "answer": "y", "doc_ids": []}', "liverag"],
    ['{"id": 1, "question": "x", "passages": []}', "liverag"],
    ['{"id": "q1", "hits": ["d1"]}\n{"id": "q2", "hits": []}\n', "jsonl"],
  ])("%j is %s", async (text, id) => {
    expect((await detectFormat(memorySource("x", text), "run")).format.id).toBe(id);
  });
});

describe("LiveRAG's own files", () => {
  const file = fileURLToPath(
    new URL("../../../shared/data/liverag/liverag2025.answers_output.jsonl", import.meta.url),
  );
  it.skipIf(!existsSync(file))("answers of a team (skipped without ../shared/data/liverag)", async () => {
    const source = await openSource(file);
    expect((await detectFormat(source, "run")).format.id).toBe("liverag");
    const lists = (await rankings(source, true)) as [string, { id: string; text: string }[]][];
    expect(lists.map(([query]) => query)).toEqual(["0", "1", "2", "3", "4"]);
    expect(lists[0]![1][0]).toEqual({
      id: "<urn:uuid:ff60b0dd-12f2-40b4-b661-5830ff9d6389>",
      text: expect.stringContaining("marine life"),
    });
  });
});
