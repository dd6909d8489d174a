/** Writes records to their files, which are the truth: a change is checked against its base version, published, then acknowledged. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { shortId } from "../../core/base/id.ts";
import type { Change, Committed, Kept, Records } from "../../core/ports.ts";
import { acceptanceHash, unconfirmed } from "../../core/record/acceptance.ts";
import { writeRecord } from "../../core/record/file.ts";
import type { Category, MemoryRecord } from "../../core/record/record.ts";
import { slug } from "../../core/text/words.ts";
import type { FreshStore, OpenStoreOptions } from "../fresh-store.ts";
import type { Entry } from "../index/find-entries.ts";
import { entriesOf } from "../index/record-entries.ts";
import type { Acceptances } from "../rows/acceptances.ts";
import type { Revisions } from "../rows/revisions.ts";
import { asStoreError } from "../store-errors.ts";
import { discard, moveFile, prepareFile, publishFile, refuseLink, removeFile, replaceFile } from "./durable-files.ts";
import {
  type Folder,
  isOthers,
  linkAt,
  look,
  type ReadFile,
  readRecordBytes,
  readRecordFile,
  versionOf,
} from "./record-folder.ts";

export type RecordFiles = Records & {
  /** Saves the losing version of a conflict next to the record; returns its path. */
  saveConflictCopy(record: MemoryRecord): string;
};

type Put = Extract<Change, { op: "put" }>;
type FolderKind = NonNullable<Put["into"]>;

type RecordFilesOptions = Pick<OpenStoreOptions, "folders" | "clock" | "at"> &
  Pick<FreshStore, "state" | "index" | "reader" | "tombstones" | "readYaml" | "newId"> & {
    readonly revisions: Revisions;
    readonly accepted: Acceptances;
  };

export function recordFiles(parts: RecordFilesOptions): RecordFiles {
  const { folders, state, index, reader, revisions } = parts;
  const entries = entriesOf(index);
  return {
    get: async (id) => reader.byId(id),
    async commit(changes) {
      try {
        return commit(parts, changes);
      } catch (error) {
        throw asStoreError(error, state.path);
      }
    },
    history: async (id) => revisions.of(id),
    saveConflictCopy(record) {
      const folder = folderFor(folders, record);
      const known = entries.byId(record.id, [folder.key])[0];
      const stem = (known?.name ?? fileName(record)).replace(/\.md$/, "");
      // Under the lock, so that two conflict copies never get the same name.
      return state.write(() => {
        for (let n = 1; ; n++) {
          const path = join(folder.path, known?.category ?? record.category, `${stem}.conflict-${n}.md`);
          if (existsSync(path)) continue;
          replaceFile(path, writeRecord(record), parts.at);
          return path;
        }
      });
    },
  };
}

/** One change, prepared before the lock is taken: writing and syncing the temporary is the slow part. */
type PreparedChange = {
  readonly change: Change;
  readonly folder: Folder;
  readonly old: Entry | undefined;
  readonly temporary?: string;
  readonly text?: string;
  /** The acceptance of the content, if writing it accepts it. */
  readonly acceptance?: string | undefined;
};

function commit(parts: RecordFilesOptions, changes: readonly Change[]): Committed {
  const { state, at } = parts;
  const ready: PreparedChange[] = [];
  const batch = parts.newId("rev");
  try {
    for (const change of changes) ready.push(prepare(parts, change));
    const outcome = state.write(() => {
      const now = ready.flatMap(({ change, folder, old }) => staleBase(parts, { change, folder, old }));
      if (now.length > 0) return { outcome: "conflict" as const, now: now.filter((kept) => kept !== "gone") };
      for (const item of ready) publish(parts, item, batch);
      return undefined;
    });
    at("state committed");
    if (outcome !== undefined) return outcome;
  } finally {
    for (const { temporary } of ready) if (temporary !== undefined) discard(temporary);
  }
  const kept = parts.index.write(() => ready.flatMap((item) => reindex(parts, item)));
  at("index committed");
  return { outcome: "kept", kept };
}

