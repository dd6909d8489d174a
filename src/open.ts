/** Where a call stands: its home, its project and the folders it reads; and the quick way in for those who only read. */
import { isoTime } from "./core/base/clock.ts";
import { type Config, type RawConfig, readConfig } from "./core/base/config.ts";
import { idMaker } from "./core/base/id.ts";
import { earlierRootCommits, historyCouldDecide, identify, refOf } from "./core/project/identify.ts";
import type { Evidence, Project, ProjectRef } from "./core/project/project.ts";
import { type Clean, screen } from "./core/screen/clean.ts";
import type { Note } from "./core/session/hook-note.ts";
import type { Env } from "./env.ts";
import { type Kind, locate } from "./project/locate.ts";
import type { ReadHouse } from "./read.ts";
import { unpin } from "./store/local/artifacts-read.ts";
import { compiled, readConfigFile } from "./store/local/config-file.ts";
import { type Database, getMeta } from "./store/local/database.ts";
import { isThere } from "./store/local/files.ts";
import { type Folder, repositoryRecords } from "./store/local/folder.ts";
import { type Home, homeFrom, projectRecords } from "./store/local/home.ts";
import { readIndex } from "./store/local/index-db.ts";
import { appendNote, hasNotes } from "./store/local/notes.ts";
import { readProjects } from "./store/local/project-registry.ts";
import { readState } from "./store/local/read-state.ts";
import { readStore } from "./store/local/read-store.ts";
import { SESSION_SECRET, startBlock, startNonce, toldAtStart } from "./verbs/session-start.ts";

/** The project of a directory as a call sees it, or why there is none. */
export type Place = {
  readonly project: ProjectRef | undefined;
  /** A plain directory that a person may make a project by writing to it. */
  readonly couldBe: ProjectRef | undefined;
  readonly shared: boolean;
  readonly known: readonly Project[];
  readonly why: string;
};

/** Asks git for the first commits of a repository; left out where no program may be started. */
export type AskHistory = (
  commonDir: string,
  place: { readonly earlier: readonly string[]; readonly isKnown: boolean },
) => readonly string[];

export function placeOf(
  dir: string | undefined,
  home: Home,
  { env, askHistory }: { env: Env; askHistory?: AskHistory | undefined },
): Place {
  const known = readProjects(home.projectsFile);
  const nowhere = { project: undefined, couldBe: undefined, shared: false, known };
  if (dir === undefined) return { ...nowhere, why: "The current directory no longer exists." };
  const located = locate(dir, { home: env.home });
  if (located.outcome === "none") return { ...nowhere, why: located.why };
  const ref = refFor(located.evidence, known, askHistory);
  if (!isProject(located.kind, ref)) {
    return { ...nowhere, couldBe: ref, why: `${ref.root} has no git and no manifest, so it is a plain directory.` };
  }
  const row = known.find(({ id }) => id === ref.id);
  return { project: ref, couldBe: undefined, shared: row?.shared ?? false, known, why: ref.because[0] ?? "" };
}

/** The folders that a call reads and writes: the person's own, the project's, and what its repository carries. */
export function foldersOf(home: Home, project: ProjectRef | undefined, shared: boolean): Folder[] {
  const own: Folder = { key: "global", path: home.records, scope: "global", fromRepo: false, takesNew: true };
  if (project === undefined) return [own];
  const of = { scope: "project" as const, project: project.id };
  const kept: Folder = {
    ...of,
    key: project.id,
    path: projectRecords(home, project.id),
    fromRepo: false,
    takesNew: !shared,
  };
  const carried = repositoryRecords(project.root);
  // Also where nothing is carried yet: the first thing that is shared goes there.
  const within = project.root;
  return [own, kept, { ...of, key: `repo:${within}`, path: carried, within, fromRepo: true, takesNew: shared }];
}

/** The settings for callers that cannot load a YAML reader: from the file if it is plain, else as last compiled. */
function quickConfig(home: Home, index: Database): Config {
  const file = readConfigFile(home.configFile);
  const raw: RawConfig = file.outcome === "read" ? file.raw : (compiled.read(index, home.configFile) ?? {});
  return readConfig(raw);
}

export function homeOf(env: Env): Home {
  return homeFrom(env);
}

/** What a hook stands on: it reads, and is told apart from others by the session that it speaks to. */
export type QuickHouse = ReadHouse & {
  /** The block for a session's start; empty where nobody enabled it. */
  startBlock(session: string, mostCharacters: number): string;
  toldAtStart(session: string): ReadonlySet<string>;
  startNonce(session: string): string | undefined;
  /** What it was told at its start is gone with its context. */
  forgetStart(session: string): void;
  close(): void;
};

/** For callers that may only read and must be quick: no program is started, nothing is created; undefined without an index. */
export function openReading(env: Env): QuickHouse | undefined {
  const home = homeOf(env);
  const index = readIndex(home);
  if (index === undefined) return undefined;
  const place = placeOf(env.cwd, home, { env });
  const folders = foldersOf(home, place.project, place.shared);
  const state = readState(home);
  const store = readStore({ home, folders, index, state, session: sessionOf(env) });
  const config = quickConfig(home, index);
  const { project } = place;
  const secret = () => (state === undefined ? undefined : getMeta(state, SESSION_SECRET));
  return {
    clock: env.clock,
    config,
    project,
    search: store.search,
    get: async (id) => store.server.byId(id),
    journal: store.journal,
    newId: idMaker(env.clock, { random: index.random }),
    random: index.random,
    startBlock: (session, chars) => startBlock({ home, project, config, secret }, session, { chars }),
    toldAtStart: (session) => toldAtStart(home, project, session),
    startNonce: (session) => startNonce(secret(), session),
    forgetStart: (session) => {
      if (project !== undefined) unpin(home, project.id, session);
    },
    close: store.close,
  };
}

export function notesWait(env: Env): boolean {
  return hasNotes(homeOf(env));
}

/** What a hook leaves to be taken in later, screened as far as the settings can be read. */
export function noteFrom(env: Env): { note(note: Note): void; screened(text: string): Clean } {
  const home = homeOf(env);
  const file = readConfigFile(home.configFile);
  const config = readConfig(file.outcome === "read" ? file.raw : {});
  return {
    note: (note) => appendNote(home, note),
    screened: (text) => screen(text, { privatePatterns: config["capture.private"] }).text,
  };
}

/** Uses count once a session; where no shell says which, a day is one. */
export function sessionOf(env: Env): string {
  return env.session ?? `day-${isoTime(env.clock()).slice(0, 10)}`;
}

function refFor(evidence: Evidence, known: readonly Project[], askHistory: AskHistory | undefined): ProjectRef {
  const identity = identify(evidence, known, { exists: isThere });
  if (askHistory === undefined || evidence.commonDir === undefined || !historyCouldDecide(evidence, identity)) {
    return refOf(evidence, identity);
  }
  const { commonDir } = evidence;
  const isKnown = known.some((project) => project.commonDirs.includes(commonDir));
  const rootCommits = askHistory(commonDir, { earlier: earlierRootCommits(evidence, known), isKnown });
  const whole = { ...evidence, rootCommits };
  return refOf(whole, identify(whole, known, { exists: isThere }));
}

function isProject(kind: Kind, ref: ProjectRef): boolean {
  return kind !== "plain" || ref.known;
}
