/** The config that `goldie init` writes. */
import type { Client } from "./_clients.ts";
import type { Found } from "./_project.ts";

export interface InitPlan {
  readonly gold: string;
  readonly main?: Found;
  /** What BM25 searches, as a baseline or as the only retriever. */
  readonly corpus?: string;
  /** Libraries without a matching retriever in the code. */
  readonly clients: readonly Client[];
  /** The id rule that makes gold and hits match. */
  readonly ids?: string;
  readonly gate: boolean;
}

const quoted = (text: string): string => JSON.stringify(text);

export function configText({ gold, main, corpus, clients, ids, gate }: InitPlan): string {
  const adapter = main?.adapter;
  const imports = [
    'import { defineConfig } from "goldie";',
    ...(adapter === undefined ? [] : [`import { ${adapter.name} } from "goldie/retrievers";`]),
    ...(main === undefined ? [] : [`import { ${main.name} } from ${quoted(importPath(main.file))};`]),
  ];
  const retrievers = [
    ...(main === undefined ? [] : [`main: ${calling(main)},`]),
    ...(corpus === undefined ? [] : [`bm25: { type: "bm25", corpus: ${quoted(corpus)} },`]),
    ...(main === undefined ? (clients.length > 0 ? clients.flatMap(toFillIn) : OWN) : []),
  ];
  return `${imports.join("\n")}

export default defineConfig({
  gold: ${quoted(gold)},
  retrievers: {
${retrievers.map((line) => `    ${line}`).join("\n")}
  },
${ids === undefined ? "" : `  ids: { normalize: ${quoted(ids)} },\n`}${gate ? '  gate: [{ metric: "recall@5", notWorseThan: "baseline" }],\n' : ""}});
`;
}

/** TypeScript files are imported without their extension, as compilers expect. */
const importPath = (file: string): string => `./${file.replace(/\.m?ts$/, "")}`;

function calling({ name, adapter, call }: Found): string {
  if (adapter === undefined) {
    const written = call("query", "k");
    return `${/\bk\b/.test(written.slice(name.length)) ? "(query, { k })" : "(query)"} => ${written}`;
  }
  const { option } = adapter;
  return `${adapter.name}({ ${option === name ? name : `${option}: ${name}`} })`;
}

/** Used if nothing was found. */
const OWN: readonly string[] = [
  "// Yours: a function, a command or a server.",
  "// main: (query, { k }) => search(query, k),",
  '// main: { type: "command", command: "python search.py" },',
  '// main: { type: "http", url: "http://localhost:8000/search?q={query}&k={k}" },',
];

const toFillIn = ({ title, adapter, options }: Client): string[] => [
  `// ${title}: import { ${adapter} } from "goldie/retrievers" and your client, then:`,
  `// main: ${adapter}(${options}),`,
];
