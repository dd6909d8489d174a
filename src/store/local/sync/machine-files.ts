/** A machine's log as files of the sync repository: a signed list, one file a record, and lines that are only appended. */

import { sha256 } from "../../../core/base/hash.ts";
import { isId } from "../../../core/base/id.ts";
import { parseJson } from "../../../core/base/parse-json.ts";
import type {
  KeyChange,
  MachineId,
  MachineLog,
  RecordVersion,
  Removal,
  SeenTimes,
  SharedDecision,
  SharedProject,
} from "../../../core/sync/machine-log.ts";
import { fingerprintOf, isSignedBy, signText } from "./machine-key.ts";

export const FORMAT_FILE = "oldhand-sync.json";
const SCHEMA_VERSION = 1;

/** Paths below the machine's folder, with their contents. */
export type MachineFiles = ReadonlyMap<string, string>;

export function folderOf(machine: MachineId): string {
  return `machines/${machine}`;
}

const LIST = "machine.json";
const SIGNATURE = "machine.sig";
const LINE_FILES = ["decisions", "tombstones", "projects", "included"] as const;

type ListedVersion = { readonly t: number; readonly seen: SeenTimes; readonly sha: string; readonly project?: string };
type ListedRemoval = { readonly id: string; readonly t: number; readonly seen: SeenTimes; readonly why: string };

type List = Pick<MachineLog, "machine" | "name" | "seq" | "publicKey" | "keyChanges" | "confirmed" | "revoked"> & {
  readonly schemaVersion: number;
  readonly records: Readonly<Record<string, ListedVersion>>;
  readonly removals: readonly ListedRemoval[];
  readonly files: Readonly<Record<string, string>>;
};

export function writeLog(log: MachineLog, privateKey: string): MachineFiles {
  const files = new Map<string, string>();
  for (const { id, text } of log.versions) files.set(recordPath(id), text);
  for (const name of LINE_FILES) files.set(linesPath(name), linesOf(log[name]));
  const { machine, name, seq, publicKey, keyChanges, confirmed, revoked } = log;
  const list: List = {
    ...{ schemaVersion: SCHEMA_VERSION, machine, name, seq, publicKey, keyChanges, confirmed, revoked },
    records: Object.fromEntries(
      log.versions.map(({ id, stamp, seen, text, project }) => [
        id,
        { t: stamp.t, seen, sha: sha256(text), ...(project !== undefined && { project }) },
      ]),
    ),
    removals: log.removals.map(({ id, stamp, seen, why }) => ({ id, t: stamp.t, seen, why })),
    files: Object.fromEntries(LINE_FILES.map((file) => [file, sha256(files.get(linesPath(file))!)])),
  };
  const text = `${JSON.stringify(list, null, 1)}\n`;
  files.set(LIST, text);
  files.set(SIGNATURE, `${signText(text, privateKey)}\n`);
  return files;
}

export type ReadLog =
  | { readonly outcome: "signed"; readonly log: MachineLog; readonly fingerprint: string; readonly damaged: number }
  | { readonly outcome: "unusable"; readonly reason: string };

/** Anybody who can write to the remote may have written this: everything is checked, and nothing is assumed. */
export function readLog(machine: MachineId, read: (path: string) => string | undefined): ReadLog {
  const text = read(LIST);
  const list = text === undefined ? undefined : parsedList(text);
  if (text === undefined || list === undefined) return { outcome: "unusable", reason: "its list cannot be read" };
  if (list.machine !== machine) return { outcome: "unusable", reason: "its list is of another machine" };
  if (list.schemaVersion > SCHEMA_VERSION) return { outcome: "unusable", reason: "it was written by a newer oldhand" };
  const signature = read(SIGNATURE)?.trim() ?? "";
  if (!isSignedBy(text, { from: list.publicKey, signature }))
    return { outcome: "unusable", reason: "its signature does not match" };
  let damaged = 0;
  const demand = (path: string, sha: string | undefined): string | undefined => {
    const content = read(path);
    // A record that was forgotten on another machine is removed from every machine's folder.
    if (content === undefined || sha256(content) === sha) return content;
    damaged += 1;
    return undefined;
  };
  const lines = Object.fromEntries(
    LINE_FILES.map((name) => [name, jsonLines(demand(linesPath(name), list.files[name]) ?? "", name)]),
  ) as Pick<MachineLog, (typeof LINE_FILES)[number]>;
  const versions = Object.entries(list.records).flatMap(([id, { t, seen, sha, project }]): RecordVersion[] => {
    const content = isId(id, "rec") ? demand(recordPath(id), sha) : undefined;
    if (content === undefined) return [];
    const where = project !== undefined && isId(project, "prj") ? { project } : {};
    return [{ id, stamp: { t, machine }, seen, text: content, ...where }];
  });
  const removals = list.removals.flatMap(({ id, t, seen, why }): Removal[] =>
    isId(id, "rec") && (why === "delete" || why === "forget") ? [{ id, stamp: { t, machine }, seen, why }] : [],
  );
  const { name, seq, publicKey, keyChanges, confirmed, revoked } = list;
  const log = { machine, name, seq, publicKey, keyChanges, confirmed, revoked, versions, removals, ...lines };
  return { outcome: "signed", log, fingerprint: fingerprintOf(publicKey), damaged };
}

