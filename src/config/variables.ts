/** `${NAME}` in the texts of a config in JSON: environment variables, so that keys stay out of the file. */
import { configProblem } from "./_problems.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The same value with every variable filled in; `$${` is a literal `${`. Messages name variables and never show their values. */
export function withVariables(value: unknown, env: Environment, key = "the config"): unknown {
  if (typeof value === "string") return filled(value, env, key);
  if (Array.isArray(value)) return value.map((one, i) => withVariables(one, env, below(key, String(i))));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withVariables(one, env, below(key, name))]),
  );
}

const below = (key: string, name: string): string => (key === "the config" ? name : `${key}.${name}`);

function filled(text: string, env: Environment, key: string): string {
  return text.replace(/\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)\})?/g, (whole, name?: string) => {
    if (whole === "$${") return "${";
    if (name === undefined) throw configProblem.error("config-variable/name", { key });
    const value = env[name];
    if (value === undefined) throw configProblem.error("config-variable/missing", { name, key });
    return value;
  });
}
