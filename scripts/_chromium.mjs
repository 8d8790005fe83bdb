// The browser of tests, screenshots and measurements.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/**
 * Where Chromium is on PATH.
 * @returns {string | undefined}
 */
export function chromiumPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Containers have little shared memory, and their root user no sandbox. */
export const CHROMIUM_ARGS = ["--no-sandbox", "--disable-dev-shm-usage"];
