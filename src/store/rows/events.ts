/** The command history, one row per command. Sources overlap: the same command is recognised by its text and time. */
import { agentNamed } from "../../agents/all.ts";
import { nameMark } from "../../core/base/hash.ts";
import type { NewId } from "../../core/base/id.ts";
import {
  type Actor,
  type CommandEvent,
  type EventId,
  type Inference,
  LIVE,
  type NumberedEvent,
  type PlacedEvent,
} from "../../core/event/event.ts";
import { WITHHELD } from "../../core/event/spool-line.ts";
import type { Appended, EventQuery, Events } from "../../core/ports.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { Clean } from "../../core/screen/clean.ts";
import { type Database, getMeta, insertRow, optionalNumber, optionalText, setMeta } from "../databases/database.ts";
import { eventCountsOf, whereFor } from "./event-counts.ts";

export type EventRows = ReturnType<typeof eventsOf>;
type Inferred = { readonly id: EventId; readonly project?: ProjectId | undefined; readonly by?: Inference | undefined };

/** Two events of different sources are the same command if the text is equal and the start differs by no more. */
const SAME_START_MS = 2000;

/** Before the name of a source, in the meta table: how far it was read. */
export const CURSOR = "cursor/";

export function eventsOf(state: Database, newId: NewId) {
  const insert = (event: PlacedEvent, id: EventId, filed: 0 | 1 = 0): void => {
    const at = event.startMs ?? nextPlace(state, event.session);
    insertRow(state, "events", toRow(event, { id, at, filed }));
  };
  /** With a new number, so that it is counted again. */
  const replace = (known: CommandEvent, event: PlacedEvent): void => {
    const gone = state.sql("DELETE FROM events WHERE id = ? RETURNING is_filed").get(known.id);
    insert(event, known.id, gone?.is_filed === 1 ? 1 : 0);
  };
  const cursor = (name: string): string | undefined => getMeta(state, `${CURSOR}${name}`);

  const appendNow = (...[batch, move, matched = new Set()]: Parameters<Events["append"]>): Appended =>
    state.write((): Appended => {
      if (move !== undefined && cursor(move.name) !== move.from) return { outcome: "taken" };
      const fresh = unknownEvents(state, batch, { matched, replace });
      for (const event of fresh) insert(event, newId("evt"));
      if (move !== undefined) setMeta(state, `${CURSOR}${move.name}`, move.to);
      return { outcome: "added", added: fresh.length, duplicates: batch.length - fresh.length };
    });

  const events: Events = {
    append: async (batch, move, matched) => appendNow(batch, move, matched),
    recent: async (query) => recent(state, query),
    remove: async (ids) =>
      state.write(() => {
        for (const id of ids) state.sql("DELETE FROM events WHERE id = ?").run(id);
      }),
    cursor: async (name) => cursor(name),
  };
  return {
    ...events,
    /** The same within a transaction that writes more. */
    appendNow,
    /** In the order in which they were added, after this number. */
    after: (seq: number, limit: number) =>
      state.sql("SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?").all(seq, limit).map(fromRow),
    byId: (id: EventId): CommandEvent | undefined =>
      state.sql("SELECT * FROM events WHERE id = ?").all(id).map(fromRow)[0],
    /** What agents said that a command line is for, the latest first. */
    purposesOf: (command: string, limit: number): string[] =>
      state
        .sql(
          `SELECT purpose FROM events WHERE mark = ? AND command = ? AND purpose IS NOT NULL
           GROUP BY purpose ORDER BY max(at) DESC, purpose LIMIT ?`,
        )
        .all(nameMark(command), command, limit)
        .map(({ purpose }) => String(purpose)),
    /** In order. */
    ofSession: (session: string): CommandEvent[] =>
      state.sql("SELECT * FROM events WHERE session = ? ORDER BY at, seq").all(session).map(fromRow),
    count: () => Number(state.sql("SELECT count(*) AS n FROM events").get()?.n),
    /** How many events match a query. */
    total(query: Omit<EventQuery, "limit" | "skip">): number {
      const { where, values } = whereFor(query);
      return Number(state.sql(`SELECT count(*) AS n FROM events ${where}`).get(...values)?.n);
    },
    /** The person's commands of which no source knows the directory, by session and in order. */
    withoutDirectory: (): NumberedEvent[] =>
      state
        .sql(
          `SELECT * FROM events WHERE cwd IS NULL AND actor = 'person' AND (project IS NULL OR inferred IS NOT NULL)
           ORDER BY session, at, seq`,
        )
        .all()
        .map(fromRow),
    /** Stores what was inferred, all at once; without a project, the command belongs to no known one again. */
    infer: (places: readonly Inferred[]): void =>
      state.write(() => {
        const put = state.sql("UPDATE events SET project = ?, inferred = ? WHERE id = ? AND cwd IS NULL");
        for (const { id, project, by } of places) put.run(project ?? null, by ?? null, id);
      }),
    ...eventCountsOf(state),
    sessions: () => Number(state.sql("SELECT count(DISTINCT session) AS n FROM events").get()?.n),
    lastSeq: () => Number(state.sql("SELECT coalesce(max(seq), 0) AS n FROM events").get()?.n),
  };
}

type KnownEvents = {
  /** Rows that this pass over a source has matched already: each is one command of it. */
  readonly matched: Set<string>;
  readonly replace: (known: CommandEvent, event: PlacedEvent) => void;
};

function unknownEvents(state: Database, batch: readonly PlacedEvent[], known: KnownEvents): PlacedEvent[] {
  // From the end, because the end of a file without times is what other sources recorded live.
  const untimed = batch.filter(({ startMs }) => startMs === undefined).toReversed();
  const filed = new Set(untimed.filter((event) => isKnownUntimed(state, event)));
  return batch.filter((event) =>
    event.startMs === undefined ? !filed.has(event) : !isKnownTimed(state, event, known),
  );
}

