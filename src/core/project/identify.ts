/** Decides which project a directory belongs to, from its evidence and the registered projects, with the reasons. */
import { derivedId } from "../base/id.ts";
import type { ProjectId } from "../record/record.ts";
import { listOf } from "../text/wording.ts";
import { compare, type EvidenceComparison, type Exists, GROUNDS, sharesRemote } from "./compare-evidence.ts";
import { type Evidence, type Kin, type Project, type ProjectRef, projectName, shown } from "./project.ts";

type Identity = Pick<ProjectRef, "because" | "kin"> &
  (
    | { readonly outcome: "same"; readonly project: Project; readonly root: string }
    | { readonly outcome: "new"; readonly id: ProjectId }
  );

type Same = { readonly project: Project } & Extract<EvidenceComparison, { relation: "same" }>;

export function identify(evidence: Evidence, known: readonly Project[], world: { exists: Exists }): Identity {
  const fits: Same[] = [];
  const kin: Kin[] = [];
  const presumed = presumedEvidence(evidence, known);
  for (const project of known) {
    const isHere = evidence.commonDir !== undefined && project.commonDirs.includes(evidence.commonDir);
    const comparison = compare(isHere ? evidence : presumed, project, world.exists);
    if (comparison.relation === "same") fits.push({ project, ...comparison });
    if (comparison.relation === "kin") kin.push({ id: project.id, name: project.name, why: comparison.why });
  }
  const ranked = withoutSplitOff(fits, world.exists).toSorted(bestFirst);
  const [best, second] = ranked;
  if (best && !(second && bestFirst(best, second) === 0)) {
    const others = fits.filter((fit) => fit !== best).map((fit) => kinOf(fit, best));
    return { outcome: "same", project: best.project, root: best.root, because: best.because, kin: [...others, ...kin] };
  }
  const rivals = best ? ranked.filter((fit) => bestFirst(best, fit) === 0) : [];
  return {
    outcome: "new",
    // Computed on demand: most directories are only looked at, and an id needs a hash.
    get id() {
      return projectId(evidence, (id) => known.some((project) => project.id === id));
    },
    because: [...whyNew(evidence, rivals), ...strayId(evidence, known)],
    kin: [...fits.map((fit) => kinOf(fit, undefined)), ...kin],
  };
}

export function refOf(evidence: Evidence, identity: Identity): ProjectRef {
  const { because, kin } = identity;
  const why = { because, kin, evidence };
  if (identity.outcome === "same") {
    const { id, name } = identity.project;
    return { id, name, root: identity.root, known: true, ...why };
  }
  return {
    get id() {
      return identity.id;
    },
    ...{ name: projectName(evidence), root: evidence.path, known: false, ...why },
  };
}

/** The output of `oldhand project why`: one sentence a line. */
export function explain(ref: ProjectRef): string[] {
  const head = ref.known
    ? `${shown(ref.root)} is ${ref.name} (${ref.id}).`
    : `${shown(ref.root)} is a new project, ${ref.name}.`;
  return [head, ...ref.because, ...ref.kin.map((kin) => `Related: ${kin.name} (${kin.id}) ${kin.why}.`)];
}

/**
 * True if the first commits, which only git can read, could change the answer. A registered git directory with a shared
 * remote stays the same project whatever they are; without one, another repository may be there now.
 */
export function historyCouldDecide(evidence: Evidence, identity: Identity): boolean {
  if (evidence.commonDir === undefined || evidence.shallow || evidence.rootCommits.length > 0) return false;
  if (identity.outcome === "new" || !identity.project.commonDirs.includes(evidence.commonDir)) return true;
  return !sharesRemote(evidence, identity.project);
}

/** The known first commits of the repository at this path: if it still has one of them, it was not replaced. */
export function earlierRootCommits(evidence: Evidence, known: readonly Project[]): readonly string[] {
  const { commonDir } = evidence;
  if (commonDir === undefined) return [];
  return known.find((project) => project.commonDirs.includes(commonDir))?.rootCommits ?? [];
}

/** If git was not asked, assumes the known first commits, so that related projects are still found. */
function presumedEvidence(evidence: Evidence, known: readonly Project[]): Evidence {
  if (evidence.rootCommits.length > 0) return evidence;
  return { ...evidence, rootCommits: earlierRootCommits(evidence, known) };
}

/** A project that was split off matches only its own paths while they exist; other clones stay with the old project. */
function withoutSplitOff(fits: readonly Same[], exists: Exists): Same[] {
  return fits.filter(({ project, ground, root }) => {
    if (ground !== "evidence" || project.paths.includes(root)) return true;
    const splitFromFitting = fits.some((fit) => project.apart?.includes(fit.project.id));
    return !splitFromFitting || ![...project.commonDirs, ...project.paths].some(exists);
  });
}

function bestFirst(a: Same, b: Same): number {
  const byGround = GROUNDS.indexOf(a.ground) - GROUNDS.indexOf(b.ground);
  return byGround || b.because.length - a.because.length || b.root.length - a.root.length;
}

function kinOf(fit: Same, chosen: Same | undefined): Kin {
  const { id, name, apart } = fit.project;
  const isSplit = chosen && (apart?.includes(chosen.project.id) || chosen.project.apart?.includes(id));
  const why = isSplit ? "was split from this project, or this one from it" : "also matches, with less evidence";
  return {
    id,
    name,
    why: chosen ? why : "matches as well as another one: run `oldhand project link` if this is the right one",
  };
}

function whyNew(evidence: Evidence, rivals: readonly Same[]): string[] {
  if (rivals.length > 0) {
    const names = rivals.map(({ project }) => `${project.name} (${project.id})`);
    return [
      `${listOf(names)} match equally well, so none was chosen. Run \`oldhand project link\` to choose the project of this directory.`,
    ];
  }
  if (evidence.commonDir === undefined) {
    return [
      "No known project has this path.",
      `It is not in a git repository, so it is identified by its path ${shown(evidence.path)}.`,
    ];
  }
  const signs = [
    ...evidence.rootCommits.slice(0, 1).map((commit) => `its first commit ${commit.slice(0, 12)}`),
    ...evidence.remotes.slice(0, 1).map((remote) => `its remote ${remote}`),
    `its git directory ${shown(evidence.commonDir)}`,
  ];
  return ["No known project has this git directory, first commit or remote.", `It is identified by ${listOf(signs)}.`];
}

function strayId(evidence: Evidence, known: readonly Project[]): string[] {
  const id = evidence.committedId;
  if (id === undefined) return [];
  const owner = known.find((project) => project.id === id || project.committedId === id);
  const whose = owner ? `the id of ${owner.name}` : `the id ${id} of no known project`;
  return [`Its .oldhand/project holds ${whose}; an id alone is not enough to match.`];
}

/** The same history and remote give the same id on every machine; an id that is taken is salted with the location. */
export function projectId(evidence: Evidence, taken: (id: ProjectId) => boolean): ProjectId {
  const strongest = strongestEvidence(evidence);
  let id = derivedId("prj", strongest);
  for (let salt = 1; taken(id); salt++) {
    id = derivedId("prj", [strongest, evidence.commonDir ?? evidence.path, salt].join("\n"));
  }
  return id;
}

function strongestEvidence(evidence: Evidence): string {
  const origin = evidence.remotes[0];
  if (evidence.rootCommits.length > 0 || origin !== undefined) {
    return ["history", ...evidence.rootCommits.toSorted(), origin ?? ""].join("\n");
  }
  return evidence.commonDir !== undefined ? `git ${evidence.commonDir}` : `path ${evidence.path}`;
}
