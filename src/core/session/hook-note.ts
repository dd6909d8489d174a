/** A line that a hook leaves for a later command: a session began, the person wrote a prompt, or the session ended. */
import { isId } from "../base/id.ts";
import type { Clean } from "../screen/clean.ts";
import { AGENT_NAMES, type AgentName, type SessionId } from "./session.ts";

export type Note = {
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

export function noteLine(note: Note): string {
  return `${JSON.stringify({ version: VERSION, ...note })}\n`;
}

/** Undefined for a torn line, or one of another version. */
export function readNote(line: string): Note | undefined {
  const note = parsed(line);
  if (typeof note !== "object" || note === null || note.version !== VERSION) return undefined;
  const { version: _, ...rest } = note;
  const isWhole = Number.isSafeInteger(note.atMs) && isId(String(note.session), "ses") && isAgentName(note.agent);
  if (!isWhole || !KINDS.includes(note.kind as string)) return undefined;
  return note.kind === "said" && typeof note.text !== "string" ? undefined : (rest as Note);
}

export function isAgentName(name: unknown): name is AgentName {
  return AGENT_NAMES.includes(name as AgentName);
}

const KINDS = ["began", "said", "ended"];

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // torn by a crash
  }
}