function isKnownUntimed(state: Database, { command, source }: PlacedEvent): boolean {
  const known = state
    .sql(
      `SELECT id FROM events WHERE mark = ? AND command = ? AND source <> ? AND is_timed = 1 AND is_filed = 0
       ORDER BY at DESC LIMIT 1`,
    )
    .get(nameMark(command), command, source);
  if (known === undefined) return false;
  state.sql("UPDATE events SET is_filed = 1 WHERE id = ?").run(known.id!);
  return true;
}

/**
 * A file repeats a command only with the same start, and a live shell never does: two terminals may run the same command
 * at once. Details that only the other source has are added.
 */
function isKnownTimed(state: Database, event: PlacedEvent, { matched, replace }: KnownEvents): boolean {
  const known = findNear(state, event, { words: event.command, matched }) ?? withheldNear(state, event, matched);
  if (known === undefined) return false;
  matched.add(known.id);
  const more = completed(known, event);
  if (more !== undefined) replace(known, more);
  return true;
}

/** A shell that withheld a line recorded its time, and a file has the text: the same moment means the same command. */
function withheldNear(state: Database, event: PlacedEvent, matched: KnownEvents["matched"]): NumberedEvent | undefined {
  return event.source === LIVE ? undefined : findNear(state, event, { words: WITHHELD, matched });
}

type NearQuery = { readonly words: string; readonly matched: KnownEvents["matched"] };

function findNear(state: Database, event: PlacedEvent, { words, matched }: NearQuery): NumberedEvent | undefined {
  const at = event.startMs!;
  return state
    .sql("SELECT * FROM events WHERE mark = ? AND at BETWEEN ? AND ? AND is_timed = 1 AND command = ?")
    .all(nameMark(words), at - SAME_START_MS, at + SAME_START_MS, words)
    .map(fromRow)
    .filter((one) => !matched.has(one.id) && mayBeSameCommand(one, event))
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
}

/** Two agents may run the same command at once, as two terminals may: neither records the other's. */
function mayBeSameCommand(one: NumberedEvent, { source, startMs }: PlacedEvent): boolean {
  if (one.source === source) return one.at === startMs && source !== LIVE;
  return !(isAgent(one.source) && isAgent(source));
}

function isAgent(source: string): boolean {
  return agentNamed(source)?.transcripts !== undefined;
}

/** The known event with the details that only the other source has; undefined if there are none. */
function completed(known: NumberedEvent, event: PlacedEvent): PlacedEvent | undefined {
  const { id: _, seq: __, at: ___, ...all } = known;
  const addsStatus = known.status === "unknown" && event.status !== "unknown";
  const addsCwd = known.cwd === undefined && event.cwd !== undefined;
  const addsCommand = known.command !== event.command;
  if (!addsStatus && !addsCwd && !addsCommand) return undefined;
  // A directory says more than any inference.
  const { project: ____, inferred: _____, ...placeless } = all;
  return {
    ...(addsCwd && known.inferred !== undefined ? placeless : all),
    command: event.command,
    ...(addsStatus && { status: event.status, ...(event.exitCode !== undefined && { exitCode: event.exitCode }) }),
    ...(known.durationMs === undefined && event.durationMs !== undefined && { durationMs: event.durationMs }),
    ...(addsCwd && { cwd: event.cwd!, ...(event.project !== undefined && { project: event.project }) }),
  };
}

function nextPlace(state: Database, session: string): number {
  return Number(state.sql("SELECT coalesce(max(at), 0) + 1 AS at FROM events WHERE session = ?").get(session)?.at);
}

function recent(state: Database, { limit, skip = 0, ...query }: EventQuery): CommandEvent[] {
  const { where, values } = whereFor(query);
  return state
    .sql(`SELECT * FROM events ${where} ORDER BY is_timed DESC, at DESC, seq DESC LIMIT ? OFFSET ?`)
    .all(...values, limit, skip)
    .map(fromRow)
    .map(({ seq: _, at: __, ...event }) => event);
}

type Numbered = { readonly id: EventId; readonly at: number; readonly filed: 0 | 1 };

function toRow(event: PlacedEvent, { id, at, filed }: Numbered) {
  const { session, source, shell, actor, command, cwd, project, inferred, status, request, proposed, plan, purpose } =
    event;
  return {
    ...{
      id,
      session,
      at,
      source,
      shell,
      actor,
      command,
      cwd,
      project,
      inferred,
      status,
      request,
      proposed,
      plan,
      purpose,
    },
    is_timed: event.startMs === undefined ? 0 : 1,
    mark: nameMark(command),
    duration_ms: event.durationMs,
    exit_code: event.exitCode,
    place: event.place,
    is_filed: filed,
  };
}

function fromRow(row: Record<string, unknown>): NumberedEvent {
  return {
    id: String(row.id),
    seq: Number(row.seq),
    at: Number(row.at),
    session: String(row.session),
    source: String(row.source),
    shell: row.shell as CommandEvent["shell"],
    actor: row.actor as Actor,
    command: row.command as Clean,
    ...optionalText("cwd", row.cwd),
    ...optionalText("project", row.project as ProjectId | null),
    ...optionalText("inferred", row.inferred as Inference | null),
    ...(row.is_timed === 1 && { startMs: Number(row.at) }),
    ...optionalNumber("durationMs", row.duration_ms),
    ...optionalNumber("exitCode", row.exit_code),
    status: row.status as CommandEvent["status"],
    ...optionalNumber("place", row.place),
    ...optionalText("request", row.request),
    ...optionalText("proposed", row.proposed),
    ...optionalText("plan", row.plan),
    ...optionalText("purpose", row.purpose),
  };
}
