/** A machine's log as files of the sync repository: a signed list, one file a record, and lines that are only appended. */

import { z } from "zod";
import { sha256 } from "../../../core/base/hash.ts";
import { isId } from "../../../core/base/id.ts";
import { parseJson } from "../../../core/base/parse-json.ts";
import type { RecordId } from "../../../core/record/record.ts";
import type { MachineId, MachineLog, RecordVersion, Removal, SignedLog } from "../../../core/sync/machine-log.ts";
import { fingerprintOf, formerIds, isIdOfKey, isSignedBy, leadsTo, signText } from "../machine-key.ts";

export const FORMAT_FILE = "oldhand-sync.json";
const SCHEMA_VERSION = 2;
/** Weeks of changes; a machine that was away for longer has to be confirmed again. */
export const MOST_EARLIER = 1000;

/** Paths below the machine's folder, with their contents. */
export type MachineFiles = ReadonlyMap<string, string>;

export function folderOf(machine: MachineId): string {
  return `machines/${machine}`;
}

const LIST = "machine.json";
const SIGNATURE = "machine.sig";
const LINE_FILES = ["decisions", "tombstones", "projects", "included"] as const;

/** Far beyond any clock, and safe to count on. */
export const MOST_TIME = 2 ** 50;
const time = z.number().int().min(0).lt(MOST_TIME);
const seen = z.record(z.string(), time);
const texts = z.array(z.string());
const id = (prefix: "mac" | "prj" | "rec") => z.string().refine((text) => isId(text, prefix));
const succession = z.object({
  ...{ id: id("mac"), from: z.string(), to: z.string() },
  ...{ last: z.object({ seq: time, sha: z.string() }), signature: z.string() },
});

const listShape = z.object({
  schemaVersion: z.number(),
  machine: id("mac"),
  name: z.string(),
  seq: time,
  // Version 1 has neither; such a log counts only where its successor says that it ended.
  earlier: texts.max(MOST_EARLIER).default([]),
  successions: z.array(succession).default([]),
  publicKey: z.string(),
  confirmed: texts,
  revoked: texts,
  records: z.record(z.string(), z.object({ t: time, seen, sha: z.string(), project: z.string().exactOptional() })),
  removals: z.array(z.object({ id: z.string(), t: time, seen, why: z.string() })),
  files: z.record(z.string(), z.string()),
});

/** What each line of these files is; the lines of the others are read where they are used. */
const LINE_SHAPES = {
  decisions: z.object({
    suggestion: z.string(),
    status: z.enum(["accepted", "dismissed"]),
    atMs: time,
    made: id("rec").exactOptional(),
  }),
  projects: z.object({ id: id("prj"), name: z.string(), rootCommits: texts, remotes: texts }),
};

export function writeLog(log: MachineLog, privateKey: string): MachineFiles {
  const files = new Map<string, string>();
  for (const { id, text } of log.versions) files.set(recordPath(id), text);
  for (const name of LINE_FILES) files.set(linesPath(name), joinedLines(log[name]));
  const { machine, name, seq, earlier, publicKey, successions, confirmed, revoked } = log;
  const list = {
    ...{ schemaVersion: SCHEMA_VERSION, machine, name, seq, earlier, publicKey, successions, confirmed, revoked },
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

/** The hash of the log that these files are. */
export function hashOf(files: MachineFiles): string {
  return sha256(files.get(LIST)!);
}

type ReadLog =
  | { readonly outcome: "signed"; readonly signed: SignedLog }
  | { readonly outcome: "unusable"; readonly reason: string };

/** Anybody who can write to the remote may have written this: everything is checked, and nothing is assumed. */
export function readLog(machine: MachineId, read: (path: string) => string | undefined): ReadLog {
  const text = read(LIST);
  const { data: list } = listShape.safeParse(parseJson(text));
  if (text === undefined || list === undefined) return { outcome: "unusable", reason: "its list cannot be read" };
  if (list.machine !== machine) return { outcome: "unusable", reason: "its list is of another machine" };
  if (list.schemaVersion > SCHEMA_VERSION) return { outcome: "unusable", reason: "it was written by a newer oldhand" };
  const signature = read(SIGNATURE)?.trim() ?? "";
  if (!isSignedBy(text, { from: list.publicKey, signature }))
    return { outcome: "unusable", reason: "its signature does not match" };
  if (!leadsTo(list.publicKey, list.successions))
    return { outcome: "unusable", reason: "what it says of its former keys is not signed with them" };
  let damaged = 0;
  const missing: RecordId[] = [];
  const demand = (path: string, sha: string | undefined): string | undefined => {
    const content = read(path);
    if (content !== undefined && sha256(content) === sha) return content;
    damaged += 1;
    return undefined;
  };
  const lines = Object.fromEntries(
    LINE_FILES.map((name) => [name, jsonLines(demand(linesPath(name), list.files[name]) ?? "", name)]),
  ) as Pick<MachineLog, (typeof LINE_FILES)[number]>;
  const versions = Object.entries(list.records).flatMap(([id, { t, seen, sha, project }]): RecordVersion[] => {
    if (!isId(id, "rec")) return [];
    // A record that was forgotten on another machine is removed from every machine's folder.
    if (read(recordPath(id)) === undefined) missing.push(id);
    const content = missing.at(-1) === id ? undefined : demand(recordPath(id), sha);
    if (content === undefined) return [];
    const where = project !== undefined && isId(project, "prj") ? { project } : {};
    return [{ id, stamp: { t, machine }, seen, text: content, ...where }];
  });
  const removals = list.removals.flatMap(({ id, t, seen, why }): Removal[] =>
    isId(id, "rec") && (why === "delete" || why === "forget") ? [{ id, stamp: { t, machine }, seen, why }] : [],
  );
  const { name, seq, earlier, publicKey, successions, confirmed, revoked } = list;
  const said = { machine, name, seq, earlier, publicKey, successions, confirmed, revoked };
  const signed: SignedLog = {
    log: { ...said, versions, removals, ...lines },
    sha: sha256(text),
    fingerprint: fingerprintOf(publicKey),
    isIdOfKey: isIdOfKey({ id: machine, publicKey }),
    former: formerIds(successions),
    missing,
    damaged,
  };
  return { outcome: "signed", signed };
}

export function recordPath(id: string): string {
  return `records/${id}.md`;
}

function linesPath(name: (typeof LINE_FILES)[number]): string {
  return `${name}.jsonl`;
}

function joinedLines(items: readonly unknown[]): string {
  return items.map((item) => `${typeof item === "string" ? item : JSON.stringify(item)}\n`).join("");
}

function jsonLines(text: string, name: (typeof LINE_FILES)[number]): readonly unknown[] {
  const lines = text.split("\n").filter((line) => line !== "");
  if (name === "tombstones" || name === "included") return lines;
  const shape = LINE_SHAPES[name];
  return lines.map(parseJson).filter((value) => shape.safeParse(value).success);
}
