/** Finds the local project for a project of another machine or of a team by what both show: first commits and remotes, never paths. */
import { compare } from "../../core/project/compare-evidence.ts";
import type { Project } from "../../core/project/project.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { SharedProject } from "../../core/sync/machine-log.ts";

/** The local id for each id that a machine or a space uses; ids without a local project are missing. */
export function matchedProjects(
  projects: readonly SharedProject[],
  local: readonly Project[],
): Map<ProjectId, ProjectId> {
  const found = new Map<ProjectId, ProjectId>();
  for (const theirs of projects) {
    const match = matchOf(theirs, local);
    if (match !== undefined) found.set(theirs.id, match);
  }
  return found;
}

function matchOf(theirs: SharedProject, local: readonly Project[]): ProjectId | undefined {
  const { rootCommits, remotes } = theirs;
  if (rootCommits.length === 0 && remotes.length === 0) return undefined;
  const evidence = { rootCommits, remotes, path: "" };
  const same = local.filter((project) => compare(evidence, project, () => true).relation === "same");
  // Two local projects that fit equally well: a person has to link them first.
  return same.length > 1 ? same.find(({ id }) => id === theirs.id)?.id : same[0]?.id;
}

/** Without paths, hosts and users. */
export function sharedProject({ id, name, rootCommits, remotes }: Project): SharedProject {
  return { id, name, rootCommits, remotes: remotes.filter((remote) => !remote.startsWith("file:")) };
}
