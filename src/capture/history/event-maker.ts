/** Turns what a source tells into events: screened, counted where passed over, and given a session where the source has none. */
import { derivedId } from "../../core/base/id.ts";
import { admit, directoryGate, type Screening, type Skipped, tally } from "../../core/event/admit.ts";
import { type NewEvent, statusOf } from "../../core/event/event.ts";
import type { Told } from "./history-entry.ts";
import type { Source } from "./sources.ts";

/** The session that a file was in when its last command was read. */
export type LastSeen = { readonly session: string; readonly startMs: number };

export type EventMaker = {
  readonly make: (told: Told) => NewEvent | undefined;
  readonly skip: (reason: string) => undefined;
  readonly skipped: () => Skipped[];
  readonly last: () => LastSeen | undefined;
};

type Origin = { readonly file: string; readonly screening: Screening; readonly last?: LastSeen | undefined };

/** Commands more than half an hour apart are of two sessions; without times, all of a file are of one. */
export function eventMaker({ name, shell }: Pick<Source, "name" | "shell">, origin: Origin): EventMaker {
  const { file, screening } = origin;
  const directory = directoryGate(screening);
  const passedOver = tally();
  let last = origin.last;
  const sessionOf = (told: Told, command: string): string => {
    if (told.session !== undefined) return derivedId("ses", `${name}\0${told.session}`);
    if (told.startMs === undefined) return derivedId("ses", `${name}\0${file}`);
    const goesOn = last !== undefined && Math.abs(told.startMs - last.startMs) <= SESSION_GAP_MS;
    const session = goesOn ? last!.session : derivedId("ses", `${name}\0${file}\0${told.startMs}\0${command}`);
    last = { session, startMs: told.startMs };
    return session;
  };
  return {
    make: (told) => {
      const admitted = admit(told.command, screening);
      if (admitted.outcome === "skipped") return passedOver.add(admitted.reason);
      const { command } = admitted;
      const { startMs, durationMs, exitCode } = told;
      const cwd = directory(told.cwd);
      return {
        session: sessionOf(told, command),
        source: name,
        shell: told.shell ?? shell,
        actor: told.actor ?? "person",
        command,
        ...(cwd === undefined ? {} : { cwd }),
        ...(startMs === undefined ? {} : { startMs }),
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(exitCode === undefined ? {} : { exitCode }),
        status: statusOf(exitCode),
      };
    },
    skip: (reason) => passedOver.add(reason),
    skipped: passedOver.list,
    last: () => last,
  };
}

const SESSION_GAP_MS = 30 * 60_000;
