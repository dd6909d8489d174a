/** Moves the person's records of one project to another that it was linked to. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { ProjectId } from "../../core/record/record.ts";
import { makeDirectory } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { CATEGORY_FOLDERS, projectFolder, recordNames } from "../files/record-folder.ts";
import { asOldhandError } from "../store-errors.ts";

/** Never overwrites a file. Returns how many were moved. */
export function moveRecords(home: Home, from: ProjectId, into: ProjectId): number {
  const [source, target] = [projectFolder(home, from), projectFolder(home, into)];
  let moved = 0;
  for (const category of CATEGORY_FOLDERS) {
    for (const name of recordNames(source, category)) {
      const path = join(target.path, category, name);
      if (existsSync(path)) continue;
      try {
        makeDirectory(join(target.path, category));
        renameSync(join(source.path, category, name), path);
      } catch (error) {
        throw asOldhandError(error, path);
      }
      moved += 1;
    }
  }
  return moved;
}
