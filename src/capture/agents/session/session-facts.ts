/** Collects the facts of a session (id, parent, directory, title, times) while its transcript is read. */
import type { StartFacts } from "../../../agents/agent.ts";
import type { TranscriptEvent } from "../../../agents/format/transcript-event.ts";
import { directoryGate, type Screening } from "../../../core/event/admit.ts";
import { type Clean, screen, screenName } from "../../../core/screen/clean.ts";
import { type AgentName, type AgentSession, type SessionId, sessionId } from "../../../core/session/session.ts";
import { cutAtWord } from "./kept-text.ts";

type FactUpdate = Omit<Extract<TranscriptEvent, { kind: "session" }>, "kind">;

export type SessionFacts = {
  readonly update: (facts: FactUpdate) => void;
  readonly id: () => SessionId;
  readonly cwd: () => string | undefined;
  readonly isSubagent: () => boolean;
  readonly session: () => AgentSession;
  /** Replaced on each change, never changed in place. */
  readonly kept: () => StartFacts;
};

type FactsOptions = {
  readonly agent: AgentName;
  readonly file: string;
  readonly facts: StartFacts;
  readonly screening: Screening;
};

/** The id is fixed once it was read: a transcript that names its session too late keeps the path as its id. */
export function sessionFacts({ agent, file, facts: start, screening }: FactsOptions): SessionFacts {
  const directory = directoryGate(screening);
  const named = namesIn(start, screening);
  const { cwd, nowIn, ...others } = named;
  let facts: StartFacts = directory(cwd) === undefined || directory(nowIn) === undefined ? others : named;
  let id: SessionId | undefined;
  const nativeId = (): string => facts.nativeId ?? screenName(file, screening);
  return {
    update: (next) => {
      const cwd = next.cwd === facts.nowIn ? facts.nowIn : directory(next.cwd);
      const changed = {
        ...(facts.nativeId === undefined && id === undefined && isName(next.nativeId)
          ? namesIn({ nativeId: next.nativeId }, screening)
          : {}),
        ...(facts.parent === undefined && isName(next.parent) ? namesIn({ parent: next.parent }, screening) : {}),
        ...(cwd === undefined || cwd === facts.nowIn ? {} : { cwd: facts.cwd ?? cwd, nowIn: cwd }),
        ...(next.title === undefined ? {} : { title: titleOf(next.title, screening) }),
        ...times(facts, next.atMs),
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
        file: screenName(file, screening),
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

/** Agents choose the ids of their sessions. */
function namesIn<F extends Pick<StartFacts, "nativeId" | "parent">>(facts: F, screening: Screening): F {
  const { nativeId, parent } = facts;
  return {
    ...facts,
    ...(nativeId === undefined ? {} : { nativeId: screenName(nativeId, screening) }),
    ...(parent === undefined ? {} : { parent: screenName(parent, screening) }),
  };
}

function titleOf(title: string, screening: Screening): Clean {
  return cutAtWord(screen(title.replace(/\s+/g, " "), screening).text, LONGEST_TITLE) as Clean;
}

function times({ startedMs, endedMs }: StartFacts, atMs: number | undefined): { startedMs?: number; endedMs?: number } {
  if (atMs === undefined) return {};
  return {
    ...(startedMs === undefined || atMs < startedMs ? { startedMs: atMs } : {}),
    ...(endedMs === undefined || atMs > endedMs ? { endedMs: atMs } : {}),
  };
}
