/** Reads the files of all records of the person's own, of every project; those in repositories are not among them. */
import { join } from "node:path";
import type { MemoryRecord } from "../../core/record/record.ts";
import { CATEGORY_FOLDERS, type Folder, readRecordFile, recordNames } from "./record-folder.ts";
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
