/** Changes to the registry of projects, as functions from rows to rows. */
import type { ProjectId } from "../record/record.ts";
import { type Evidence, isInside, type Project, type ProjectRef, projectName } from "./project.ts";

/** Limits a row with many temporary clones and worktrees: the first path and the newest are kept. */
const PLACES_KEPT = 64;

/** The row of a new project. */
export function registered(ref: ProjectRef, at: string): Project {
  const { evidence } = ref;
  return {
    id: ref.id,
    name: ref.name,
    rootCommits: evidence.rootCommits,
    remotes: evidence.remotes,
    commonDirs: evidence.commonDir === undefined ? [] : [evidence.commonDir],
    paths: [ref.root],
    ...(evidence.committedId === undefined ? {} : { committedId: evidence.committedId }),
    createdAt: at,
  };
}

/** Adds the evidence of this directory; returns the same object if there is nothing new, so that nothing is written. */
export function withEvidence(project: Project, evidence: Evidence): Project {
  const isBelow = evidence.commonDir === undefined && project.paths.some((path) => isInside(evidence.path, path));
  const next: Project = {
    ...project,
    rootCommits: union(project.rootCommits, evidence.rootCommits),
    remotes: union(project.remotes, evidence.remotes),
    commonDirs: capped(union(project.commonDirs, evidence.commonDir === undefined ? [] : [evidence.commonDir])),
    paths: isBelow ? project.paths : capped(union(project.paths, [evidence.path])),
  };
  const learnsId = project.committedId === undefined && evidence.committedId !== undefined;
  if (learnsId) return { ...next, committedId: evidence.committedId };
  const lists = ["rootCommits", "remotes", "commonDirs", "paths"] as const;
  return lists.every((list) => next[list] === project[list]) ? project : next;
}

/** Adds or replaces a row. A path belongs to one project only: it is removed from all others. */
export function withProject(rows: readonly Project[], project: Project): Project[] {
  const others = rows.map((row) => (row.id === project.id ? project : withoutPlaces(row, project)));
  return rows.some((row) => row.id === project.id) ? others : [...others, project];
}

export type LinkChange =
  | {
      readonly outcome: "linked";
      readonly rows: readonly Project[];
      readonly merged: { from: ProjectId; into: ProjectId };
    }
  | { readonly outcome: "already" }
  | { readonly outcome: "unknown"; readonly id: ProjectId };

/** Merges one project into another as a person decided; the records of `from` are to move to `into`. */
export function link(rows: readonly Project[], { from, into }: { from: ProjectId; into: ProjectId }): LinkChange {
  if (from === into) return { outcome: "already" };
  const source = rows.find((row) => row.id === from);
  const target = rows.find((row) => row.id === into);
  if (!source || !target) return { outcome: "unknown", id: source ? into : from };
  const joint = joined(target, source);
  const kept = rows
    .filter((row) => row.id !== from)
    .map((row) => (row.id === into ? joint : redirected(row, from, into)));
  return { outcome: "linked", rows: kept, merged: { from, into } };
}

/** Makes this directory a project of its own. Adding it takes its paths from the old project, but not the records. */
export function splitOff(project: Project, ref: ProjectRef, fresh: { id: ProjectId; at: string }): Project {
  const own = registered({ ...ref, id: fresh.id, name: projectName(ref.evidence), root: ref.evidence.path }, fresh.at);
  // Git is not asked again at a known path, so the first commits of the old project are copied.
  const rootCommits = own.rootCommits.length > 0 ? own.rootCommits : project.rootCommits;
  return { ...own, rootCommits, apart: [project.id] };
}

function joined(into: Project, from: Project): Project {
  const { apart, ...rest } = into;
  const stillApart = union(apart ?? [], from.apart ?? []).filter((id) => id !== from.id && id !== into.id);
  const committedId = into.committedId ?? from.committedId;
  return {
    ...rest,
    rootCommits: union(into.rootCommits, from.rootCommits),
    remotes: union(into.remotes, from.remotes),
    commonDirs: union(into.commonDirs, from.commonDirs),
    paths: union(into.paths, from.paths),
    ...(committedId === undefined ? {} : { committedId }),
    linked: {
      ids: union(into.linked?.ids ?? [], [from.id, ...(from.linked?.ids ?? [])]),
      places: union(into.linked?.places ?? [], [...placesOf(from), ...(from.linked?.places ?? [])]),
    },
    ...(stillApart.length > 0 ? { apart: stillApart } : {}),
  };
}

function redirected(row: Project, from: ProjectId, into: ProjectId): Project {
  if (!row.apart?.includes(from)) return row;
  return { ...row, apart: [...new Set(row.apart.map((id) => (id === from ? into : id)))] };
}

function withoutPlaces(row: Project, owner: Project): Project {
  const lost = [...owner.commonDirs, ...owner.paths];
  const loses = [...row.commonDirs, ...row.paths, ...(row.linked?.places ?? [])].some((place) => lost.includes(place));
  if (!loses) return row;
  const keeps = (place: string): boolean => !lost.includes(place);
  const linked = row.linked && { linked: { ...row.linked, places: row.linked.places.filter(keeps) } };
  return { ...row, commonDirs: row.commonDirs.filter(keeps), paths: row.paths.filter(keeps), ...linked };
}

/** Paths that identify a project for certain: its git directories or, without git, its paths. */
function placesOf(project: Project): readonly string[] {
  return project.commonDirs.length > 0 ? project.commonDirs : project.paths;
}

function union<T>(have: readonly T[], more: readonly T[]): readonly T[] {
  const added = [...new Set(more)].filter((item) => !have.includes(item));
  return added.length === 0 ? have : [...have, ...added];
}

function capped(places: readonly string[]): readonly string[] {
  return places.length <= PLACES_KEPT ? places : [...places.slice(0, 1), ...places.slice(1 - PLACES_KEPT)];
}
