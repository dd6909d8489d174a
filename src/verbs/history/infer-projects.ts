/** Finds the project of imported commands that came without a directory; a better inference later moves them. */

import { parseLine } from "../../core/command/steps.ts";
import { isInside } from "../../core/project/project.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { cluesIn, inferProject, type KnownPlaces } from "../../detect/infer-project.ts";
import { getMeta, setMeta } from "../../store/databases/database.ts";
import { isDirectory } from "../../store/files/durable-files.ts";
import { registryStamp } from "../../store/files/watch-folders.ts";
import { runnableTargets } from "../../system/project/runnable/runnable-targets.ts";
import type { CallContext } from "../call/call-context.ts";
import { projectAt } from "./take-in-commands.ts";

/** How many commands have an inferred project now, and of how many whose directory is not known. */
type InferredProjects = { readonly inferred: number; readonly unplaced: number };

/**
 * Counts only what is counted without a project: an inferred one never enters the tallies of a project, so that moving a
 * command changes no count.
 */
export async function inferProjects(call: CallContext): Promise<InferredProjects> {
  const { store, env } = call;
  const markOf = (): string => `${store.events.lastSeq()} ${registryStamp(store.home)}`;
  const unplaced = store.events.withoutDirectory();
  if (getMeta(store.state, INFERRED_MARK) === markOf())
    return { inferred: unplaced.filter(({ inferred }) => inferred !== undefined).length, unplaced: unplaced.length };
  const sessions = [...Map.groupBy(unplaced, ({ session }) => session).values()];
  const exists = remembered(isDirectory);
  const clues = sessions.flatMap((events) =>
    cluesIn(
      events.map(({ command }) => command),
      { home: env.home, exists },
    ),
  );
  // Registers the projects that were changed to, before anything is compared with the known ones.
  const ofDirectory = remembered((dir: string) => (exists(dir) ? projectAt(call, dir) : knownAt(call, dir)));
  for (const { directories } of clues) for (const dir of directories) ofDirectory(dir);
  const known = knownPlaces(call, ofDirectory, await definedFamilies(call));
  const found = sessions.flat().map((event, at) => ({ event, ...inferProject(event.command, clues[at]!, known) }));
  store.events.infer(
    found
      .filter(({ event, project, by }) => event.project !== project || event.inferred !== by)
      .map(({ event: { id }, project, by }) => ({ id, project, by })),
  );
  setMeta(store.state, INFERRED_MARK, markOf());
  return { inferred: found.filter(({ project }) => project !== undefined).length, unplaced: found.length };
}

/** The name in the meta table of what the last inference rested on. */
const INFERRED_MARK = "inferred_from";

function knownPlaces(
  call: CallContext,
  ofDirectory: KnownPlaces["ofDirectory"],
  defined: ReadonlyMap<string, ProjectId>,
): KnownPlaces {
  const seen = call.store.events.seenInOneProject();
  return {
    ofDirectory,
    ofPath: remembered((path: string) => knownAt(call, path)),
    ofFamily: (family) => defined.get(family),
    ofLine: (line) => seen.get(line),
  };
}

/** By the longest known directory around it. */
function knownAt({ store }: CallContext, path: string): ProjectId | undefined {
  const around = store.registry
    .all()
    .flatMap(({ id, paths }) => paths.map((tree) => ({ id, tree })))
    .filter(({ tree }) => path === tree || isInside(path, tree));
  return around.toSorted((a, b) => b.tree.length - a.tree.length)[0]?.id;
}

/** The families of scripts and targets that exactly one known project defines. */
async function definedFamilies({ store }: CallContext): Promise<ReadonlyMap<string, ProjectId>> {
  const definers = new Map<string, Set<ProjectId>>();
  for (const { id, paths } of store.registry.all()) {
    const root = paths.find(isDirectory);
    if (root === undefined) continue;
    for (const { run } of (await runnableTargets(root, root)).filter(({ kind }) => kind === "defined"))
      for (const { family } of parseLine(run).slice(0, 1))
        if (family !== undefined) definers.set(family, (definers.get(family) ?? new Set()).add(id));
  }
  return new Map([...definers].flatMap(([family, ids]) => (ids.size === 1 ? [[family, [...ids][0]!]] : [])));
}

function remembered<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key)!;
  };
}
