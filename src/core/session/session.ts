/** A session of a coding agent and its turns. */
import { derivedId, type Id, isId } from "../base/id.ts";
import type { NewEvent } from "../event/event.ts";
import type { GuardKind } from "../guard/guard.ts";
import type { ProjectId, RecordType, Scope } from "../record/record.ts";
import type { Clean } from "../screen/clean.ts";

/** The name of a value in agents/all.ts. */
export type AgentName = string;

export type SessionId = Id<"ses">;

/** The scope key of sessions without a known project; only searches outside of projects find them. */
export const NOWHERE = "nowhere";

export type AgentSession = {
  readonly id: SessionId;
  readonly agent: AgentName;
  /** The agent's own id for it. */
  readonly nativeId: string;
  readonly file: string;
  /** The directory it started in; determines its project. */
  readonly cwd?: string;
  readonly startedMs?: number;
  readonly endedMs?: number;
  readonly title?: Clean;
  /** The session that started this one as a subagent. */
  readonly parent?: SessionId;
};

/** `machine`: user messages that no person wrote, such as an agent's instructions to its subagent. */
export type Role = "person" | "agent" | "tool" | "machine";

/** A position in the source: bytes of a file or rows of a database; the end is exclusive. */
export type SourceSpan = { readonly from: number; readonly to: number };

/** What a tool did: ran a command, edited files, or something else. */
export type ToolKind = "run" | "edit" | "other";
/** `name` is the agent's own name of the tool. */
export type ToolUse = { readonly name: string; readonly act: ToolKind };

/** One message of one side, screened. */
export type Turn = {
  readonly session: SessionId;
  readonly role: Role;
  readonly text: Clean;
  readonly atMs?: number;
  /** The files that a tool was working on. */
  readonly files: readonly string[];
  /** The tool whose output this is. */
  readonly tool?: ToolUse;
  readonly span: SourceSpan;
};

/** The items of a transcript, in order. */
export type TranscriptItem =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "command"; readonly event: NewEvent }
  /** Much was read without a result: a chance to let other work run. */
  | { readonly kind: "silence" };

export function sessionId(agent: AgentName, nativeId: string): SessionId {
  return derivedId("ses", `${agent}\0${nativeId}`);
}

/** A line that a hook leaves about a session. */
export type SessionNote = {
  readonly atMs: number;
  readonly agent: AgentName;
  readonly session: SessionId;
  readonly cwd?: string;
} & (
  | { readonly kind: "began" }
  | { readonly kind: "said"; readonly text: Clean }
  | { readonly kind: "ended"; readonly transcript?: string }
);

const VERSION = 1;

export function noteLine(note: SessionNote): string {
  return `${JSON.stringify({ version: VERSION, ...note })}\n`;
}

/** Undefined for a torn line, or one of another version. */
export function readNote(line: string): SessionNote | undefined {
  const note = parsed(line);
  if (typeof note !== "object" || note === null || note.version !== VERSION) return undefined;
  const { version: _, ...rest } = note;
  const isValid =
    Number.isSafeInteger(note.atMs) && isId(String(note.session), "ses") && AGENT_NAME.test(String(note.agent));
  if (!isValid || !KINDS.includes(note.kind as string)) return undefined;
  return note.kind === "said" && typeof note.text !== "string" ? undefined : (rest as SessionNote);
}

const AGENT_NAME = /^[a-z][a-z0-9-]{0,40}$/;

const KINDS = ["began", "said", "ended"];

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // torn by a crash
  }
}

export type ReaderNomination = {
  readonly type: Exclude<RecordType, "habit">;
  readonly scope: Scope;
  readonly quote: string;
  readonly text: string;
  readonly why: string;
  /** The quote of an earlier nomination, or the id of a record, that it takes the place of. */
  readonly supersedes: string | null;
  /** The id of a record that says the same. */
  readonly again?: string | null | undefined;
  /** Checks that a program could make for it. */
  readonly guards?: readonly NominatedGuard[] | null | undefined;
};

/** In flat fields, because models fill these best; what each means is by its kind. */
export type NominatedGuard = {
  readonly kind: GuardKind;
  readonly what: string;
  readonly other?: string | null | undefined;
  readonly except?: string | null | undefined;
  readonly ask?: boolean | null | undefined;
};

export type SaidStatement = {
  readonly session: string;
  readonly turn: number;
  /** Word for word. */
  readonly text: string;
  readonly atMs: number;
  readonly project?: ProjectId;
  /** It is a record or a proposal already. */
  readonly isKept: boolean;
};
