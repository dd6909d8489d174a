/** Takes in the notes of hooks: learns from the person's messages, and imports sessions that ended. */
import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf, outsideOfProjects } from "../../context/open-for-writing.ts";
import { sessionSource } from "../../core/record/record.ts";
import type { Note } from "../../core/session/session.ts";
import { getMeta, setMeta } from "../../store/local/databases/database.ts";
import { oldCopies } from "../../store/local/forget/forgotten-phrases.ts";
import { lockNotes, takeNotes } from "../../store/local/spool/hook-notes.ts";
import { projectAt } from "../history/take-in-commands.ts";
import { captureStatements } from "../learning/capture-statements.ts";

type TakenNotes = { readonly notes: number; readonly remembered: number };

/** Stops at the time limit; the next command takes the rest. One process at a time. */
export async function takeHookNotes(call: CallContext, { untilMs }: { untilMs: number }): Promise<TakenNotes> {
  const { store, clock } = call;
  const lock = lockNotes(store.state, clock);
  if (lock === undefined) return { notes: 0, remembered: 0 };
  let remembered = 0;
  const isOldCopy = oldCopies(store.tombstones);
  try {
    const notes = await takeNotes(store.home, async (note) => {
      if (!lock.renew()) return "not ours";
      if (clock() > untilMs) return "later";
      recordHook(call, note);
      if (note.kind === "said" && !isOldCopy(note.text, note.atMs)) remembered += await learnFrom(call, note);
      if (note.kind === "ended") await importEnded(call, note);
      return "taken";
    });
    return { notes, remembered };
  } finally {
    lock.release();
  }
}

/** When a hook of that agent last ran; undefined if none ever did. */
export function lastHookMs({ store }: Pick<CallContext, "store">, agent: Note["agent"]): number | undefined {
  const known = getMeta(store.state, hookKey(agent));
  return known === undefined ? undefined : Number(known);
}

function recordHook(call: CallContext, { agent, atMs, kind }: Note): void {
  const { state } = call.store;
  if (atMs > (lastHookMs(call, agent) ?? 0)) setMeta(state, hookKey(agent), String(atMs));
  if (kind === "began") setMeta(state, silentKey(agent), String(silentSessions(call, agent) + 1));
  if (kind === "said") setMeta(state, silentKey(agent), "0");
}

/** How many sessions of that agent have started since one of them last sent a prompt. */
export function silentSessions({ store }: Pick<CallContext, "store">, agent: Note["agent"]): number {
  return Number(getMeta(store.state, silentKey(agent)) ?? 0);
}

function silentKey(agent: Note["agent"]): string {
  return `hook silent ${agent}`;
}

function hookKey(agent: Note["agent"]): string {
  return `hook ${agent}`;
}

/** A statement from a missing directory, or from outside any project, becomes global. */
async function learnFrom(call: CallContext, note: Extract<Note, { kind: "said" }>): Promise<number> {
  const project = note.cwd === undefined ? undefined : projectAt(call, note.cwd);
  const source = sessionSource(note.session);
  const capture = (there: CallContext) => captureStatements(there, note.text, { source, saidMs: note.atMs });
  const captured = await (project === undefined
    ? outsideOfProjects(call, capture)
    : inProjectOf(call, project, capture));
  return captured.filter(({ outcome }) => outcome === "remembered" || outcome === "superseded").length;
}

async function importEnded(call: CallContext, note: Extract<Note, { kind: "ended" }>): Promise<void> {
  const { agent, session, transcript, atMs } = note;
  call.store.sessions.recordEnd(session, atMs);
  if (transcript === undefined) return;
  try {
    await (await import("./import-sessions.ts")).importSessions(call, { agent, file: transcript });
  } catch {
    // The file may be gone, moved or not written yet: `learn` looks for sessions again.
  }
}
