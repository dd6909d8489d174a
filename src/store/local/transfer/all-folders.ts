/** Every folder of one's own, whatever project a call stands in; what repositories carry is theirs. */
import { join } from "node:path";
import { isId } from "../../../core/base/id.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { namesIn } from "../files/durable-files.ts";
import { type Home, projectRecords } from "../files/home.ts";
import { CATEGORY_FOLDERS, type Folder, readRecordFile, recordNames } from "../files/record-folder.ts";
import { readYamlHead } from "../files/yaml-head.ts";

export type RecordFile = {
  readonly folder: Folder;
  readonly path: string;
  readonly text: string;
  readonly version: string;
  readonly record: MemoryRecord;
};

export function allFolders(home: Home): Folder[] {
  const own: Folder = { key: "global", path: home.records, scope: "global", fromRepo: false, takesNew: true };
  const ids = namesIn(home.projects).filter((name) => isId(name, "prj"));
  return [
    own,
    ...ids.map(
      (id): Folder => ({
        key: id,
        path: projectRecords(home, id),
        scope: "project",
        project: id,
        fromRepo: false,
        takesNew: true,
      }),
    ),
  ];
}

/** The records of these folders, read from their files; what is no record, or holds a secret, is not among them. */
export function* recordsIn(folders: readonly Folder[]): Generator<RecordFile> {
  for (const folder of folders) {
    for (const category of CATEGORY_FOLDERS) {
      for (const name of recordNames(folder, category)) {
        const file = readRecordFile(folder, { category, name }, readYamlHead);
        if (file?.parsed.outcome !== "record") continue;
        yield {
          folder,
          path: join(category, name),
          text: file.text,
          version: file.version,
          record: file.parsed.record,
        };
      }
    }
  }
}
