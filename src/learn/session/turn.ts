/** Input and output of reading a session: its turns, and what was found in them. */
import type { Captured } from "../message.ts";

type Role = "person" | "agent" | "tool" | "machine";

export type SessionTurn = {
  readonly ordinal: number;
  /** Who speaks. A command or an edit belongs to the agent, unless the person made it. */
  readonly role: Role;
  readonly text: string;
  readonly atMs?: number;
  /** Files that the text was read from. */
  readonly files?: readonly string[];
  readonly command?: TurnCommand;
  readonly edit?: { readonly file: string };
};

export type TurnCommand = {
  readonly line: string;
  /** Absent if the source did not record how it ended. */
  readonly status?: "ok" | "failed";
  /** The directory it was started in. */
  readonly cwd?: string;
  /** Its first 2 KB and its error lines. */
  readonly output?: string;
};

/** What the person wishes to be kept; the quote is the sentence, word for word. */
export type Extracted = Omit<Captured, "sentence" | "span"> & { readonly quote: string; readonly turn: number };

/** Every sentence that was looked at, with what became of it and why. */
export type LedgerLine = {
  /** The shape that it has; `none` for any other sentence. */
  readonly rule: Extracted["rule"] | "error-fix" | "none";
  readonly text: string;
  readonly taken: boolean;
  readonly reason: string;
  readonly turn: number;
};
