/** Every table of state.db that stores what happened or was said: where its text is, and how a forgotten row is recognised. */
import type { SQLOutputValue } from "node:sqlite";
import type { Forgotten } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { MACHINES } from "../rows/remotes.ts";
import { forgottenNames } from "./forget-events.ts";

export type StoredRow = Readonly<Record<string, SQLOutputValue | undefined>>;

export type ForgettableTable = {
  readonly name: string;
  readonly key: readonly string[];
  readonly text?: readonly string[];
  /** Columns with JSON, which are searched without its syntax and escapes. */
  readonly json?: readonly string[];
  /** True for a row about a forgotten record or session, whatever its text. */
  readonly isNamed?: (row: StoredRow, what: Forgotten) => boolean;
  /** The tombstones that a row leaves. */
  readonly names?: (row: StoredRow) => string[];
  /** Tombstones of other things that cover the row: of its record, or of its session. */
  readonly coveredBy?: (row: StoredRow) => string[];
};

export const sessionName = (id: unknown): string => `session\0${id}`;
export const turnName = (text: unknown): string => `turn\0${text}`;
export const ticketName = (id: unknown): string => `ticket\0${id}`;

const TICKET_TEXT = ["title", "description", "native_id", "parent", "status", "type", "priority", "source"];
const isAmong = (ids: readonly string[] | undefined, id: unknown): boolean => ids?.includes(String(id)) === true;
const mentionsAny = (ids: readonly string[], json: unknown): boolean => ids.some((id) => String(json).includes(id));
const ofRecord = ({ record }: StoredRow): string[] => [String(record)];
const ofSession = ({ session }: StoredRow): string[] => [sessionName(session)];
const isOfSpace = ({ folder }: StoredRow): boolean => String(folder).startsWith("team:");
const isOfOwnFile = ({ kind }: StoredRow): boolean => kind === "confirmed" || kind === "declined";
const isOfRecord = ({ record }: StoredRow, { ids }: Forgotten): boolean => isAmong(ids, record);

