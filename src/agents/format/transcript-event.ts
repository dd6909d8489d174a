/** What a line of a transcript contains, in one form for all agents, before anything is screened. */
import { type Actor, type EventStatus, type Shell, statusOf } from "../../core/event/event.ts";
import type { JsonFields } from "./json-fields.ts";

type Origin = { readonly cwd?: string | undefined; readonly atMs?: number | undefined };

export type TranscriptEvent =
  | ({
      readonly kind: "session";
      readonly nativeId?: string | undefined;
      readonly parent?: string | undefined;
      readonly title?: string | undefined;
    } & Origin)
  | ({ readonly kind: "message"; readonly role: "person" | "agent" | "machine"; readonly text: string } & Origin)
  | ({
      readonly kind: "call";
      readonly id: string;
      readonly tool: string;
      readonly files: readonly string[];
      /** Present if the tool is a shell. */
      readonly command?: string | undefined;
      readonly shell?: Shell | undefined;
      /** What the agent stated that the command is for. */
      readonly purpose?: string | undefined;
    } & Origin)
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
export type ReadLine = (line: JsonFields, memory: ReaderMemory) => TranscriptEvent[];

export const ignored = (reason: string): TranscriptEvent => ({ kind: "ignored", reason });

/** The type is named only if it is made of plain words: a reason must not carry text of the transcript. */
export function unknown(what: string, type: unknown): TranscriptEvent {
  const name =
    typeof type === "string" && /^[A-Za-z]+(?:[_-][A-Za-z]+){0,3}$/.test(type) && type.length <= 40 ? ` ${type}` : "";
  return { kind: "unknown", reason: `unknown ${what}${name}` };
}

export type OutcomeSigns = {
  readonly isError: boolean;
  readonly isInterrupted?: boolean;
  /** It still runs, or its status is not recorded. */
  readonly isOpen?: boolean;
};

export function outcomeOf(
  output: string,
  { isError, isInterrupted = false, isOpen = false }: OutcomeSigns,
): Pick<CallOutcome, "status" | "exitCode"> {
  if (isError && REJECTED.test(output)) return { status: "rejected" };
  if (isInterrupted || (isError && INTERRUPTED.test(output))) return { status: "interrupted" };
  if (!isError) return isOpen ? { status: "unknown" } : exited(0);
  const exitCode = exitCodeIn(output);
  return exitCode === undefined || exitCode === 0 ? { status: "failure" } : exited(exitCode);
}

/** The exit code that an agent wrote around the output: in its first lines or its last. */
export function exitCodeIn(output: string): number | undefined {
  const found = EXIT.exec(output.slice(0, 300)) ?? EXIT.exec(output.slice(-300));
  return found === null ? undefined : Number(found[1]);
}

/** Unknown without an exit code. */
export function exited(exitCode: number | undefined): Pick<CallOutcome, "status" | "exitCode"> {
  return exitCode === undefined ? { status: "unknown" } : { status: statusOf(exitCode), exitCode };
}

const REJECTED =
  /^(?:The user doesn't want to (?:proceed|take this action)|Permission .{0,80}denied|.{0,40}rejected by (?:the )?user)/i;
const INTERRUPTED = /\[Request interrupted by user|^(?:Command aborted|Operation aborted)|aborted by (?:the )?user/i;
const EXIT = /(?:^|\n)(?:Error: )?(?:Exit code:? |Command exited with code |Process exited with code )(-?\d{1,10})\b/i;
