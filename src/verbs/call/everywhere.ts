/** Looks across all projects of the person: who may, which folders and texts that covers, and where a project is. */
import type { Config } from "../../core/base/config.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Project } from "../../core/project/project.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { isDirectory, isThere } from "../../store/files/durable-files.ts";
import { readRegistry } from "../../store/files/project-registry.ts";
import {
  type Folder,
  globalFolder,
  projectFolder,
  repositoryFolder,
  repositoryRecords,
  spaceFolder,
} from "../../store/files/record-folder.ts";
import type { FreshStore } from "../../store/fresh-store.ts";
import { readSpaces } from "../../store/replicate/team/space-files.ts";
import { callerOf, type ReadContext, refusalFor } from "./call-context.ts";
import type { Env } from "./environment.ts";
import type { CallPlace } from "./place.ts";

export type Everywhere = {
  /** Why this caller may not look into other projects; undefined if it may. */
  refusal(): string | undefined;
  /** The same call over all projects: for lists and searches that a person asked for, never for a prompt. Throws if refused. */
  open(): Promise<ReadContext>;
};

type Parts = {
  readonly env: Env;
  readonly config: Config;
  readonly place: CallPlace;
  readonly store: Pick<FreshStore, "over">;
  /** Matches among the episodes, tickets and sessions of all projects. */
  readonly otherMatches: NonNullable<ReadContext["otherMatches"]>;
};

export function everywhereOf(call: () => ReadContext, { env, config, place, store, otherMatches }: Parts): Everywhere {
  const refusal = (): string | undefined => refusalToLook(env, config);
  return {
    refusal,
    async open() {
      const refused = refusal();
      if (refused !== undefined) throw new OldhandError("invalid", refused);
      const projects = readRegistry(place.home.projectsFile).projects;
      const { search, get } = await store.over(foldersEverywhere(place, projects));
      return {
        ...call(),
        project: undefined,
        // A project's record replaces global ones in that project only.
        search: { ...search, claiming: async () => [] },
        get,
        otherMatches,
        projectAt: projectReader(place, projects),
      };
    },
  };
}

/** Agents may, if the person has set `recall.agentsEverywhere`. */
function refusalToLook(env: Env, config: Config): string | undefined {
  if (callerOf(env) === "agent" && config["recall.agentsEverywhere"]) return undefined;
  const refused = refusalFor(env, "look into other projects");
  return refused && `${refused} The setting recall.agentsEverywhere allows it to agents.`;
}

/** The global records, and of each known project its own, those that its repository carries, and those of spaces. */
function foldersEverywhere({ home, folders, project }: CallPlace, projects: readonly Project[]): Folder[] {
  const others = projects.filter(({ id }) => id !== project?.id);
  return [
    ...(folders.length > 0 ? folders : [globalFolder(home)]),
    ...others.map(({ id }) => projectFolder(home, id)),
    ...others.flatMap(({ id, paths }) => {
      const root = paths.find((path) => isThere(repositoryRecords(path)));
      return root === undefined ? [] : [repositoryFolder(root, id)];
    }),
    ...readSpaces(home).flatMap((space) => others.map(({ id }) => spaceFolder(home, space, { project: id }))),
  ];
}

function projectReader(
  { project: here }: CallPlace,
  projects: readonly Project[],
): NonNullable<ReadContext["projectAt"]> {
  const known = new Map(projects.map((project) => [project.id, project]));
  return (id) => {
    const project = known.get(id);
    if (project === undefined) return undefined;
    const root = id === here?.id ? here.root : project.paths.find(isDirectory);
    return { name: project.name, ...(root !== undefined && { root }) };
  };
}

/** What a list covers: this project's id; the empty one if nothing of any project may be seen; undefined: everything. */
export function reachOf(
  { project, everywhere, isEverywhere = false }: ReadContext,
  { everywhere: isAsked = isEverywhere }: { readonly everywhere?: boolean | undefined },
): ProjectId | "" | undefined {
  const refused = everywhere?.refusal();
  if (isAsked && refused !== undefined) throw new OldhandError("invalid", refused);
  if (isAsked) return undefined;
  if (project !== undefined) return project.id;
  return refused === undefined ? undefined : "";
}
