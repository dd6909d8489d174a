/** Reads the files of all records of the person's own, of every project; those in repositories are not among them. */
import { join } from "node:path";
import { isId } from "../../../core/base/id.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { namesIn } from "./durable-files.ts";
import type { Home } from "./home.ts";
import {
  CATEGORY_FOLDERS,
  type Folder,
  globalFolder,
  projectFolder,
  readRecordFile,
  recordNames,
} from "./record-folder.ts";
import { readYamlHead } from "./yaml-head.ts";

export type OwnRecord = {
  readonly folder: Folder;
  readonly path: string;
  readonly text: string;
  readonly version: string;
  readonly record: MemoryRecord;
};

/** Invalid files and files with a secret are left out. */
export function* recordsIn(folders: readonly Folder[]): Generator<OwnRecord> {
  for (const folder of folders) {
    for (const category of CATEGORY_FOLDERS) {
      for (const name of recordNames(folder, category)) {
        const file = readRecordFile(folder, { category, name }, readYamlHead);
        if (file?.parsed.outcome !== "record") continue;
        const path = join(category, name);
        yield { folder, path, text: file.text, version: file.version, record: file.parsed.record };
      }
    }
  }
}

/** The global folder and every project's. */
export function ownFolders(home: Home): Folder[] {
  const ids = namesIn(home.projects).filter((name) => isId(name, "prj"));
  return [globalFolder(home), ...ids.map((id) => projectFolder(home, id))];
}
