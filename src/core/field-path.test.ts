import { expect, test } from "vitest";
import { fieldPath, fieldsIn, likelyId } from "./field-path.ts";
import { GoldieError } from "./problem.ts";

class Node {
  id_ = "n1";
  get sourceNode() {
    return { nodeId: "d1" };
  }
  text() {
    return "x";
  }
}

test.each([
  ["id", { id: "a" }, "a"],
  ["doc.id", { doc: { id: 7 } }, 7],
  ["payload.x[0]", { payload: { x: ["a", "b"] } }, "a"],
  ["[1][0]", [[], ["b"]], "b"],
  ['metadata["loc.page"]', { metadata: { "loc.page": 3 } }, 3],
  ["metadata['a]b'].c", { metadata: { "a]b": { c: 1 } } }, 1],
  ["doc.id", { doc: null }, undefined],
  ["doc.id", { doc: "text" }, undefined],
  ["doc.id", undefined, undefined],
  ["0", { 0: "zero" }, "zero"],
  ["sourceNode.nodeId", new Node(), "d1"],
  ["text", new Node(), undefined],
  ["toString", {}, undefined],
  ["hasOwnProperty", { a: 1 }, undefined],
  ["map", ["a"], undefined],
  ["size", new Map([["a", 1]]), undefined],
  ["id", Object.assign(Object.create(null), { id: "bare" }), "bare"],
])("%s of %j", (path, value, found) => {
  expect(fieldPath(path)(value)).toBe(found);
});

test.each(["", ".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", 'a["b]', "a]b", "a[0]b", "a[1e9]"])(
  "%j is not a path",
  (path) => {
    expect(() => fieldPath(path)).toThrow(GoldieError);
  },
);

test.each(["__proto__.polluted", "constructor.name", "a.prototype", 'a["__proto__"]'])(
  "%s leads to a prototype",
  (path) => {
    expect(() => fieldPath(path)).toThrow(/prototype/);
  },
);

test("fields are named by the path that reads them", () => {
  const hit = { score: 1, payload: { docId: "a", "loc.page": 2, deep: { er: 1 } }, tags: ["x"], none: null };
  const names = fieldsIn(hit);
  expect(names).toEqual(["score", "payload.docId", 'payload["loc.page"]', "payload.deep", "tags", "none"]);
  for (const name of names) expect(() => fieldPath(name)).not.toThrow();
  const cyclic: Record<string, unknown> = { id: 1 };
  cyclic["self"] = cyclic;
  expect(fieldsIn(cyclic)).toEqual(["id", "self.id", "self.self"]);
  expect(fieldsIn("text")).toEqual([]);
});

test.each([
  [{ node: { id_: "n1" }, score: 1 }, "node.id_"],
  [{ score: 1, payload: { text: "…", docId: "a" } }, "payload.docId"],
  [{ score: 1, payload: { text: "…" } }, undefined],
  [{ id: null, metadata: { source: "a.md" } }, "metadata.source"],
])("the likely id of %j", (hit, path) => {
  expect(likelyId(hit)).toBe(path);
});
