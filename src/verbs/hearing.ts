/** Takes in what hooks noted: what the person said to an agent is learned from, and sessions that ended are read. */
import type { Note } from "../core/session/hook-note.ts";
import { getMeta, setMeta } from "../store/local/database.ts";
import { type Hold, holdOn } from "../store/local/hold.ts";
import { takeNotes } from "../store/local/notes.ts";
import { capturingVerbs } from "./capturing.ts";
import { inProjectOf, outsideOfProjects } from "./elsewhere.ts";
import type { House } from "./house.ts";
import { projectAt } from "./intake.ts";
import { recordVerbs } from "./records.ts";

export type Heard = { readonly notes: number; readonly remembered: number };

/** What is left when the time is over waits for the next command; while another process hears them, they are its to hear. */
export async function hearNotes(house: House, { untilMs }: { untilMs: number }): Promise<Heard> {
  const hold = holdOn(house.store.state, "hearing", house.clock);
  if (hold === undefined) return { notes: 0, remembered: 0 };
  try {
    return await heard(house, { untilMs, hold });
  } finally {
    hold.release();
  }
}

async function heard(house: House, { untilMs, hold }: { untilMs: number; hold: Hold }): Promise<Heard> {
  let remembered = 0;
  const notes = await takeNotes(house.store.home, async (note) => {
    if (!hold.renew()) return "not ours";
    if (house.clock() > untilMs) return "later";
    heardFrom(house, note);
    if (note.kind === "said") remembered += await learnFrom(house, note);
    if (note.kind === "ended") await readEnded(house, note);
    return "taken";
  });
  return { notes, remembered };
}

/** When an agent's hooks were last heard of; undefined where they never were. */
export function lastHeard({ store }: Pick<House, "store">, agent: Note["agent"]): number | undefined {
  const known = getMeta(store.state, heardKey(agent));
  return known === undefined ? undefined : Number(known);
}

function heardFrom(house: House, { agent, atMs }: Note): void {
  if (atMs > (lastHeard(house, agent) ?? 0)) setMeta(house.store.state, heardKey(agent), String(atMs));
}

function heardKey(agent: Note["agent"]): string {
  return `heard ${agent}`;
}

/** What somebody said in a directory that is gone by now, or that is no project, is still theirs. */
async function learnFrom(house: House, note: Extract<Note, { kind: "said" }>): Promise<number> {
  const project = note.cwd === undefined ? undefined : projectAt(house, note.cwd);
  const source = `session ${note.session}`;
  const capture = (there: House) => capturingVerbs(there, recordVerbs(there)).capture(note.text, { source });
  const captured = await (project === undefined
    ? outsideOfProjects(house, capture)
    : inProjectOf(house, project, capture));
  return captured.filter(({ outcome }) => outcome === "remembered" || outcome === "superseded").length;
}

/** The rules may read it at once: nobody goes on with it. */
async function readEnded(house: House, note: Extract<Note, { kind: "ended" }>): Promise<void> {
  const { agent, session, transcript, atMs } = note;
  house.store.sessions.noteEnd(session, atMs);
  if (transcript === undefined) return;
  const { sessionVerbs } = await import("./sessions.ts");
  try {
    await sessionVerbs(house).importSessions({ agent, file: transcript });
  } catch {
    // It may be gone, moved or not written yet: `learn` looks for sessions where agents keep them.
  }
}