export const FORGETTABLE_TABLES: readonly ForgettableTable[] = [
  // An earlier version of a record may contain the text.
  {
    name: "revisions",
    key: ["seq"],
    json: ["before", "after"],
    // What others erase in their space is not what a record was before its person gave it to that space.
    isNamed: (row, what) => isOfRecord(row, what) && (what.isArrival !== true || isOfSpace(row)),
    names: ({ batch, record, verb }) => [`revision\0${batch}\0${record}\0${verb}`],
    coveredBy: ofRecord,
  },
  { name: "uses", key: ["session", "record"], isNamed: isOfRecord, coveredBy: ofRecord },
  // What own machines agreed on has only the id and hashes, and is how they are told of the deletion.
  {
    name: "agreed",
    key: ["remote", "record"],
    isNamed: (row, what) => row.remote !== MACHINES && isOfRecord(row, what),
    coveredBy: (row) => (row.remote === MACHINES ? [] : ofRecord(row)),
  },
  // An erasure on its way to a space has only the id, and stays until the space has it.
  {
    name: "outbox",
    key: ["seq"],
    text: ["text", "reason"],
    isNamed: (row, what) => row.op !== "erase" && isOfRecord(row, what),
    coveredBy: (row) => (row.op === "erase" ? [] : ofRecord(row)),
  },
  // What is accepted of others, and what became of suggestions, has only hashes and ids.
  {
    name: "decisions",
    key: ["kind", "subject", "value"],
    isNamed: (row, { ids }) => isOfOwnFile(row) && isAmong(ids, row.subject),
    coveredBy: (row) => (isOfOwnFile(row) ? [String(row.subject)] : []),
  },
  {
    name: "suggestions",
    key: ["id"],
    text: ["reason"],
    json: ["record", "change"],
    isNamed: ({ record }, { ids }) => isAmong(ids, recordIdIn(record)),
    names: ({ id }) => [`suggestion\0${id}`],
    coveredBy: ({ record }) => [recordIdIn(record)],
  },
  {
    name: "approvals",
    key: ["action"],
    json: ["body"],
    isNamed: ({ body }, { ids }) => mentionsAny(ids, body),
    names: ({ action }) => [`approval\0${action}`],
  },
  { name: "runs", key: ["id"], json: ["steps"], names: ({ id }) => [`run\0${id}`] },
  {
    name: "episodes",
    key: ["id"],
    text: ["text"],
    json: ["tags"],
    isNamed: ({ id, session }, { ids, sessions }) => isAmong(ids, id) || isAmong(sessions, session),
    names: ({ id }) => [`episode\0${id}`],
    coveredBy: ofSession,
  },
  {
    name: "tickets",
    key: ["id"],
    text: TICKET_TEXT,
    json: ["notes"],
    names: ({ id }) => [ticketName(id)],
  },
  { name: "sessions", key: ["id"], coveredBy: ({ id }) => [sessionName(id)] },
  {
    name: "turns",
    key: ["session", "place", "ord"],
    text: ["text", "tool"],
    json: ["files"],
    names: ({ text }) => [turnName(text)],
    coveredBy: ofSession,
  },
  {
    name: "sentences",
    key: ["seq"],
    text: ["text", "reason"],
    isNamed: ({ kind, session }, { sessions }) => kind === "said" && isAmong(sessions, session),
    names: ({ kind, session, text }) => [`${kind === "said" ? "statement" : "reading"}\0${session}\0${text}`],
    coveredBy: ofSession,
  },
  {
    name: "cures",
    key: ["session", "family", "mark"],
    text: ["failed", "fix", "error", "family"],
    json: ["did_not_help"],
    isNamed: ({ session }, { sessions }) => isAmong(sessions, session),
    names: ({ session, family, mark }) => [`cure\0${session}\0${family}\0${mark}`],
    coveredBy: ofSession,
  },
  {
    name: "acts",
    key: ["seq"],
    text: ["command", "cwd", "reason", "next"],
    isNamed: ({ record, session }, { ids, sessions }) => isAmong(ids, record) || isAmong(sessions, session),
    names: ({ kind, session, command, record }) => [
      kind === "guard" ? `guard\0${session}\0${record}\0${command}` : `act\0${session}\0${command}`,
    ],
    coveredBy: ({ record, session }) => [...(record === null ? [] : [String(record)]), sessionName(session)],
  },
  {
    name: "briefed",
    key: ["receipt", "record"],
    isNamed: ({ record, session }, { ids, sessions }) => isAmong(ids, record) || isAmong(sessions, session),
    coveredBy: ({ record, session }) => [String(record), sessionName(session)],
  },
  {
    name: "advice",
    key: ["session", "record"],
    text: ["command", "error", "instead"],
    isNamed: ({ record, session }, { ids, sessions }) => isAmong(ids, record) || isAmong(sessions, session),
    names: ({ session, record }) => [`advice\0${session}\0${record}`],
    coveredBy: ({ record, session }) => [String(record), sessionName(session)],
  },
  {
    name: "synopses",
    key: ["session"],
    text: ["text"],
    json: ["memories"],
    names: ({ session, text }) => [`synopsis\0${session}\0${text}`],
    coveredBy: ofSession,
  },
  { name: "wordings", key: ["project"], json: ["answer"], isNamed: ({ answer }, { ids }) => mentionsAny(ids, answer) },
];

/** Commands are forgotten by their own rules (see `forget-events.ts`), and recognised by the names that those leave. */
export const EVENTS_TABLE: ForgettableTable = {
  name: "events",
  key: ["id"],
  text: ["command", "cwd", "request", "proposed", "plan", "purpose"],
  coveredBy: ({ command, at, is_timed }) => forgottenNames(String(command), is_timed === 1 ? Number(at) : undefined),
};

/** All text of a row, as it is searched. */
export function textOfRow({ text = [], json = [] }: ForgettableTable, row: StoredRow): string {
  return [...text.map((column) => row[column]), ...json.flatMap((column) => textsIn(row[column]))].join("\n");
}

function recordIdIn(json: unknown): string {
  try {
    return (JSON.parse(String(json)) as MemoryRecord).id;
  } catch {
    return ""; // an import may contain anything
  }
}

function textsIn(json: unknown): string[] {
  try {
    return stringsIn(JSON.parse(String(json)));
  } catch {
    return [String(json)]; // an import may contain anything
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "object") return value === null ? [] : Object.values(value).flatMap(stringsIn);
  return [String(value)];
}
