/** Runs a piece of work in another project than the call's own. */
import { OldhandError } from "../core/base/error.ts";
import type { ProjectId } from "../core/record/record.ts";
import { isDirectory } from "../store/local/files/durable-files.ts";
import type { CallContext } from "./call-context.ts";
import { openForWriting } from "./open-for-writing.ts";

export async function inProjectOf<T>(
  call: CallContext,
  project: ProjectId | undefined,
  work: (there: CallContext) => Promise<T>,
): Promise<T> {
  if (project === undefined || project === call.project?.id) return work(call);
  const path = call.store.registry
    .all()
    .find(({ id }) => id === project)
    ?.paths.find(isDirectory);
  if (path === undefined)
    throw new OldhandError(
      "not-found",
      "It belongs to a project whose directory is gone. Say where it is now with `oldhand project link`.",
    );
  return enteredAt(call, path, work);
}

/** Outside of any project: only what is global. */
export async function outsideOfProjects<T>(call: CallContext, work: (there: CallContext) => Promise<T>): Promise<T> {
  return call.project === undefined ? work(call) : enteredAt(call, "/", work);
}

async function enteredAt<T>(
  { env, haste }: CallContext,
  dir: string,
  work: (there: CallContext) => Promise<T>,
): Promise<T> {
  const there = await openForWriting(env, { ...haste, dir });
  try {
    await there.store.refresh("sweep");
    return await work(there);
  } finally {
    there.store.close();
  }
}
