/** Which folders of records were judged by the current rules, and what was archived that the person has not been shown. */
import type { RecordId } from "../../core/record/record.ts";
import { getMeta, setMeta } from "../../store/databases/database.ts";
import { type Folder, isOthers } from "../../store/files/record-folder.ts";
import type { WriteStore } from "../../store/write-store.ts";

/** Counted up when the rules change so much that older records must be judged again. */
const RULES = 2;
const TO_SHOW = "archived_to_show";

type Store = Pick<WriteStore, "state" | "folders">;

/** Records of repositories are not learned here. */
export function unjudgedFolders({ state, folders }: Store): readonly Folder[] {
  return folders.filter((folder) => !isOthers(folder) && getMeta(state, judgedKey(folder.key)) !== String(RULES));
}

export function markJudged({ state }: Store, folders: readonly Folder[]): void {
  for (const { key } of folders) setMeta(state, judgedKey(key), String(RULES));
}

function judgedKey(folder: string): string {
  return `judged ${folder}`;
}

export function addToShow({ state }: Pick<Store, "state">, ids: readonly RecordId[]): void {
  if (ids.length > 0) setMeta(state, TO_SHOW, JSON.stringify([...shownNext(state), ...ids]));
}

/** The records that were archived since the person was last shown any; empty afterwards. */
export function takeToShow({ state }: Pick<Store, "state">): readonly RecordId[] {
  const ids = shownNext(state);
  if (ids.length > 0) setMeta(state, TO_SHOW, "[]");
  return ids;
}

function shownNext(state: Store["state"]): RecordId[] {
  return JSON.parse(getMeta(state, TO_SHOW) ?? "[]") as RecordId[];
}
