/** Opens the memory for a hook: reads the index as it is, starts no program, creates nothing. */

import { type Config, type RawConfig, readConfig } from "../core/base/config.ts";
import { type Clean, screen, screenStart } from "../core/screen/clean.ts";
import type { SessionNote } from "../core/session/session.ts";
import { rankEntries } from "../search/rank-entries.ts";
import { removePin } from "../store/artifacts/read-artifacts.ts";
import { type Database, getMeta } from "../store/databases/database.ts";
import { hasTalk, hasTickets, type LendDatabases, readDatabases } from "../store/databases/hook-databases.ts";
import { cachedConfig, readConfigFile } from "../store/files/config-file.ts";
import { type Home, homeFrom } from "../store/files/home.ts";
import { readStore } from "../store/read-store.ts";
import { readCures } from "../store/rows/cures.ts";
import { appendNote, hasNotes } from "../store/spool/hook-notes.ts";
import { type ReadContext, readContext } from "../verbs/call/call-context.ts";
import type { Env } from "../verbs/call/environment.ts";
import { placeOf, sessionOf } from "../verbs/call/place.ts";
import { givenAtStart, SESSION_SECRET, startNonce } from "../verbs/memory/artifacts/session-block.ts";

export { type LendDatabases, lendDatabases } from "../store/databases/hook-databases.ts";
export { MOST_CHARACTERS } from "../verbs/memory/artifacts/session-block.ts";

/** What a hook can use: it only reads the memory, for one session. */
export type HookMemory = ReadContext & {
  /** The summary for a session's start, without the records that are given before it; empty if memories are not enabled. */
  startBlock(session: string, chars: number, without: ReadonlySet<string>): Promise<string>;
  givenAtStart(session: string): ReadonlySet<string>;
  startNonce(session: string): string | undefined;
  /** The words of the ticket that a prompt names; at a start, that the branch names or that was started last. */
  ticketWords(prompt?: string): Promise<string | undefined>;
  /** The session's context was reset, and the start block with it. */
  forgetStart(session: string): void;
  close(): void;
};

/** Undefined without an index: a hook that would be slow does nothing. A server lends databases that it keeps open. */
export function openForHook(env: Env, lend?: LendDatabases): HookMemory | undefined {
  const place = placeOf(env.cwd, { env });
  const { home, folders, project } = place;
  const { index, state, linesOf } = (lend ?? readDatabases)(home);
  if (index === undefined) return undefined;
  const store = readStore({
    home,
    folders,
    index,
    state,
    clock: env.clock,
    session: sessionOf(env),
    rank: rankEntries,
    linesOf,
  });
  const config = quickConfig(home, index);
  const secret = () => (state === undefined ? undefined : getMeta(state, SESSION_SECRET));
  const call = readContext({ env, config, place, store });
  // A hook in a home without sessions does not load what searches them.
  const talkIn = (index: Database, state: Database): Pick<ReadContext, "passagesFor" | "passagesAgain" | "leftOff"> => {
    const talk = async () =>
      (await import("../verbs/call/passages/passages-by-table.ts")).passagesByTable({
        ...{ index, state, config },
        ...{ project: project?.id, clock: env.clock },
      });
    return {
      passagesFor: async (ask) => (await talk()).passagesFor(ask),
      passagesAgain: async (ids) => (await talk()).passagesAgain(ids),
      leftOff: async (session, told) => (await talk()).leftOff(session, told),
    };
  };
  return {
    ...call,
    ...(config["recall.embedder"] !== "none" && {
      meaningOf: async (text) => {
        // A file of its own, so that a hook that is given nothing to compare does not load it.
        return (await import("../verbs/call/meaning/meaning-by-table.ts")).meaningByTable(index, text);
      },
    }),
    ...(state !== undefined && readCures(state)),
    ...(state !== undefined && hasTalk(index) && talkIn(index, state)),
    startBlock: async (session, chars, without) => {
      const { startBlock } = await import("../verbs/memory/artifacts/start-block.ts");
      return startBlock({ ...call, home, state, secret }, session, { hostCap: { chars }, without });
    },
    givenAtStart: (session) => givenAtStart(home, project, session),
    startNonce: (session) => startNonce(secret(), session),
    ticketWords: async (prompt) => {
      if (state === undefined || !hasTickets(state)) return undefined;
      const { wordsOfTicket } = await import("../verbs/recalling/ticket-at-hand.ts");
      return wordsOfTicket({ state, project }, prompt);
    },
    forgetStart: (session) => {
      if (project !== undefined) removePin(home, project.id, session);
    },
    close: lend === undefined ? store.close : () => {},
  };
}

/** Whether sessions are learned from without a command. */
export function learnsByItself(env: Env): boolean {
  const file = readConfigFile(homeFrom(env).configFile);
  return file.outcome === "read" && readConfig(file.raw)["memories.enabled"];
}

export function hasPendingNotes(env: Env): boolean {
  return hasNotes(homeFrom(env));
}

export type HookNotes = { note(note: SessionNote): void; screenStart(text: string, most: number): Clean };

/** Writes notes for the next command, screened by the settings if they can be read. A path with a secret in it is left out. */
export function noteFrom(env: Env): HookNotes {
  const home = homeFrom(env);
  const file = readConfigFile(home.configFile);
  const config = readConfig(file.outcome === "read" ? file.raw : {});
  const screening = { privatePatterns: config["capture.private"] };
  const isClean = (path: string): boolean => screen(path, screening).text === path;
  return {
    note: (note) => appendNote(home, withCleanPaths(note, isClean)),
    screenStart: (text, most) => screenStart(text, most, screening),
  };
}

function withCleanPaths({ cwd, ...note }: SessionNote, isClean: (path: string) => boolean): SessionNote {
  const at = cwd !== undefined && isClean(cwd) ? { cwd } : {};
  if (note.kind !== "ended") return { ...note, ...at };
  const { transcript, ...ended } = note;
  return { ...ended, ...at, ...(transcript !== undefined && isClean(transcript) && { transcript }) };
}

/** The settings for callers that cannot load a YAML reader: from the file if it is plain, else as last compiled. */
function quickConfig(home: Home, index: Database): Config {
  const file = readConfigFile(home.configFile);
  const raw: RawConfig = file.outcome === "read" ? file.raw : (cachedConfig.read(index, home.configFile) ?? {});
  return readConfig(raw);
}
