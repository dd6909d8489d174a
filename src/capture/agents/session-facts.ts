/** What is known of the session a transcript belongs to, gathered as its lines are read. */
import { directoryGate, type Screening } from "../../core/event/admit.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import { type AgentName, type AgentSession, type SessionId, sessionId } from "../../core/session/session.ts";
import { wholeWords } from "./whole-words.ts";

/** As it is kept between two imports, or known from the file's name before the first line. */
export type StartFacts = {
  readonly nativeId?: string;
  /** The native id of the session that started it. */
  readonly parent?: string;
  readonly cwd?: string;
  /** Where it is at work now. */
  readonly nowIn?: string;
  readonly title?: Clean;
  readonly startedMs?: number;
  readonly endedMs?: number;
};

type HeardFacts = {
  readonly nativeId?: string | undefined;
  readonly parent?: string | undefined;
  readonly title?: string | undefined;
  readonly cwd?: string | undefined;
  readonly atMs?: number | undefined;
};

export type SessionFacts = {
  readonly hear: (facts: HeardFacts) => void;
  readonly id: () => SessionId;
  readonly cwd: () => string | undefined;
  readonly isSubagent: () => boolean;
  readonly session: () => AgentSession;
  /** Replaced by each change, never changed in place. */
  readonly kept: () => StartFacts;
};

type FactsOf = {
  readonly agent: AgentName;
  readonly file: string;
  readonly facts: StartFacts;
  readonly screening: Screening;
};

/** The id stands as soon as it was asked for: a transcript that names itself late keeps the name of its file. */
export function sessionFacts({ agent, file, facts: start, screening }: FactsOf): SessionFacts {
  const directory = directoryGate(screening);
  const { cwd, nowIn, ...others } = start;
  let facts: StartFacts = directory(cwd) === undefined || directory(nowIn) === undefined ? others : start;
  let id: SessionId | undefined;
  const nativeId = (): string => facts.nativeId ?? file;
  return {
    hear: (heard) => {
      const cwd = heard.cwd === facts.nowIn ? facts.nowIn : directory(heard.cwd);
      const changed = {
        ...(facts.nativeId === undefined && id === undefined && isName(heard.nativeId)
          ? { nativeId: heard.nativeId }
          : {}),
        ...(facts.parent === undefined && isName(heard.parent) ? { parent: heard.parent } : {}),
        ...(cwd === undefined || cwd === facts.nowIn ? {} : { cwd: facts.cwd ?? cwd, nowIn: cwd }),
        ...(heard.title === undefined ? {} : { title: titleOf(heard.title, screening) }),
        ...times(facts, heard.atMs),
      };
      if (Object.keys(changed).length > 0) facts = { ...facts, ...changed };
    },
    id: () => {
      id ??= sessionId(agent, nativeId());
      return id;
    },
    cwd: () => facts.nowIn,
    isSubagent: () => facts.parent !== undefined,
    session: () => {
      const { cwd, startedMs, endedMs, title, parent } = facts;
      return {
        id: id ?? sessionId(agent, nativeId()),
        agent,
        nativeId: nativeId(),
        file,
        ...(cwd === undefined ? {} : { cwd }),
        ...(startedMs === undefined ? {} : { startedMs }),
        ...(endedMs === undefined ? {} : { endedMs }),
        ...(title === undefined ? {} : { title }),
        ...(parent === undefined ? {} : { parent: sessionId(agent, parent) }),
      };
    },
    kept: () => facts,
  };
}

const LONGEST_TITLE = 200;

function isName(id: string | undefined): id is string {
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id);
}

function titleOf(title: string, screening: Screening): Clean {
  return screen(wholeWords(title.replace(/\s+/g, " "), LONGEST_TITLE), screening).text;
}

function times({ startedMs, endedMs }: StartFacts, atMs: number | undefined): { startedMs?: number; endedMs?: number } {
  if (atMs === undefined) return {};
  return {
    ...(startedMs === undefined || atMs < startedMs ? { startedMs: atMs } : {}),
    ...(endedMs === undefined || atMs > endedMs ? { endedMs: atMs } : {}),
  };
}
