/** Forgets commands that contain a text or belong to a session; their hashes stay, so that no import brings them back. */
import { LIVE, type NewEvent, PLANNED, WORKFLOW_SOURCE } from "../../core/event/event.ts";
import type { Forgotten } from "../../core/ports.ts";
import { normalised } from "../../core/text/words.ts";
import { getMeta } from "../databases/database.ts";
import type { TombstoneStore } from "../files/tombstones.ts";
import type { WriteStore } from "../write-store.ts";

/** Every sink compares texts this way; a phrase without any word matches nothing. */
export function holds(text: string, phrase: string): boolean {
  const words = normalised(phrase);
  return words !== "" && normalised(text).includes(words);
}

export function scrubEvents(
  { state, tombstones, clock }: Pick<WriteStore, "state" | "tombstones" | "clock">,
  what: Forgotten,
): number {
  const sessions = new Set(what.sessions ?? []);
  if (sessions.size === 0 && what.texts.length === 0) return 0;
  const rows = state
    .sql("SELECT id, session, at, is_timed, command, cwd, request, proposed, plan, purpose FROM events")
    .all()
    .map(({ id, session, at, is_timed, command, ...further }) => {
      const words = [command, ...Object.values(further)].join("\n");
      const isNamed = what.texts.some((phrase) => holds(words, phrase));
      const startMs = is_timed === 1 ? Number(at) : undefined;
      return { id: String(id), session: String(session), command: String(command), startMs, isNamed };
    })
    .filter(({ isNamed, session }) => isNamed || sessions.has(session));
  if (rows.length === 0) return 0;
  const names = rows.flatMap(({ command, startMs, isNamed }) =>
    isNamed ? [commandKey(command)] : namesOfOne(command, startMs),
  );
  tombstones.addNames([...new Set(names)], "forget", clock());
  return state.write(() => {
    for (const { id } of rows) state.sql("DELETE FROM events WHERE id = ?").run(id);
    // A new epoch makes everything that was counted from the history be counted again.
    state.sql("DELETE FROM meta WHERE key = 'events_epoch'").run();
    return rows.length;
  });
}

/** A command that ran after it was forgotten was run again; one from an import may be any copy of the forgotten one. */
export function isForgottenCommand(tombstones: TombstoneStore, { source, command, startMs }: NewEvent): boolean {
  const isLive = [LIVE, WORKFLOW_SOURCE, PLANNED].includes(source);
  return forgottenNames(command, startMs).some((name) => {
    const removal = tombstones.removalOf(name);
    return removal?.why === "forget" && !(isLive && (startMs ?? Number.POSITIVE_INFINITY) > removal.atMs);
  });
}

/** All tombstone names that a forgotten command may have. */
export function forgottenNames(command: string, startMs: number | undefined): string[] {
  const names = startMs === undefined ? namesOfOne(command, undefined) : near(startMs).map((slot) => at(command, slot));
  return [commandKey(command), ...names];
}

/** Sources differ by up to two seconds in the start of a command. */
const SLOT_MS = 2000;

/** Forgotten by its text: every run of the command. */
function commandKey(command: string): string {
  return `command\0${command}`;
}

/** Forgotten with its session: only this run, and for sources without times any run. */
function namesOfOne(command: string, startMs: number | undefined): string[] {
  const untimed = `untimed command\0${command}`;
  return startMs === undefined ? [untimed] : [untimed, at(command, Math.floor(startMs / SLOT_MS))];
}

function at(command: string, slot: number): string {
  return `command at ${slot}\0${command}`;
}

function near(startMs: number): number[] {
  const slot = Math.floor(startMs / SLOT_MS);
  return [slot - 1, slot, slot + 1];
}

/** The counts include forgotten commands: clears them all, and the next count starts from the history. */
export function scrubHabits({
  state,
  index,
  habits,
  lines,
}: Pick<WriteStore, "state" | "index" | "habits" | "lines">): number {
  if (getMeta(state, "events_epoch") === getMeta(index, "events_epoch")) return 0;
  return index.write(() => {
    const { n } = index.sql("SELECT count(*) AS n FROM steps").get() ?? {};
    habits.clear();
    lines.clear();
    return Number(n);
  });
}

/** Removes the words of all commands: the next search indexes what is left. */
export function scrubCommands({ state, commands }: Pick<WriteStore, "state" | "commands">): number {
  const epoch = commands.epoch();
  return epoch === undefined || epoch === getMeta(state, "events_epoch") ? 0 : commands.clear();
}

type PassageSources = Pick<WriteStore, "episodes" | "tickets" | "sessions" | "pendingImports" | "passages">;

/** Removes the full text of deleted things; no bytes are left once the log is truncated. */
export function scrubPassages({ passages, ...store }: PassageSources): number {
  const { episodes, tickets, pendingImports, sessions } = store;
  const ids = new Set<string>([...episodes.all(), ...tickets.all(), ...pendingImports.all()].map(({ id }) => id));
  // A session that lost a message is indexed again, so that its neighbours are the same as in a new index.
  return passages.keep((id) => ids.has(id) || sessions.hasTurns(id.split(" ")[0]!, passages.placesOf(id)));
}
