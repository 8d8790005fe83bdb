import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";

// `test.fails` turns the result round: these two pass only because printing is an error.
test.fails("console.log fails a test", () => {
  console.log("planted");
});

test.fails("console.warn fails a test even when the code under test catches everything", () => {
  try {
    console.warn("planted");
  } catch {
    // nothing gets here
  }
});

test("the network cannot be reached", async () => {
  await expect(fetch("http://192.0.2.1/")).rejects.toMatchObject({
    cause: { message: "a test may not use the network; it tried to reach 192.0.2.1" },
  });
});

test("a server on this machine can be reached", async () => {
  const server = createServer((_, response) => response.end("here"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.text()).toBe("here");
  server.closeAllConnections();
  server.close();
});
