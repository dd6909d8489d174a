/** The home, project and record folders of a call. Starts no program, so hooks can use it. */
import { isoTime } from "../../core/base/clock.ts";
import { isId } from "../../core/base/id.ts";
import { earlierRootCommits, historyCouldDecide, identify, refOf } from "../../core/project/identify.ts";
import type { Evidence, Project, ProjectRef } from "../../core/project/project.ts";
import { screenName } from "../../core/screen/clean.ts";
import { isThere } from "../../store/files/durable-files.ts";
import { type Home, homeFrom } from "../../store/files/home.ts";
import { readRegistry } from "../../store/files/project-registry.ts";
import { type Folder, globalFolder, projectFolder, repositoryFolder } from "../../store/files/record-folder.ts";
import { foldersOfSpaces } from "../../store/replicate/team/space-files.ts";
import { locate } from "../../system/project/locate.ts";
import type { Env } from "./environment.ts";

export type CallPlace = {
  readonly home: Home;
  readonly project: ProjectRef | undefined;
  /** A plain directory; it becomes a project when a person first adds a record for it. */
  readonly couldBe: ProjectRef | undefined;
  /** New records of the project go into its repository. */
  readonly shared: boolean;
  readonly known: readonly Project[];
  /** Why not all known projects could be read. */
  readonly registryFault: string | undefined;
  /** Why this directory belongs to the project, or to no project. */
  readonly why: string;
  /** Folders of the person's own records, the project's, the repository's, and those of spaces. */
  readonly folders: readonly Folder[];
};

/** Asks git for the first commits of a repository; absent if no program may be started. */
type AskHistory = (
  commonDir: string,
  known: { readonly earlier: readonly string[]; readonly isKnown: boolean },
) => readonly string[];

type PlaceOptions = {
  readonly env: Env;
  readonly askHistory?: AskHistory | undefined;
  /** Treat a plain directory as a project. */
  readonly asProject?: boolean | undefined;
};

export function placeOf(dir: string | undefined, { env, askHistory, asProject = false }: PlaceOptions): CallPlace {
  const home = homeFrom(env);
  const { projects: known, fault: registryFault } = readRegistry(home.projectsFile);
  const outside = {
    home,
    registryFault,
    project: undefined,
    couldBe: undefined,
    shared: false,
    known,
    folders: foldersOf(home),
  };
  if (dir === undefined) return { ...outside, why: "The current directory no longer exists." };
  const located = locate(dir, { home: env.home });
  if (located.outcome === "none") return { ...outside, why: located.why };
  const project = refFor(located.evidence, known, askHistory);
  const isPlain = located.kind === "plain" && !project.known;
  const why = isPlain ? `${project.root} has no git and no manifest, so it is a plain directory.` : project.because[0];
  if (isPlain && !asProject) return { ...outside, couldBe: project, why: why! };
  const shared = known.find(({ id }) => id === project.id)?.shared ?? false;
  const folders = foldersOf(home, project, shared);
  return { ...outside, project, shared, why: why ?? "", folders };
}

function foldersOf(home: Home, project?: ProjectRef, shared = false): readonly Folder[] {
  const own = globalFolder(home);
  const theirs = foldersOfSpaces(home, project?.id);
  if (project === undefined) return [own, ...theirs];
  const isRouted = theirs.some(({ takesNew }) => takesNew);
  const kept: Folder = { ...projectFolder(home, project.id), takesNew: !shared && !isRouted };
  // Also if the repository has no records yet: the first shared record goes there.
  return [own, kept, repositoryFolder(project.root, project.id, { takesNew: shared && !isRouted }), ...theirs];
}

/** Uses count once a session; without a session from the shell, a day counts as one. */
export function sessionOf(env: Env): string {
  const { session, clock } = env;
  if (session === undefined) return `day-${isoTime(clock()).slice(0, 10)}`;
  // Ids of our own, which hooks pass, need no screening.
  return isId(session, "ses") ? session : screenName(session);
}

function refFor(evidence: Evidence, known: readonly Project[], askHistory: AskHistory | undefined): ProjectRef {
  const identity = identify(evidence, known, { exists: isThere });
  const { commonDir } = evidence;
  if (askHistory === undefined || commonDir === undefined || !historyCouldDecide(evidence, identity))
    return refOf(evidence, identity);
  const isKnown = known.some((project) => project.commonDirs.includes(commonDir));
  const rootCommits = askHistory(commonDir, { earlier: earlierRootCommits(evidence, known), isKnown });
  const complete = { ...evidence, rootCommits };
  return refOf(complete, identify(complete, known, { exists: isThere }));
}
