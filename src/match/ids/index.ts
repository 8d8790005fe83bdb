/** Rules that turn an id into the one it is matched by. */
import type { IdNormaliser } from "./_types.ts";
import { chunkSuffix } from "./chunk-suffix.ts";
import { basename, noExtension, path } from "./path.ts";
import { exact, lower, nfc, number, percent, unwrap, urnUuid, zeros } from "./spelling.ts";
import { url, urlPath, urlWithQuery } from "./url.ts";

export { compareIds } from "../../core/ids.ts";
export type { IdNormaliser } from "./_types.ts";

/** All of them, the simplest first: of two that match equally well, the first is proposed. */
export const idNormalisers: readonly IdNormaliser[] = [
  exact,
  lower,
  nfc,
  percent,
  unwrap,
  number,
  zeros,
  path,
  url,
  urlWithQuery,
  urlPath,
  noExtension,
  urnUuid,
  chunkSuffix,
  basename,
];

/** By name. An id of which nothing would be left stays as it is. */
export const idRules: Readonly<Record<string, (id: string) => string>> = Object.fromEntries(
  idNormalisers.map(({ id: name, apply }) => [name, (id: string) => apply(id) || id]),
);
