import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { mostTokens, readModelFolder } from "./folder.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
const MODEL = "a graph \n\x08location\x12\x08head.bin and more";
const FILES = {
  "model.onnx": MODEL,
  "tokenizer.json": "{}",
  "tokenizer_config.json": "{}",
  "config.json": "{}",
  "head.bin": "weights",
};
const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), "goldie-folder-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, "latin1");
  }
  return folder;
};
const hashOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = folderOf(files);
  return (await readModelFolder(folder, folder)).hash;
};

describe("the hash of a model", () => {
  test("is the same for the same files, in any folder, and with notes beside them", async () => {
    const hash = await hashOf(FILES);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(await hashOf({ ...FILES, "README.md": "notes", "pytorch_model.bin": "other" })).toBe(hash);
    const { "model.onnx": model, "head.bin": head, ...rest } = FILES;
    expect(await hashOf({ ...rest, "onnx/model.onnx": model, "onnx/head.bin": head })).toBe(hash);
  });
  test.each([
    ["model.onnx", `${MODEL}.`],
    ["tokenizer.json", '{"model":1}'],
    ["tokenizer_config.json", '{"model_max_length":9}'],
    ["config.json", '{"id2label":{"0":"neutral"}}'],
    // Named in the graph.
    ["head.bin", "Weights"],
    ["model.onnx_data", "more"],
    ["model.onnx.data", "more"],
    ["model.onnx_data_1", "more"],
  ])("changes with %s", async (name, text) => {
    expect(await hashOf({ ...FILES, [name]: text })).not.toBe(await hashOf(FILES));
  });
  test.each([0, 1, 5, 11, 12, 15])(
    "finds a name that is cut between two reads, %i bytes before their border",
    async (before) => {
      const start = "x".repeat((1 << 20) - before);
      const files = { ...FILES, "model.onnx": `${start}${MODEL.slice(8)}` };
      expect(await hashOf({ ...files, "head.bin": "Weights" })).not.toBe(await hashOf(files));
    },
  );
});

describe("how many tokens a model reads", () => {
  const most = (config: object, tokenizerConfig: object = {}, tokenizer: object = {}): number =>
    mostTokens({ config, tokenizerConfig, tokenizer } as never);
  test.each(["roberta", "xlm-roberta", "camembert", "mpnet", "data2vec-text", "luke"])(
    "%s with 514 places: 512",
    (type) => {
      expect(most({ model_type: type, max_position_embeddings: 514, pad_token_id: 1 })).toBe(512);
    },
  );
  test("others have all their places", () => {
    expect(most({ model_type: "bert", max_position_embeddings: 512, pad_token_id: 0 })).toBe(512);
    expect(most({ model_type: "data2vec-vision", max_position_embeddings: 514 })).toBe(514);
  });
  test("the smallest limit that is a limit", () => {
    expect(most({ max_position_embeddings: 512 }, { model_max_length: 256 })).toBe(256);
    expect(most({ max_position_embeddings: 512 }, { model_max_length: 1e30 })).toBe(512);
    expect(most({ max_position_embeddings: 512 }, {}, { truncation: { max_length: 128 } })).toBe(128);
    expect(most({})).toBe(512);
  });
});
