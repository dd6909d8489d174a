/** The session pipeline: takes in what agents left, reads sessions that are over, and writes the memory of their projects. */

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
  /** The projects whose files were due. */
  readonly written: readonly (Written & { readonly project: ProjectId })[];
};

export type PipelineOptions = { readonly progress?: (text: string) => void };

export async function runPipeline(
  call: CallContext,
  { progress = () => {} }: PipelineOptions = {},
): Promise<PipelineRun> {
  const sessions = await importSessions(call, { progress });
  progress("Reading sessions that are over");
  const extracted = await extract(call);
  return { sessions, extracted, written: await writeDue(call, progress) };
}

/** Those that sessions taught something, those that changed while they were written, and the one where the call stands. */
async function writeDue(call: CallContext, progress: (text: string) => void): Promise<PipelineRun["written"]> {
  const due = call.store.jobs.due("consolidate").map(({ key }) => key);
  const here = call.place.project?.known === true ? [call.place.project.id] : [];
  const written: (Written & { project: ProjectId })[] = [];
  for (const project of new Set([...here, ...due])) {
    progress(`Writing the memory of ${project}`);
    const done = await ifThere(() => inProjectOf(call, project, (there) => writeArtifacts(there, recordVerbs(there))));
    if (done !== undefined) written.push({ ...done, project });
  }
  return written;
}

/** In passing, after other work: a few sessions by rules, and the files of the project where the call stands. */
export async function runInPassing(call: CallContext): Promise<void> {
  const { store, clock, place } = call;
  await extract(call, { most: MOST_IN_PASSING, untilMs: clock() + PASSING_MS });
  const here = place.project?.known === true ? place.project.id : undefined;
  if (here === undefined || !store.jobs.due("consolidate").some(({ key }) => key === here)) return;
  try {
    await writeArtifacts(call, recordVerbs(call), { inPassing: true });
  } catch (error) {
    // It is noted with the job, and told by the next `consolidate`; the command that this is done beside goes on.
    if (!(error instanceof OldhandError)) throw error;
  }
}

const MOST_IN_PASSING = 4;
const PASSING_MS = 150;

/** A project whose directory is gone waits until somebody says where it is. */
async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
    return undefined;
  }
}
