/** Opens the memory for a hook: reads the index as it is, starts no program, creates nothing. */
import { type ReadContext, readContext } from "../context/call-context.ts";
import type { Env } from "../context/environment.ts";
import { placeOf, sessionOf } from "../context/place.ts";
import { type Config, type RawConfig, readConfig } from "../core/base/config.ts";
import { type Clean, screen } from "../core/screen/clean.ts";
import type { Note } from "../core/session/session.ts";
import { removePin } from "../store/local/artifacts/read-artifacts.ts";
import { type Database, getMeta } from "../store/local/databases/database.ts";
import { readIndex } from "../store/local/databases/index-db.ts";
import { readState } from "../store/local/databases/read-state-db.ts";
import { cachedConfig, readConfigFile } from "../store/local/files/config-file.ts";
import { type Home, homeFrom } from "../store/local/files/home.ts";
import { readStore } from "../store/local/read-store.ts";
import { readCures } from "../store/local/rows/cures.ts";
import { appendNote, hasNotes } from "../store/local/spool/hook-notes.ts";
import { givenAtStart, SESSION_SECRET, startBlock, startNonce } from "../verbs/artifacts/session-block.ts";

/** What a hook can use: it only reads the memory, for one session. */
export type HookMemory = ReadContext & {
  /** The block for a session's start; empty if memories are not enabled. */
  startBlock(session: string, mostCharacters: number): string;
  givenAtStart(session: string): ReadonlySet<string>;
  startNonce(session: string): string | undefined;
  /** The session's context was reset, and the start block with it. */
  forgetStart(session: string): void;
  close(): void;
};

/** Undefined without an index: a hook that would be slow does nothing. */
export function openForHook(env: Env): HookMemory | undefined {
  const place = placeOf(env.cwd, { env });
  const { home, folders, project } = place;
  const index = readIndex(home);
  if (index === undefined) return undefined;
  const state = readState(home);
  const store = readStore({ home, folders, index, state, clock: env.clock, session: sessionOf(env) });
  const config = quickConfig(home, index);
  const secret = () => (state === undefined ? undefined : getMeta(state, SESSION_SECRET));
  return {
    ...readContext({ env, config, place, store }),
    ...(state !== undefined && readCures(state)),
    startBlock: (session, chars) => startBlock({ home, project, config, secret }, session, { chars }),
    givenAtStart: (session) => givenAtStart(home, project, session),
    startNonce: (session) => startNonce(secret(), session),
    forgetStart: (session) => {
      if (project !== undefined) removePin(home, project.id, session);
    },
    close: store.close,
  };
}

export function hasPendingNotes(env: Env): boolean {
  return hasNotes(homeFrom(env));
}

/** Writes notes for the next command, screened by the settings if they can be read. */
export function noteFrom(env: Env): { note(note: Note): void; screened(text: string): Clean } {
  const home = homeFrom(env);
  const file = readConfigFile(home.configFile);
  const config = readConfig(file.outcome === "read" ? file.raw : {});
  return {
    note: (note) => appendNote(home, note),
    screened: (text) => screen(text, { privatePatterns: config["capture.private"] }).text,
  };
}

/** The settings for callers that cannot load a YAML reader: from the file if it is plain, else as last compiled. */
function quickConfig(home: Home, index: Database): Config {
  const file = readConfigFile(home.configFile);
  const raw: RawConfig = file.outcome === "read" ? file.raw : (cachedConfig.read(index, home.configFile) ?? {});
  return readConfig(raw);
}
