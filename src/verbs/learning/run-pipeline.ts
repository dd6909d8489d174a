/** The session pipeline: imports transcripts, reads finished sessions, and writes the memory files of their projects. */
import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { type Written, writeArtifacts } from "../artifacts/write-artifacts.ts";
import { recordVerbs } from "../records/record-verbs.ts";
import { type ImportedSessions, importSessions } from "../sessions/import-sessions.ts";
import { type Extractions, extract } from "./extract-sessions.ts";

type PipelineRun = {
  readonly sessions: ImportedSessions;
  readonly extracted: Extractions;
  readonly written: readonly (Written & { readonly project: ProjectId })[];
};

export type PipelineOptions = { readonly progress?: (text: string) => void };

export async function runPipeline(
  call: CallContext,
  { progress = () => {} }: PipelineOptions = {},
): Promise<PipelineRun> {
  const sessions = await importSessions(call, { progress });
  progress("Reading finished sessions");
  const extracted = await extract(call);
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
  return { sessions, extracted, written };
}

const BACKGROUND_SESSIONS = 4;
const BACKGROUND_MS = 150;

/** In the background of a command: a few sessions by rules, and the files of the current project. */
export async function runInBackground(call: CallContext): Promise<void> {
  await extract(call, { most: BACKGROUND_SESSIONS, untilMs: call.clock() + BACKGROUND_MS });
  const [current] = currentProject(call);
  if (!call.store.jobs.due("consolidate").some(({ key }) => key === current)) return;
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