function prepare(parts: RecordFilesOptions, change: Change): PreparedChange {
  const entries = entriesOf(parts.index);
  const id = change.op === "put" ? change.record.id : change.id;
  const keys = parts.folders.map(({ key }) => key);
  const old = entries.byId(id, keys).find((entry) => entry.state !== "invalid");
  const home = old === undefined ? undefined : parts.folders.find(({ key }) => key === old.folder);
  if (change.op === "remove") {
    if (old === undefined || home === undefined) throw new OldhandError("not-found", `There is no record ${id}.`);
    return { change, folder: home, old };
  }
  const stays =
    home !== undefined && home.scope === change.record.scope && (change.into ?? kindOf(home)) === kindOf(home);
  if (!stays && home?.space !== undefined && change.into === undefined)
    throw new OldhandError("invalid", "It is a project's record in a team's space and stays there. Add a new record.");
  const folder = stays ? home : folderFor(parts.folders, change.record, change.into);
  const base = old === undefined ? undefined : parts.reader.claimIn(old);
  const record = base === undefined || base.isAccepted ? change.record : withClaims(change.record, base.claimed);
  const text = writeRecord(isOthers(folder) ? sharedForm(record, folder, change) : record);
  const readBack = demandReadable(folder, { ...pathOf(folder, record, old), text }, parts);
  const isAcceptance = change.isArrival !== true && (change.keepsAcceptance !== true || base?.isAccepted !== false);
  return {
    change,
    folder,
    old,
    text,
    temporary: prepareFile(pathIn(folder, record, old), text, parts.at),
    acceptance: isAcceptance ? acceptanceHash(readBack) : undefined,
  };
}

/** A file that nobody confirmed keeps what it says about itself: the person confirms it with this change, or still can. */
function withClaims(record: MemoryRecord, claimed: MemoryRecord): MemoryRecord {
  const lowered = unconfirmed(claimed);
  const isTaken = record.accepted === true && lowered.accepted !== true;
  if (record.trust !== lowered.trust || (!isTaken && record.accepted !== lowered.accepted)) return record;
  const { accepted: _, ...rest } = record;
  const accepted = isTaken && claimed.trust !== "person" ? true : claimed.accepted;
  return { ...rest, trust: claimed.trust, ...(accepted !== undefined && { accepted }) };
}

/** Refuses a record that could not be read back, before anything is written. */
function demandReadable(
  folder: Folder,
  { category, name, text }: { readonly category: Category; readonly name: string; readonly text: string },
  { readYaml, clock }: RecordFilesOptions,
): MemoryRecord {
  const link = linkAt(folder, category);
  if (link !== undefined) refuseLink(link);
  const place = { category, name, bytes: Buffer.from(text), modifiedMs: clock() };
  const { parsed } = readRecordBytes(folder, place, readYaml);
  if (parsed.outcome === "record") return parsed.record;
  const reason = parsed.outcome === "invalid" ? parsed.reason : "its frontmatter cannot be read back";
  throw new OldhandError("invalid", `The record cannot be saved as a file: ${reason}. Change it and try again.`);
}

/** The current record, if it is not the version that the change was made from. */
function staleBase(
  parts: RecordFilesOptions,
  { change, folder, old }: Pick<PreparedChange, "change" | "folder" | "old">,
): (Kept | "gone")[] {
  const now = old === undefined ? undefined : parts.reader.fromFile(old);
  if (change.op === "put") {
    const stays = change.base !== null && old?.folder === folder.key && old.category === change.record.category;
    // A file that is already at a new path must not be overwritten.
    if (!stays && existsSync(pathIn(folder, change.record, old))) return [now ?? "gone"];
  }
  if (change.base === null) return now === undefined ? [] : [now];
  return now?.version === change.base ? [] : [now ?? "gone"];
}

