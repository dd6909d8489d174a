/** Learning as a whole: transcripts are imported, finished sessions read, and the memory files of their projects written. */

import { OldhandError } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { CallContext } from "../call/call-context.ts";
import { inProjectOf } from "../call/open-for-writing.ts";
import { inferProjects } from "../history/infer-projects.ts";
import { type Written, writeArtifacts } from "../memory/artifacts/write-artifacts.ts";
import { type ImportedSessions, importIdleSessions, importSessions } from "../session/transcripts/import-sessions.ts";
import { completeVectors } from "../upkeep/embedder-verbs.ts";
import { continueSoon } from "./background-pause.ts";
import { type ReadSessions, readSessions, type SessionsToRead } from "./read-sessions.ts";

type Learned = {
  readonly sessions: ImportedSessions;
  readonly extracted: ReadSessions;
  readonly written: readonly (Written & { readonly project: ProjectId })[];
};

export type LearnOptions = Pick<SessionsToRead, "sinceMs"> & { readonly progress?: (text: string) => void };

/** Asked for by a person: everything that is there. */
export async function learn(call: CallContext, { progress = () => {}, ...ask }: LearnOptions = {}): Promise<Learned> {
  const sessions = await importSessions(call, { progress });
  await inferProjects(call);
  progress("Reading finished sessions");
  const extracted = await readSessions(call, ask);
  progress("Completing the search index");
  await completeVectors(call);
  return { sessions, extracted, written: await writeDue(call, progress) };
}

/** In a server between calls: imports and reads as much as one run may, also with a model. */
export async function learnInServer(call: CallContext): Promise<void> {
  const most = call.config["memories.maxRolloutsPerStartup"];
  await importIdleSessions(call, { most, untilMs: Number.POSITIVE_INFINITY });
  await readSessions(call);
  await writeDue(call, () => {});
}

const BACKGROUND_MS = 150;

/** In the background of a command or a session's start: by rules, for a moment, and the files of the current project. */
export async function learnInBackground(call: CallContext, { withinMs = BACKGROUND_MS } = {}): Promise<void> {
  const { store, clock } = call;
  const nowMs = clock();
  const limits = { most: call.config["memories.maxRolloutsPerStartup"], untilMs: nowMs + withinMs };
  const isComplete = await importIdleSessions(call, limits);
  // At least as much time for reading as for importing.
  const untilMs = clock() + withinMs / 2;
  await readSessions(call, { ...limits, untilMs, rulesOnly: true });
  if (!isComplete || clock() > untilMs) continueSoon(store.state, nowMs);
  const [current] = currentProject(call);
  if (!store.jobs.due("consolidate").some(({ key }) => key === current)) return;
  try {
    await writeArtifacts(call, { inBackground: true });
  } catch (error) {
    // Recorded with the job, and reported by the next `consolidate`; the command itself goes on.
    if (!(error instanceof OldhandError)) throw error;
  }
}

/** The current project, those that something was learned for, and those that changed while they were written. */
async function writeDue(call: CallContext, progress: (text: string) => void): Promise<Learned["written"]> {
  const due = call.store.jobs.due("consolidate").map(({ key }) => key);
  const written: (Written & { project: ProjectId })[] = [];
  for (const project of new Set([...currentProject(call), ...due])) {
    progress(`Writing the memory of ${project}`);
    try {
      written.push({ ...(await inProjectOf(call, project, (there) => writeArtifacts(there))), project });
    } catch (error) {
      // The directory of the project is gone: the job stays due until the project is found again.
      if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
    }
  }
  return written;
}

function currentProject({ place: { project } }: CallContext): ProjectId[] {
  return project?.known === true ? [project.id] : [];
}
