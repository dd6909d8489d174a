/** Holds tool calls until their results arrive, and makes an event of each call that ran a command. */

import type { CallOutcome, TranscriptEvent } from "../../../agents/format/transcript-event.ts";
import { admitLine, directoryGate, type Screening } from "../../../core/event/admit.ts";
import type { NewEvent } from "../../../core/event/event.ts";
import { screenStart } from "../../../core/screen/clean.ts";
import type { AgentName, SessionId } from "../../../core/session/session.ts";

/** More is not what a command is for. */
const LONGEST_PURPOSE = 300;

export type ToolCall = Extract<TranscriptEvent, { kind: "call" }>;
type Result = Extract<TranscriptEvent, { kind: "result" }>;
type Command = Extract<TranscriptEvent, { kind: "command" }>;

export type Calls = {
  readonly begin: (call: ToolCall) => void;
  /** The call that a result belongs to, with its event if it ran a command. */
  readonly end: (result: Result) => { readonly call: ToolCall; readonly events: readonly NewEvent[] } | undefined;
  readonly complete: (command: Command) => readonly NewEvent[];
  /** Stops waiting for results: the outcome of the open calls is unknown. */
  readonly giveUp: () => readonly NewEvent[];
  readonly areOpen: () => boolean;
  /** Nothing that follows is about an earlier call. */
  readonly areForgotten: () => boolean;
  readonly isOpen: (id: string | undefined) => boolean;
};

type CallsOptions = {
  readonly agent: AgentName;
  readonly session: () => SessionId;
  readonly cwd: () => string | undefined;
  readonly screening: Screening;
  readonly skip: (reason: string) => void;
};

export function openCalls({ agent, session, cwd: sessionCwd, screening, skip }: CallsOptions): Calls {
  const open = new Map<string, { readonly call: ToolCall; readonly cwd: string | undefined }>();
  const directory = directoryGate(screening);
  /** Ids of commands that have their event already: some agents report a command twice. */
  const done = new Set<string>();

  type RanCommand = Pick<Command, "command" | "actor" | "shell" | "cwd" | "startMs"> & Pick<ToolCall, "purpose">;
  const eventOf = (ran: RanCommand, { status, exitCode, durationMs }: CallOutcome): NewEvent[] => {
    const admitted = admitLine(ran.command.trim(), screening);
    if (admitted.outcome === "skipped") {
      skip(`command: ${admitted.reason}`);
      return [];
    }
    const cwd = directory(ran.cwd ?? sessionCwd());
    const purpose = screenStart(ran.purpose?.trim() ?? "", LONGEST_PURPOSE, screening);
    return [
      {
        session: session(),
        source: agent,
        shell: ran.shell ?? "bash",
        actor: ran.actor,
        command: admitted.command,
        ...(cwd === undefined ? {} : { cwd }),
        ...(ran.startMs === undefined ? {} : { startMs: ran.startMs }),
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(exitCode === undefined ? {} : { exitCode }),
        status,
        ...(purpose === "" ? {} : { purpose }),
      },
    ];
  };
  const finish = (id: string, outcome: CallOutcome): readonly NewEvent[] => {
    const pending = open.get(id);
    if (pending?.call.command === undefined || done.has(id)) return [];
    done.add(id);
    const { command, shell, purpose, atMs } = pending.call;
    return eventOf({ command, actor: "agent", shell, purpose, cwd: pending.cwd, startMs: atMs }, outcome);
  };

  return {
    begin: (call) => {
      open.set(call.id, { call, cwd: call.cwd ?? sessionCwd() });
    },
    end: (result) => {
      const pending = open.get(result.id);
      if (pending === undefined) return undefined;
      const events = finish(result.id, result);
      open.delete(result.id);
      return { call: pending.call, events };
    },
    complete: (event) => {
      const { id } = event;
      if (id !== undefined && done.has(id)) return [];
      if (id !== undefined && open.get(id)?.call.command !== undefined) return finish(id, event);
      if (id !== undefined) done.add(id);
      return event.command === "" ? [] : eventOf(event, event);
    },
    giveUp: () => {
      const events = [...open.keys()].flatMap((id) => finish(id, { status: "unknown" }));
      open.clear();
      done.clear();
      return events;
    },
    areOpen: () => open.size > 0,
    areForgotten: () => open.size === 0 && done.size === 0,
    isOpen: (id) => id !== undefined && open.has(id),
  };
}