function publish(
  parts: RecordFilesOptions,
  { change, folder, old, temporary, acceptance }: PreparedChange,
  batch: string,
): void {
  const { revisions, tombstones, clock, at } = parts;
  const oldFolder = old === undefined ? undefined : parts.folders.find(({ key }) => key === old.folder);
  const oldPath =
    old === undefined || oldFolder === undefined ? undefined : join(oldFolder.path, old.category, old.name);
  const before = old === undefined ? undefined : parts.reader.fromFile(old)?.record;
  const entry = { batch, folder: folder.key, atMs: clock(), why: change.why, before };
  if (change.op === "remove") {
    if (change.leaveTombstone) tombstones.add({ id: change.id, text: before?.text ?? "" }, change.why.verb, clock());
    at("tombstone written");
    if (oldPath !== undefined) removeFile(oldPath, at);
    parts.accepted.drop(change.id);
    revisions.append({ ...entry, record: change.id });
    return;
  }
  const path = pathIn(folder, change.record, old);
  // Before the file is back: with a tombstone it would count as deleted.
  if (change.why.verb === "undo" && change.base === null) tombstones.liftNow(change.record);
  // Moved first and changed there: a crash never leaves two files of one record.
  const isMove = oldPath !== undefined && oldPath !== path && old?.folder === folder.key;
  if (isMove) moveFile(oldPath, path, at);
  publishFile(temporary!, path, at);
  if (oldPath !== undefined && oldPath !== path && !isMove) removeFile(oldPath, at);
  if (acceptance !== undefined) parts.accepted.add(folder, { id: change.record.id, hash: acceptance }, clock());
  revisions.append({ ...entry, record: change.record.id, after: change.record });
}

function reindex(parts: RecordFilesOptions, { change, folder, old, text }: PreparedChange): Kept[] {
  const entries = entriesOf(parts.index);
  if (change.op === "remove") {
    if (old !== undefined) entries.drop(old);
    return [];
  }
  const path = pathOf(folder, change.record, old);
  if (old !== undefined && !(old.folder === folder.key && old.category === path.category && old.name === path.name))
    entries.drop(old);
  const listed = look(folder, path.category, path.name, systemClock());
  const file: ReadFile | undefined = readRecordFile(folder, path, parts.readYaml);
  if (listed === undefined || file === undefined || file.parsed.outcome !== "record") {
    throw new OldhandError("io", `${path.name} was written but cannot be read back. Run \`oldhand doctor\`.`);
  }
  if (file.version === versionOf(text!)) entries.put(folder, listed, file, "kept");
  const kept = parts.reader.byId(change.record.id);
  return kept === undefined ? [] : [kept];
}

/** The folder for new records of this scope: the repository's or a space's if the project shares its records, else the person's. */
function folderFor(folders: readonly Folder[], record: MemoryRecord, into?: FolderKind): Folder {
  const fitting = folders.filter(
    ({ scope, project }) => scope === record.scope && (scope === "global" || project === record.project),
  );
  const folder =
    into === undefined
      ? (fitting.find((one) => one.takesNew && mayTake(one, record)) ??
        fitting.find((one) => !isOthers(one)) ??
        fitting[0])
      : fitting.find((one) => kindOf(one) === into && (into !== "space" || one.takesNew));
  if (folder === undefined)
    throw new OldhandError(
      "invalid",
      "That record belongs to another project. Run the command in that project's directory.",
    );
  return folder;
}

function kindOf({ fromRepo, space }: Folder): FolderKind {
  return fromRepo ? "repository" : space === undefined ? "own" : "space";
}

/** A team is sent what a person wrote or accepted, not what agents and programs noted. */
function mayTake({ space }: Folder, { trust, accepted }: MemoryRecord): boolean {
  return space === undefined || trust === "person" || trust === "team" || accepted === true;
}

/** A record keeps its file name, so that links and git follow it; only its category folder may change. */
function pathOf(folder: Folder, record: MemoryRecord, old: Entry | undefined) {
  const sameFolder = old?.folder === folder.key;
  return { category: record.category, name: sameFolder ? old.name : fileName(record) };
}

function pathIn(folder: Folder, record: MemoryRecord, old: Entry | undefined): string {
  const { category, name } = pathOf(folder, record, old);
  return join(folder.path, category, name);
}

/** A record that others get names no host or local path, and is not marked as accepted for them. */
function sharedForm(
  { accepted: _, ...record }: MemoryRecord,
  { member }: Folder,
  { isArrival = false }: Pick<Put, "isArrival">,
): MemoryRecord {
  // Whoever changes a record is the author of that version.
  const author = isArrival ? record.author : member;
  return { ...record, source: record.source.split(/[:/#]/)[0]!, ...(author !== undefined && { author }) };
}

export function fileName(record: Pick<MemoryRecord, "id" | "key">): string {
  return `${slug(record.key)}-${shortId(record.id)}.md`;
}