export function recordPath(id: string): string {
  return `records/${id}.md`;
}

function linesPath(name: (typeof LINE_FILES)[number]): string {
  return `${name}.jsonl`;
}

function linesOf(items: readonly unknown[]): string {
  return items.map((item) => `${typeof item === "string" ? item : JSON.stringify(item)}\n`).join("");
}

function jsonLines(text: string, name: (typeof LINE_FILES)[number]): readonly unknown[] {
  const lines = text.split("\n").filter((line) => line !== "");
  if (name === "tombstones" || name === "included") return lines;
  return lines.flatMap((line): (SharedDecision | SharedProject)[] => {
    const value = parseJson(line);
    if (name === "decisions") return isDecision(value) ? [value] : [];
    return isProject(value) ? [value] : [];
  });
}

function parsedList(text: string): List | undefined {
  const list = parseJson(text) as Partial<List> | undefined;
  if (typeof list !== "object" || list === null) return undefined;
  const isValid =
    typeof list.schemaVersion === "number" &&
    typeof list.machine === "string" &&
    isId(list.machine, "mac") &&
    typeof list.name === "string" &&
    isTime(list.seq) &&
    typeof list.publicKey === "string" &&
    isTexts(list.confirmed) &&
    isTexts(list.revoked) &&
    Array.isArray(list.keyChanges) &&
    list.keyChanges.every(isKeyChange) &&
    isRecordOf(list.records, isListedVersion) &&
    Array.isArray(list.removals) &&
    list.removals.every(isListedRemoval) &&
    isRecordOf(list.files, (value): value is string => typeof value === "string");
  return isValid ? (list as List) : undefined;
}

/** Far beyond any clock, and safe to count on. */
const MOST_TIME = 2 ** 50;

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < MOST_TIME;
}

function isListedVersion(value: unknown): value is ListedVersion {
  if (!isObject(value)) return false;
  const { t, seen, sha, project } = value;
  const isPlaced = project === undefined || typeof project === "string";
  return isTime(t) && isRecordOf(seen, isTime) && typeof sha === "string" && isPlaced;
}

function isListedRemoval(value: unknown): value is ListedRemoval {
  return isObject(value) && typeof value.id === "string" && isTime(value.t) && isRecordOf(value.seen, isTime);
}

function isKeyChange(value: unknown): value is KeyChange {
  return isObject(value) && ["from", "to", "signature"].every((key) => typeof value[key] === "string");
}

function isDecision(value: unknown): value is SharedDecision {
  if (!isObject(value)) return false;
  const { suggestion, status, atMs, made } = value;
  const isMade = made === undefined || (typeof made === "string" && isId(made, "rec"));
  return typeof suggestion === "string" && (status === "accepted" || status === "dismissed") && isTime(atMs) && isMade;
}

function isProject(value: unknown): value is SharedProject {
  if (!isObject(value)) return false;
  const { id, name, rootCommits, remotes } = value;
  return (
    typeof id === "string" && isId(id, "prj") && typeof name === "string" && isTexts(rootCommits) && isTexts(remotes)
  );
}

function isRecordOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is Record<string, T> {
  return isObject(value) && Object.values(value).every(isOne);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
