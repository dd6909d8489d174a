/** Every known project with what is kept for it and when something last happened, for a switch between projects. */

import { OldhandError } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { isDirectory } from "../../store/files/durable-files.ts";
import { recordsByFolder } from "../../store/index/search-records.ts";
import type { CallContext } from "../call/call-context.ts";
import { pendingByProject } from "../suggestion/sources/suggestion-verbs.ts";

export type KeptCounts = {
  readonly commands: number;
  readonly sessions: number;
  /** Active ones. */
  readonly records: number;
  /** Pending ones. */
  readonly suggestions: number;
  readonly lastMs?: number;
};

export type CountedProject = KeptCounts & {
  readonly id: ProjectId;
  readonly name: string;
  /** Where it is now; absent if its directory is gone. */
  readonly root?: string;
  readonly isHere: boolean;
};

export type CountedProjects = {
  /** Of all projects, with what belongs to none. */
  readonly everywhere: KeptCounts;
  /** What belongs to no known project: imported commands, sessions, global records and suggestions. */
  readonly somewhere: KeptCounts;
  /** The one with the newest activity first. */
  readonly projects: readonly CountedProject[];
};

/** `isQuick`: without looking at files and without suggestions, for a page that asks after every change. */
export async function countProjects(call: CallContext, { isQuick = false } = {}): Promise<CountedProjects> {
  const { store, everywhere } = call;
  const refused = everywhere?.refusal();
  // The page of a server that an agent started shows its own project.
  if (isQuick && refused !== undefined) return ownProject(call);
  if (everywhere === undefined || refused !== undefined) throw new OldhandError("invalid", refused ?? "");
  // Brings the index of all folders up to date.
  if (!isQuick) await everywhere.open();
  const records = recordsByFolder(store.index);
  const commands = byProject(store.events.byProject());
  const sessions = byProject(store.sessions.byProject());
  const pending = byProject(isQuick ? [] : await pendingByProject(call));
  const countsOf = (id: ProjectId | "", folders: readonly string[]): KeptCounts => {
    const own = folders.flatMap((folder) => records.get(folder) ?? []);
    const times = [commands.get(id)?.lastMs, sessions.get(id)?.lastMs, ...own.map(({ lastMs }) => lastMs)];
    const lastMs = times.reduce<number>((last, ms) => Math.max(last, ms ?? 0), 0);
    return {
      commands: commands.get(id)?.count ?? 0,
      sessions: sessions.get(id)?.count ?? 0,
      records: own.reduce((sum, { count }) => sum + count, 0),
      suggestions: pending.get(id)?.count ?? 0,
      ...(lastMs > 0 && { lastMs }),
    };
  };
  const projects = store.registry.all().map(({ id, name, paths }): CountedProject => {
    const isHere = id === call.project?.id;
    const root = isHere ? call.project?.root : paths.find(isDirectory);
    return { id, name, ...(root !== undefined && { root }), isHere, ...countsOf(id, foldersOf(id, paths)) };
  });
  const somewhere = countsOf("", ["global"]);
  return {
    everywhere: sumOf([somewhere, ...projects]),
    somewhere,
    projects: projects.toSorted((a, b) => (b.lastMs ?? 0) - (a.lastMs ?? 0) || (a.name < b.name ? -1 : 1)),
  };
}

function ownProject({ store, project }: CallContext): CountedProjects {
  const records = recordsByFolder(store.index);
  if (project === undefined) return { everywhere: NOTHING, somewhere: NOTHING, projects: [] };
  const { id, name, root } = project;
  const counts: KeptCounts = {
    commands: store.events.total({ project: id }),
    sessions: store.sessions.byProject().find((one) => one.project === id)?.count ?? 0,
    records: foldersOf(id, [root]).reduce((sum, folder) => sum + (records.get(folder)?.count ?? 0), 0),
    suggestions: 0,
  };
  return { everywhere: counts, somewhere: NOTHING, projects: [{ id, name, root, isHere: true, ...counts }] };
}

const NOTHING: KeptCounts = { commands: 0, sessions: 0, records: 0, suggestions: 0 };

/** The keys of a project's own records, and of those that its repository carries. */
function foldersOf(id: ProjectId, paths: readonly string[]): string[] {
  return [id, ...paths.map((path) => `repo:${path}`)];
}

type Activity = { readonly commands: number; readonly sessions: number; readonly lastMs?: number };

/** What was run and said in this project, and everywhere if the caller may know. */
export function activity({ store, project, everywhere }: CallContext): {
  readonly here?: Activity;
  readonly everywhere?: Activity & { readonly projects: number };
} {
  const mayLook = everywhere?.refusal() === undefined;
  const commands = store.events.byProject(mayLook || project === undefined ? {} : { project: project.id });
  const sessions = store.sessions.byProject();
  const activityOf = (isWanted: (id: ProjectId | "") => boolean): Activity => {
    const [ran, said] = [commands, sessions].map((counts) => counts.filter((one) => isWanted(one.project)));
    const lastMs = [...ran!, ...said!].reduce((last, one) => Math.max(last, one.lastMs ?? 0), 0);
    return {
      commands: ran!.reduce((sum, one) => sum + one.count, 0),
      sessions: said!.reduce((sum, one) => sum + one.count, 0),
      ...(lastMs > 0 && { lastMs }),
    };
  };
  return {
    ...(project !== undefined && { here: activityOf((id) => id === project.id) }),
    ...(mayLook && { everywhere: { ...activityOf(() => true), projects: store.registry.all().length } }),
  };
}

type Counted = { readonly project: ProjectId | ""; readonly count: number; readonly lastMs?: number };

function byProject(counts: readonly Counted[]): ReadonlyMap<ProjectId | "", Counted> {
  return new Map(counts.map((one) => [one.project, one]));
}

function sumOf(parts: readonly KeptCounts[]): KeptCounts {
  const sum = (field: "commands" | "sessions" | "records" | "suggestions"): number =>
    parts.reduce((total, part) => total + part[field], 0);
  const lastMs = parts.reduce((last, part) => Math.max(last, part.lastMs ?? 0), 0);
  return {
    ...{ commands: sum("commands"), sessions: sum("sessions"), records: sum("records") },
    suggestions: sum("suggestions"),
    ...(lastMs > 0 && { lastMs }),
  };
}
