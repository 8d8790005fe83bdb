/** Fields for every wording of every table, made from its types: what the words can be given. */
import { join } from "node:path";
import ts from "typescript";
import { root } from "../scripts/_prepare.mjs";

export interface WordingSamples {
  /** "code", or "code/reason". */
  readonly key: string;
  readonly samples: readonly unknown[];
}

/** By the path of the file with the table. */
export function problemSamples(paths: readonly string[]): ReadonlyMap<string, readonly WordingSamples[]> {
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config as object;
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  const files = paths.map((path) => join(root, path));
  const program = ts.createProgram(files, { ...options, noEmit: true, incremental: false });
  const checker = program.getTypeChecker();
  return new Map(
    paths.map((path, i) => {
      const file = program.getSourceFile(files[i]!)!;
      const tables: ts.ObjectLiteralExpression[] = [];
      const find = (node: ts.Node): void => {
        const [table] = ts.isCallExpression(node) && isDefine(node.expression) ? node.arguments : [];
        if (table !== undefined && ts.isObjectLiteralExpression(table)) tables.push(table);
        ts.forEachChild(node, find);
      };
      find(file);
      const wordings = tables.flatMap((table) =>
        checker.getPropertiesOfType(checker.getTypeAtLocation(table)).map((property) => {
          const [signature] = checker.getTypeOfSymbolAtLocation(property, table).getCallSignatures();
          const [fields] = signature!.getParameters();
          const type = fields === undefined ? undefined : checker.getTypeOfSymbolAtLocation(fields, table);
          return {
            key: property.getName(),
            samples: type === undefined ? [{}] : samplesOf(type, "", checker, table),
          };
        }),
      );
      return [path, wordings] as const;
    }),
  );
}

const isDefine = (callee: ts.Expression): boolean =>
  ts.isIdentifier(callee) && /^define(Problems|WrongUses)$/.test(callee.text);

/** Every member of a union; of an object one with all of its fields, one with those it must have, and one for each choice of a field. */
function samplesOf(type: ts.Type, name: string, checker: ts.TypeChecker, at: ts.Node): unknown[] {
  const deeper = (inner: ts.Type, of: string): unknown[] => samplesOf(inner, of, checker, at);
  if (type.isUnion())
    return [...new Set(type.types.flatMap((one) => deeper(one, name)))].filter((one) => one !== undefined);
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  const { flags } = type;
  if (flags & ts.TypeFlags.BooleanLiteral) return [checker.typeToString(type) === "true"];
  if (flags & ts.TypeFlags.StringLike) return [`<${name}>`];
  if (flags & ts.TypeFlags.NumberLike) return [3];
  if (flags & ts.TypeFlags.Null) return [null];
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return [undefined];
  if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return [`<${name}>`];
  if (checker.isTupleType(type))
    return [checker.getTypeArguments(type as ts.TypeReference).map((one) => deeper(one, name)[0])];
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return deeper(item!, name).map((one) => [one, one]);
  }
  const properties = checker.getPropertiesOfType(type).map((property) => ({
    name: property.getName(),
    isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    values: deeper(checker.getTypeOfSymbolAtLocation(property, at), property.getName()),
  }));
  const made = (which: typeof properties): Record<string, unknown> =>
    Object.fromEntries(which.map((one) => [one.name, one.values[0]]));
  const all = made(properties);
  return [
    all,
    made(properties.filter(({ isOptional }) => !isOptional)),
    ...properties.flatMap((one) => one.values.slice(1).map((value) => ({ ...all, [one.name]: value }))),
  ];
}
