/** Takes in the notes of hooks: learns from the person's messages, and imports sessions that ended. */

import { sessionSource } from "../../../core/record/record.ts";
import type { SessionNote } from "../../../core/session/session.ts";
import { getMeta, setMeta } from "../../../store/databases/database.ts";
import { oldCopies } from "../../../store/forget/forgotten-phrases.ts";
import { lockNotes, takeNotes } from "../../../store/spool/hook-notes.ts";
import type { CallContext } from "../../call/call-context.ts";
import { inProjectOf, outsideOfProjects } from "../../call/open-for-writing.ts";
import { projectAt } from "../../history/take-in-commands.ts";
import { captureStatements, statementsIn } from "../../learning/capture-statements.ts";
import { ownTranscripts } from "./own-transcripts.ts";
import { learnFromTurn, personTurn, recordProvenPrompts } from "./said-by-person.ts";

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
      if (note.kind === "said" && !isOldCopy(note.text, note.atMs))
        remembered += await learnFrom(call, note, { untilMs });
      if (note.kind === "ended") await importEnded(call, note);
      return "taken";
    });
    remembered += await recordProvenPrompts(call, { untilMs });
    return { notes, remembered };
  } finally {
    lock.release();
  }
}

/** When a hook of that agent last ran; undefined if none ever did. */
export function lastHookMs({ store }: Pick<CallContext, "store">, agent: SessionNote["agent"]): number | undefined {
  const known = getMeta(store.state, hookKey(agent));
  return known === undefined ? undefined : Number(known);
}

function recordHook(call: CallContext, { agent, atMs, kind }: SessionNote): void {
  const { state } = call.store;
  if (atMs > (lastHookMs(call, agent) ?? 0)) setMeta(state, hookKey(agent), String(atMs));
  if (kind === "began") setMeta(state, silentKey(agent), String(silentSessions(call, agent) + 1));
  if (kind === "said") setMeta(state, silentKey(agent), "0");
}

/** How many sessions of that agent have started since one of them last sent a prompt. */
export function silentSessions({ store }: Pick<CallContext, "store">, agent: SessionNote["agent"]): number {
  return Number(getMeta(store.state, silentKey(agent)) ?? 0);
}

function silentKey(agent: SessionNote["agent"]): string {
  return `hook silent ${agent}`;
}

function hookKey(agent: SessionNote["agent"]): string {
  return `hook ${agent}`;
}

/** A statement from a missing directory, or from outside any project, becomes global. What nothing proves yet is suggested. */
async function learnFrom(call: CallContext, note: Extract<SessionNote, { kind: "said" }>, until: { untilMs: number }) {
  const { agent, session, text, atMs } = note;
  const project = note.cwd === undefined ? undefined : projectAt(call, note.cwd);
  const inPlace = <T>(work: (there: CallContext) => Promise<T>): Promise<T> =>
    project === undefined ? outsideOfProjects(call, work) : inProjectOf(call, project, work);
  const [first] = await inPlace((there) => statementsIn(there, text));
  if (first === undefined) return 0;
  const unread = { agent, session };
  const turn = await personTurn(call, { ...unread, sentence: first.sentence }, until);
  if (turn !== undefined) return learnFromTurn(call, turn, { project, saidMs: atMs });
  const source = sessionSource(session);
  await inPlace((there) => captureStatements(there, text, { source, saidMs: atMs, unread }));
  return 0;
}

/** Only where the agent keeps its transcripts: the event may come from anybody. */
async function importEnded(call: CallContext, note: Extract<SessionNote, { kind: "ended" }>): Promise<void> {
  const { agent, session, transcript, atMs } = note;
  call.store.sessions.recordEnd(session, atMs);
  if (!ownTranscripts(call, agent).some(({ file }) => file === transcript)) return;
  try {
    await (await import("./import-sessions.ts")).importSessions(call, { agent, file: transcript! });
  } catch {
    // The file may be gone, moved or not written yet: `learn` looks for sessions again.
  }
}
