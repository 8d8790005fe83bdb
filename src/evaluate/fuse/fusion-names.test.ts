import { expect, test } from "vitest";
import { fusions } from "../../fusion/index.ts";
import { parseFusion } from "./fusion-names.ts";

test.each(["__proto__", "constructor", "nothing"])(
  "rrf(%s=1) is refused: it has no such parameter",
  (name) => {
    expect(() => parseFusion(`rrf(${name}=1)`, fusions)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code: "unknown-parameter" }) }),
    );
  },
);
