/** The session pipeline: imports transcripts, reads finished sessions, and writes the memory files of their projects. */
import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { type Written, writeArtifacts } from "../artifacts/write-artifacts.ts";
import { recordVerbs } from "../records/record-verbs.ts";
import { importIdleSessions } from "../sessions/import-idle.ts";
import { type ImportedSessions, importSessions } from "../sessions/import-sessions.ts";
import { continueSoon } from "./background-pause.ts";
import { type ExtractAsk, type Extractions, extract } from "./extract-sessions.ts";

type PipelineRun = {
  readonly sessions: ImportedSessions;
  readonly extracted: Extractions;
  readonly written: readonly (Written & { readonly project: ProjectId })[];
};

export type PipelineOptions = Pick<ExtractAsk, "sinceMs"> & { readonly progress?: (text: string) => void };

export async function runPipeline(
  call: CallContext,
  { progress = () => {}, ...ask }: PipelineOptions = {},
): Promise<PipelineRun> {
  const sessions = await importSessions(call, { progress });
  progress("Reading finished sessions");
  const extracted = await extract(call, ask);
  return { sessions, extracted, written: await writeDue(call, progress) };
}

async function writeDue(call: CallContext, progress: (text: string) => void): Promise<PipelineRun["written"]> {
  // The current project, those that something was learned for, and those that changed while they were written.
  const due = call.store.jobs.due("consolidate").map(({ key }) => key);
  const written: (Written & { project: ProjectId })[] = [];
  for (const project of new Set([...currentProject(call), ...due])) {
    progress(`Writing the memory of ${project}`);
    try {
      const done = await inProjectOf(call, project, (there) => writeArtifacts(there, recordVerbs(there)));
      written.push({ ...done, project });
    } catch (error) {
      // The directory of the project is gone: the job stays due until the project is found again.
      if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
    }
  }
  return written;
}

/** In a server between calls: imports and reads as much as one run may, also with a model. */
export async function runInServer(call: CallContext): Promise<void> {
  const most = call.config["memories.maxRolloutsPerStartup"];
  await importIdleSessions(call, { most, untilMs: Number.POSITIVE_INFINITY });
  await extract(call);
  await writeDue(call, () => {});
}

const BACKGROUND_MS = 150;

/** In the background of a command or a session's start: by rules, for a moment, and the files of the current project. */
export async function runInBackground(call: CallContext, { withinMs = BACKGROUND_MS } = {}): Promise<void> {
  const { store, clock } = call;
  const nowMs = clock();
  const limits = { most: call.config["memories.maxRolloutsPerStartup"], untilMs: nowMs + withinMs };
  const isComplete = await importIdleSessions(call, limits);
  // At least as much time for reading as for importing.
  const untilMs = clock() + withinMs / 2;
  await extract(call, { ...limits, untilMs, rulesOnly: true });
  if (!isComplete || clock() > untilMs) continueSoon(store.state, nowMs);
  const [current] = currentProject(call);
  if (!store.jobs.due("consolidate").some(({ key }) => key === current)) return;
  try {
    await writeArtifacts(call, recordVerbs(call), { inBackground: true });
  } catch (error) {
    // Recorded with the job, and reported by the next `consolidate`; the command itself goes on.
    if (!(error instanceof OldhandError)) throw error;
  }
}

function currentProject({ place: { project } }: CallContext): ProjectId[] {
  return project?.known === true ? [project.id] : [];
}
