/** Opens what people name as an input: a file, standard input, or a folder that some format reads as a data set. */
import { type OpenOptions, openPath, type Source } from "../files/source.ts";
import { formats } from "./index.ts";

/** Names of data files in a folder that is not a data set. */
const DATA = /\.(jsonl|json|tsv|csv|parquet|trec|run|qrels|txt|gz|zst)$|qrels|results/i;

/** Files that describe others have no rows. */
const OTHERS =
  /(?:^|\/)(?:\.|readme|licen[cs]e|notice|changelog|manifest|package(?:-lock)?\.json$|dataset_info)[^/]*$/i;

const folders: NonNullable<OpenOptions["folders"]> = {
  isWhole: (files) =>
    formats.some(({ folder }) => folder !== undefined && files.some((file) => folder.test(file))),
  example: (files) => files.find((file) => DATA.test(file) && !OTHERS.test(file)),
};

/**
 * Opens a file, a folder that is a data set, or standard input (`-`).
 * Input that can be read only once (standard input, a pipe) is kept; it is read in full when more than its head is requested.
 */
export const openSource = (
  path: string,
  stdin?: () => AsyncIterable<Uint8Array>,
  more: { readonly name?: string } = {},
): Promise<Source> => openPath(path, stdin, { ...more, folders });
