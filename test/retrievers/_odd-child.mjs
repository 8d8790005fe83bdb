// A process for fromCommand that does, for each query, what the query says.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const write = (text) => process.stdout.write(text);
const [mode] = process.argv.slice(2);
if (mode === "stubborn") process.on("SIGTERM", () => {});
if (mode === "dead") {
  console.error("no module named torch");
  process.exit(1);
}
let first;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, query, ...rest } = JSON.parse(line);
  if (query === "pid") write(`${JSON.stringify({ id, hits: [String(process.pid)] })}\n`);
  else if (query === "child") {
    // It outlives its parent unless the whole group is ended, and it holds the output open.
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    write(`${JSON.stringify({ id, hits: [String(child.pid)] })}\n`);
  } else if (query === "die") process.kill(process.pid, "SIGKILL");
  else if (query === "answer and die") {
    process.stdout.write(`${JSON.stringify({ id, hits: ["last"] })}\n`, () => process.exit(4));
  } else if (query === "noise") write("Loading model…\n");
  else if (query === "other id") write(`${JSON.stringify({ id: id + 100, hits: [] })}\n`);
  else if (query === "endless") for (let i = 0; i < 200; i++) write("x".repeat(1000));
  else if (query === "first") first = id;
  else if (query === "second") {
    write(`${JSON.stringify({ id, hits: ["2"] })}\r\n\n${JSON.stringify({ id: first, hits: ["1"] })}\n`);
  } else if (query === "pieces") {
    const text = `${JSON.stringify({ id, hits: [{ id: "ü", text: "\u{1f600}" }] })}\n`;
    for (const byte of Buffer.from(text)) process.stdout.write(Buffer.from([byte]));
  } else if (query === "env")
    write(`${JSON.stringify({ id, hits: [process.env.SECRET_KEY, process.cwd()] })}\n`);
  else if (query === "leak") {
    console.error(`the key is ${process.env.SECRET_KEY}`);
    process.exit(1);
  } else write(`${JSON.stringify({ id, hits: [{ id: JSON.stringify(rest) }] })}\n`);
}
if (mode === "stubborn") setInterval(() => {}, 1000);
