/** What a line of a transcript contains, in one form for all agents, before anything is screened. */
import type { Actor, EventStatus, Shell } from "../../core/event/event.ts";
import type { Fields } from "./json-fields.ts";

export type TranscriptEvent =
  | {
      readonly kind: "session";
      readonly nativeId?: string | undefined;
      readonly parent?: string | undefined;
      readonly title?: string | undefined;
      readonly cwd?: string | undefined;
      readonly atMs?: number | undefined;
    }
  | {
      readonly kind: "message";
      readonly role: "person" | "agent" | "machine";
      readonly text: string;
      readonly cwd?: string | undefined;
      readonly atMs?: number | undefined;
    }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly tool: string;
      readonly files: readonly string[];
      /** Present if the tool is a shell. */
      readonly command?: string | undefined;
      readonly shell?: Shell | undefined;
      readonly cwd?: string | undefined;
      readonly atMs?: number | undefined;
    }
  | ({ readonly kind: "result"; readonly id: string; readonly text: string } & CallOutcome)
  /** A complete command: one that the person ran in the agent's prompt, or a second report of a call. */
  | ({
      readonly kind: "command";
      readonly id?: string | undefined;
      readonly actor: Actor;
      readonly command: string;
      readonly shell?: Shell | undefined;
      readonly cwd?: string | undefined;
      readonly startMs?: number | undefined;
      /** What it printed, if no result has it. */
      readonly output?: string | undefined;
    } & CallOutcome)
  /** A complete change of files: made by a script, or a second report of a call. */
  | ({
      readonly kind: "edit";
      readonly id?: string | undefined;
      readonly tool: string;
      readonly files: readonly string[];
      readonly output: string;
    } & CallOutcome)
  /** Understood, and left out on purpose. */
  | { readonly kind: "ignored"; readonly reason: string }
  /** Not understood. */
  | { readonly kind: "unknown"; readonly reason: string };

/** How a tool call ended. */
export type CallOutcome = {
  readonly status: EventStatus;
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly atMs?: number | undefined;
};

/** What a reader has to remember from line to line: small, plain JSON, replaced and never changed in place. */
export type ReaderMemory = Record<string, unknown>;

/** Reads one parsed line of an agent's transcript. */
export type ReadLine = (line: Fields, memory: ReaderMemory) => TranscriptEvent[];

export const ignored = (reason: string): TranscriptEvent => ({ kind: "ignored", reason });

/** The type is named only if it is made of plain words: a reason must not carry text of the transcript. */
export function unknown(what: string, type: unknown): TranscriptEvent {
  const name =
    typeof type === "string" && /^[A-Za-z]+(?:[_-][A-Za-z]+){0,3}$/.test(type) && type.length <= 40 ? ` ${type}` : "";
  return { kind: "unknown", reason: `unknown ${what}${name}` };
}
