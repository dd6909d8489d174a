/** Moves the records of one project to another, file by file: what is there already is never overwritten. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { ProjectId } from "../../../core/record/record.ts";
import { makeDirectory } from "../files/durable-files.ts";
import { asOldhandError } from "../files/file-errors.ts";
import { type Home, projectRecords } from "../files/home.ts";
import { CATEGORY_FOLDERS, type Folder, recordNames } from "../files/record-folder.ts";

export function moveFolder(home: Home, from: ProjectId, into: ProjectId): number {
  const of = { scope: "project" as const, fromRepo: false, takesNew: true };
  const source: Folder = { ...of, key: from, path: projectRecords(home, from), project: from };
  const target = projectRecords(home, into);
  let moved = 0;
  for (const category of CATEGORY_FOLDERS) {
    for (const name of recordNames(source, category)) {
      const path = join(target, category, name);
      if (existsSync(path)) continue;
      try {
        makeDirectory(join(target, category));
        renameSync(join(source.path, category, name), path);
      } catch (error) {
        throw asOldhandError(error, path);
      }
      moved += 1;
    }
  }
  return moved;
}
