/** Paths of a config start at its folder, wherever the command was started. */
import * as own from "node:path";

/** The path functions of a system: POSIX or Windows. */
type Paths = Pick<typeof own, "isAbsolute" | "join" | "relative" | "sep">;

/** As the current folder would write it: messages show what a person could type. */
export function pathFrom(folder: string, cwd: string, path: string, paths: Paths = own): string {
  if (paths.isAbsolute(path)) return path;
  // A config written on Windows works elsewhere too.
  const written = paths.sep === "/" ? path.replaceAll("\\", "/") : path;
  const full = paths.join(folder, written);
  const near = paths.relative(cwd, full);
  return near === "" ? "." : near;
}
