/** The acts table: what guards said, what came next, what sessions did lately, and what the command line did as the person. */
import { type Database, insertRow } from "../databases/database.ts";

export type GuardLogEntry = {
  readonly atMs: number;
  readonly agent: string;
  readonly session: string;
  /** The command, or the file that a tool was about to edit; screened. */
  readonly command: string;
  readonly record: string;
  readonly action: "warn" | "ask" | "deny" | "late";
  readonly reason: string;
  readonly next?: string;
};

export type SessionAct = {
  readonly session: string;
  readonly atMs: number;
  readonly cwd: string;
  readonly kind: "command" | "edit";
  /** Screened; empty for an edit. */
  readonly command: string;
  readonly outcome: "ok" | "failed" | "unknown";
};

const OF_GUARDS = "FROM acts WHERE kind = 'guard'";
const OF_AGENTS = "FROM acts WHERE kind IN ('command', 'edit')";
/** Without a session: `command` is the verb, `reason` what only a person may do. */
const OF_PERSON = "FROM acts WHERE kind = 'command' AND session = ''";

const MOST_ENTRIES = 5000;
const MOST_ACTS = 500;
const KEEP_ACTS_MS = 2 * 24 * 3_600_000;

export function guardLogOf(state: Database) {
  return {
    add(entries: readonly Omit<GuardLogEntry, "next">[]): void {
      if (entries.length === 0) return;
      state.write(() => {
        for (const { atMs, agent, session, command, record, action, reason } of entries)
          insertRow(state, "acts", { kind: "guard", at_ms: atMs, agent, session, command, record, action, reason });
        state
          .sql(`DELETE ${OF_GUARDS} AND seq <= (SELECT seq ${OF_GUARDS} ORDER BY seq DESC LIMIT 1 OFFSET ?)`)
          .run(MOST_ENTRIES);
      });
    },
    /** Whether this session has been warned by this record. */
    hasWarned: (session: string, record: string): boolean =>
      state.sql(`SELECT 1 ${OF_GUARDS} AND session = ? AND record = ? AND action = 'warn'`).get(session, record) !==
      undefined,
    /** Whether something is still to be told about what the session did next. */
    isOpen: (session: string): boolean =>
      state.sql(`SELECT 1 ${OF_GUARDS} AND session = ? AND next IS NULL LIMIT 1`).get(session) !== undefined,
    /** Warnings about what the session is doing now. */
    openWarnings: (session: string): readonly GuardLogEntry[] =>
      state
        .sql(`SELECT * ${OF_GUARDS} AND session = ? AND next IS NULL AND action = 'warn' ORDER BY seq`)
        .all(session)
        .map(entryFrom),
    closeWith(session: string, next: string): void {
      state.write(() =>
        state.sql("UPDATE acts SET next = ? WHERE kind = 'guard' AND session = ? AND next IS NULL").run(next, session),
      );
    },
    /** The newest first. */
    list: (limit: number): readonly GuardLogEntry[] =>
      state.sql(`SELECT * ${OF_GUARDS} ORDER BY seq DESC LIMIT ?`).all(limit).map(entryFrom),
  };
}

export function sessionActsOf(state: Database) {
  return {
    add({ session, atMs, cwd, kind, command, outcome }: SessionAct): void {
      state.write(() => {
        insertRow(state, "acts", { session, at_ms: atMs, cwd, kind, command, outcome });
        state.sql(`DELETE ${OF_AGENTS} AND at_ms < ?`).run(atMs - KEEP_ACTS_MS);
      });
    },
    /** In order of time. */
    of: (session: string): readonly SessionAct[] =>
      state
        .sql(`SELECT * ${OF_AGENTS} AND session = ? ORDER BY seq DESC LIMIT ?`)
        .all(session, MOST_ACTS)
        .toReversed()
        .map((row) => ({
          session,
          atMs: Number(row.at_ms),
          cwd: String(row.cwd),
          kind: row.kind as SessionAct["kind"],
          command: String(row.command),
          outcome: row.outcome as SessionAct["outcome"],
        })),
  };
}

export type PersonAct = { readonly atMs: number; readonly verb: string; readonly act: string };

export function personActsOf(state: Database) {
  return {
    add({ atMs, verb, act }: PersonAct): void {
      state.write(() => {
        insertRow(state, "acts", { kind: "command", session: "", at_ms: atMs, command: verb, reason: act });
        state.sql(`DELETE ${OF_PERSON} AND at_ms < ?`).run(atMs - KEEP_ACTS_MS);
      });
    },
    between: (fromMs: number, toMs: number): readonly PersonAct[] =>
      state
        .sql(`SELECT at_ms, command, reason ${OF_PERSON} AND at_ms BETWEEN ? AND ? ORDER BY seq`)
        .all(fromMs, toMs)
        .map(({ at_ms, command, reason }) => ({ atMs: Number(at_ms), verb: String(command), act: String(reason) })),
  };
}

function entryFrom(row: Readonly<Record<string, unknown>>): GuardLogEntry {
  return {
    atMs: Number(row.at_ms),
    agent: String(row.agent),
    session: String(row.session),
    command: String(row.command),
    record: String(row.record),
    action: row.action as GuardLogEntry["action"],
    reason: String(row.reason),
    ...(row.next !== null && { next: String(row.next) }),
  };
}
