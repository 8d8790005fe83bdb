// `npm run new metric u-measure`, `npm run new dialect elinor`, `npm run new format letor`: writes the files of a new unit, and its line in the index.
// Plain Node without packages. Exit code 2: wrong use; nothing was written.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./_prepare.mjs";
import { dialect, format, metric, vectors } from "./_templates.mjs";

/** A dialect keeps the name of its tool, such as trec_eval; files have no underscore inside. */
const fileOf = (id) => id.replaceAll("_", "-");

const kinds = {
  metric: {
    folder: "src/metrics",
    name: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    like: '"err" or "group-recall"',
    files: (id, name) => ({ [`${id}.ts`]: metric(id, name), [`${id}.vectors.json`]: vectors(id) }),
    next: (id) => [
      `replace the TODOs in src/metrics/${id}.ts, and what compute and explain do`,
      `write rows in src/metrics/${id}.vectors.json that people can check by hand`,
      `move the entry in src/metrics/index.ts to where people should be shown it`,
    ],
  },
  dialect: {
    folder: "src/dialects",
    name: /^[a-z][a-z0-9]*([-_][a-z0-9]+)*$/,
    like: '"elinor" or "trec_eval"',
    files: (id, name) => ({ [`${fileOf(id)}.ts`]: dialect(id, name) }),
    next: (id) => [
      `replace the TODOs in src/dialects/${fileOf(id)}.ts, and its rules, metrics and differences`,
      `put what the tool itself printed into test/parity/, and compare with it`,
    ],
  },
  format: {
    folder: "src/formats",
    name: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    like: '"letor" or "trec-run"',
    files: (id, name) => ({ [`${id}.ts`]: format(id, name) }),
    next: (id) => [
      `replace the TODOs in src/formats/${id}.ts, and what read, detect and write do`,
      `give an example and a broken row for each of its kinds: the contract suite tries them`,
    ],
  },
};

/** What is wrong and what to do, on stderr. */
function refuse(what, fix) {
  console.error(`${what}\n  fix  ${fix}`);
  process.exit(2);
}

const usage = `npm run new ${Object.keys(kinds).join("|")} NAME, such as: npm run new metric u-measure`;
const [kindName, id, ...more] = process.argv.slice(2);
if (kindName === undefined || id === undefined || more.length > 0)
  refuse("new takes a kind and a name", usage);
if (!Object.hasOwn(kinds, kindName))
  refuse(`there is no kind of unit called "${kindName}"`, `choose one of ${Object.keys(kinds).join(", ")}`);

const kind = kinds[kindName];
if (!kind.name.test(id))
  refuse(
    `"${id}" is not a name for a ${kindName}`,
    `use lower-case letters, digits and "-", such as ${kind.like}`,
  );

const name = id.replace(/[-_](.)/g, (_, letter) => letter.toUpperCase());
const files = kind.files(id, name);
const folder = join(root, kind.folder);
for (const file of Object.keys(files))
  if (existsSync(join(folder, file)))
    refuse(`${kind.folder}/${file} is already there`, "change that file, or choose another name");
const owner = ownerOf(id);
if (owner !== undefined) refuse(`${owner} already goes by the name "${id}"`, "choose another name");
if (isTaken(name))
  refuse(`"${name}" already means something in the file to be written`, "choose another name");

files["index.ts"] = withUnit(readFileSync(join(folder, "index.ts"), "utf8"));
for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);

const paths = Object.keys(files).map((file) => `${kind.folder}/${file}`);
console.log(`wrote  ${paths.join("\n       ")}\n`);
const steps = [
  ...kind.next(id),
  "npm run docs, which writes its page or its lines in the tables",
  "npm test",
];
console.log(`next   ${steps.join("\n       ")}`);

/** The file of the unit that has this name as an alias. */
function ownerOf(wanted) {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .find((file) => {
      const [, list = ""] = /\baliases: \[([^\]]*)\]/.exec(readFileSync(join(folder, file), "utf8")) ?? [];
      return [...list.matchAll(/"([^"=]+)/g)].some(([, alias]) => alias.toLowerCase() === wanted);
    });
}

/** Whether the exported constant would clash with an import, a constant of the index or a word of the language. */
function isTaken(wanted) {
  try {
    new Function(`"use strict"; const ${wanted} = 1;`);
  } catch {
    return true;
  }
  const text = Object.values(files).join() + readFileSync(join(folder, "index.ts"), "utf8");
  const imported = [...text.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
    list.split(","),
  );
  const declared = [...text.matchAll(/^export const (\w+): readonly/gm)].map(([, one]) => one);
  return [...imported, ...declared].some((one) => one.trim() === wanted);
}

/** The index with an import in its alphabetical place and an entry at the end of the list. */
function withUnit(text) {
  const lines = text.split("\n");
  const order = new Intl.Collator("en", { numeric: true });
  const isAfter = (line) => {
    const [, other] = /^import \{ \w+ \} from "\.\/(.+)\.ts";$/.exec(line) ?? [];
    return other !== undefined && order.compare(other, fileOf(id)) > 0;
  };
  const last = lines.findLastIndex((line) => line.startsWith("import "));
  const at = lines.findIndex(isAfter);
  lines.splice(at < 0 ? last + 1 : at, 0, `import { ${name} } from "./${fileOf(id)}.ts";`);
  const listed = lines
    .join("\n")
    .replace(/,?(\n?)\];\n*$/, (_, newline) => (newline ? `,\n  ${name},\n];\n` : `, ${name}];\n`));
  if (!listed.includes(`${name},\n];`) && !listed.includes(`, ${name}];`))
    refuse(`${kind.folder}/index.ts does not end with a list`, "add the unit to it by hand");
  return listed;
}
