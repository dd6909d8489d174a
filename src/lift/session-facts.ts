/** What is known of a session that lift compares: what it ran, how that ended, what the person said, and what it was given. */
import type { Coin } from "../core/session/hold-out.ts";

export type SessionFacts = {
  readonly id: string;
  /** Empty if it belongs to no project. */
  readonly project: string;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Commands and edits, in order. */
  readonly acts: readonly Act[];
  /** Messages of the person that correct the agent. */
  readonly corrections: number;
  /** What the person had said in an earlier session of the project. */
  readonly repeated: readonly Repeated[];
  readonly given: readonly Given[];
  /** How the coin fell; absent if none was thrown. */
  readonly coin?: Coin;
};

export type Act = {
  /** Its place among all turns of the session. */
  readonly turn: number;
  readonly by: "person" | "agent";
  readonly atMs?: number;
  readonly cwd: string;
  /** Empty for an edit. */
  readonly line: string;
  /** The file that was edited. */
  readonly file?: string;
  /** Undefined if the source did not record how it ended. */
  readonly worked?: boolean;
  /** The command family and the error, if it failed in a way that can be recognised. */
  readonly error?: string;
  /** A test, lint or type check. */
  readonly isCheck: boolean;
};

export type Repeated = {
  readonly turn: number;
  readonly text: string;
  /** Records that said it before the session began. */
  readonly records: readonly string[];
};

/** A record that the session was given, or denied if it is held out. */
export type Given = { readonly record: string; readonly atMs: number; readonly tokens: number };

/** Only what an agent did says something about memory. */
export function agentCommands({ acts }: Pick<SessionFacts, "acts">): readonly Act[] {
  return acts.filter(({ by, line }) => by === "agent" && line !== "");
}
