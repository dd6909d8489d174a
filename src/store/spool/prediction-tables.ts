/** The tables of likely next commands that shells read: one file a project, and one that says which directory has which. */
import { join } from "node:path";
import { errnoOf } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";
import {
  isThere,
  makeDirectory,
  namesIn,
  readTextIfAny,
  removeFile,
  removeTemporaries,
  replaceFile,
} from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";

/** The table for commands outside of projects. */
const OUTSIDE = "outside";
const ROOTS = "roots";
const MOST_BYTES = 1024 * 1024;

export function predictionTables({ predictions }: Pick<Home, "predictions">) {
  /** If another process clears them at this moment, because something is forgotten, this one was made before that. */
  const replaceUnlessCleared = (path: string, text: string): void => {
    makeDirectory(predictions);
    try {
      replaceFile(path, text);
    } catch (error) {
      if (errnoOf((error as Error).cause) !== "ENOENT") throw error;
    }
  };
  const pathOf = (project: ProjectId | null): string => join(predictions, project ?? OUTSIDE);
  return {
    /** The first line of a table: what it was made from. */
    stampOf(project: ProjectId | null): string | undefined {
      return readTextIfAny(pathOf(project), MOST_BYTES)?.split("\n", 1)[0];
    },
    write(project: ProjectId | null, text: string): void {
      replaceUnlessCleared(pathOf(project), text);
    },
    /** Shells find the table of a directory by the longest root that contains it. */
    writeRoots(roots: readonly { readonly project: ProjectId; readonly path: string }[], stamp: string): void {
      const lines = roots.filter(({ path }) => !/[\n\t]/.test(path)).map(({ project, path }) => `${project}\t${path}`);
      const text = [stamp, ...lines, ""].join("\n");
      const file = join(predictions, ROOTS);
      const known = readTextIfAny(file, MOST_BYTES);
      if (known?.slice(known.indexOf("\n")) === text.slice(text.indexOf("\n"))) return;
      replaceUnlessCleared(file, text);
    },
    /** Removes all of them; the next command writes those that are wanted. */
    clear(): void {
      if (!isThere(predictions)) return;
      removeTemporaries(predictions);
      const names = namesIn(predictions).filter((name) => !name.startsWith("."));
      for (const name of names) removeFile(join(predictions, name));
    },
  };
}
