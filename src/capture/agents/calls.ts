/** Keeps the calls whose results have not come yet, and makes an event of each that ran a command. */
import { admit, directoryGate, type Screening } from "../../core/event/admit.ts";
import type { Actor, NewEvent, Shell } from "../../core/event/event.ts";
import type { AgentName, SessionId } from "../../core/session/session.ts";
import type { Ending, Heard } from "./heard.ts";

export type Call = Extract<Heard, { kind: "call" }>;
type Result = Extract<Heard, { kind: "result" }>;
type Ran = Extract<Heard, { kind: "ran" }>;

export type Calls = {
  readonly begin: (call: Call) => void;
  /** The call that a result belongs to, with its event where it ran a command. */
  readonly end: (result: Result) => { readonly call: Call; readonly events: readonly NewEvent[] } | undefined;
  readonly ran: (ran: Ran) => readonly NewEvent[];
  /** Gives up waiting: how these ended is not known. */
  readonly giveUp: () => readonly NewEvent[];
  readonly areOpen: () => boolean;
  readonly isOpen: (id: string | undefined) => boolean;
};

type CallsOf = {
  readonly agent: AgentName;
  readonly session: () => SessionId;
  readonly cwd: () => string | undefined;
  readonly screening: Screening;
  readonly skip: (reason: string) => void;
};

export function openCalls({ agent, session, cwd: sessionCwd, screening, skip }: CallsOf): Calls {
  const waiting = new Map<string, { readonly call: Call; readonly cwd: string | undefined }>();
  const directory = directoryGate(screening);
  /** Commands that have their event already, where an agent tells of them twice. */
  const told = new Set<string>();

  type Command = {
    command: string;
    actor: Actor;
    shell: Shell | undefined;
    cwd: string | undefined;
    startMs: number | undefined;
  };
  const eventOf = (told: Command, { status, exitCode, durationMs }: Ending): NewEvent[] => {
    const admitted = admit(told.command.trim(), screening);
    if (admitted.outcome === "skipped") {
      skip(`command: ${admitted.reason}`);
      return [];
    }
    const cwd = directory(told.cwd ?? sessionCwd());
    return [
      {
        session: session(),
        source: agent,
        shell: told.shell ?? "bash",
        actor: told.actor,
        command: admitted.command,
        ...(cwd === undefined ? {} : { cwd }),
        ...(told.startMs === undefined ? {} : { startMs: told.startMs }),
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(exitCode === undefined ? {} : { exitCode }),
        status,
      },
    ];
  };
  const finish = (id: string, ending: Ending): readonly NewEvent[] => {
    const open = waiting.get(id);
    if (open?.call.command === undefined || told.has(id)) return [];
    told.add(id);
    const { command, shell, atMs } = open.call;
    return eventOf({ command, actor: "agent", shell, cwd: open.cwd, startMs: atMs }, ending);
  };

  return {
    begin: (call) => {
      waiting.set(call.id, { call, cwd: call.cwd ?? sessionCwd() });
    },
    end: (result) => {
      const open = waiting.get(result.id);
      if (open === undefined) return undefined;
      const events = finish(result.id, result);
      waiting.delete(result.id);
      return { call: open.call, events };
    },
    ran: (ran) => {
      const { id, actor, command, shell, cwd, startMs } = ran;
      if (id !== undefined && told.has(id)) return [];
      if (id !== undefined && waiting.get(id)?.call.command !== undefined) return finish(id, ran);
      if (id !== undefined) told.add(id);
      return command === "" ? [] : eventOf({ command, actor, shell, cwd, startMs }, ran);
    },
    giveUp: () => {
      const events = [...waiting.keys()].flatMap((id) => finish(id, { status: "unknown" }));
      waiting.clear();
      told.clear();
      return events;
    },
    areOpen: () => waiting.size > 0,
    isOpen: (id) => id !== undefined && waiting.has(id),
  };
}
