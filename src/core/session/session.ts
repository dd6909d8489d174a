/** A session of a coding agent, what was said in it, and the chunks that search and extraction work with. */
import { derivedId, type Id } from "../base/id.ts";
import type { NewEvent } from "../event/event.ts";
import type { Clean } from "../screen/clean.ts";

export const AGENT_NAMES = ["claude-code", "codex", "opencode", "pi", "omp", "gemini"] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

export type SessionId = Id<"ses">;

export type AgentSession = {
  readonly id: SessionId;
  readonly agent: AgentName;
  /** What the agent itself calls it. */
  readonly nativeId: string;
  readonly file: string;
  /** The directory it began in, by which its project is found. */
  readonly cwd?: string;
  readonly startedMs?: number;
  readonly endedMs?: number;
  readonly title?: Clean;
  /** The session that started this one as a subagent. */
  readonly parent?: SessionId;
};

/** `machine`: words in a person's place that no person wrote, such as an agent's orders to its subagent. */
export type Role = "person" | "agent" | "tool" | "machine";

/** Where something stands in its source: bytes of a file, or rows of a database; the end is the first that follows. */
export type Span = { readonly from: number; readonly to: number };

/** What a tool did: ran a command, changed the files that it was given, or something else. */
export type ToolAct = "run" | "edit" | "other";
/** The name is the agent's own word for the tool. */
export type ToolUse = { readonly name: string; readonly act: ToolAct };

/** What one side said at once, in the words that may be kept. */
export type Turn = {
  readonly session: SessionId;
  readonly role: Role;
  readonly text: Clean;
  readonly atMs?: number;
  /** What a tool was working on when it answered. */
  readonly files: readonly string[];
  /** The tool that answered. */
  readonly tool?: ToolUse;
  readonly span: Span;
};

/** Whose words a chunk rests on, at its weakest. */
export type ChunkTrust = "person" | "agent" | "tool";

/** A piece of a session of a size to be searched and quoted: a turn with the answer that it got, or what tools printed. */
export type Chunk = {
  readonly id: string;
  readonly session: SessionId;
  readonly ordinal: number;
  readonly previous?: string;
  readonly next?: string;
  readonly atMs?: number;
  readonly cwd?: string;
  readonly text: Clean;
  /** So many characters at the start of the text are the person's own. */
  readonly personLength: number;
  readonly files: readonly string[];
  readonly trust: ChunkTrust;
  readonly span: Span;
};

/** What a transcript tells, in its order. A chunk that is told again under the same id takes the place of the old one. */
export type TranscriptItem =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "chunk"; readonly chunk: Chunk }
  | { readonly kind: "command"; readonly event: NewEvent }
  /** Much was read that told nothing: a moment to let others in. */
  | { readonly kind: "silence" };

export function sessionId(agent: AgentName, nativeId: string): SessionId {
  return derivedId("ses", `${agent}\0${nativeId}`);
}

export function chunkId(session: SessionId, ordinal: number): string {
  return `${session}.${ordinal}`;
}
