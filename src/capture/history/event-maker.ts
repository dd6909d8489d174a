/** Turns history entries into events: screens them, counts the skipped ones, and assigns a session if the source has none. */
import { derivedId } from "../../core/base/id.ts";
import { admit, directoryGate, type Screening, type Skipped, tally } from "../../core/event/admit.ts";
import { type NewEvent, statusOf } from "../../core/event/event.ts";
import type { HistoryEntry } from "./history-entry.ts";
import type { Source } from "./sources.ts";

/** The session of the last command that was read. */
export type LastSeen = { readonly session: string; readonly startMs: number };

export type EventMaker = {
  readonly make: (entry: HistoryEntry) => NewEvent | undefined;
  readonly skip: (reason: string) => undefined;
  readonly skipped: () => Skipped[];
  readonly last: () => LastSeen | undefined;
};

type Origin = { readonly file: string; readonly screening: Screening; readonly last?: LastSeen | undefined };

/** Commands more than half an hour apart belong to two sessions; without times, all of a file belong to one. */
export function eventMaker({ name, shell }: Pick<Source, "name" | "shell">, origin: Origin): EventMaker {
  const { file, screening } = origin;
  const directory = directoryGate(screening);
  const skips = tally();
  let last = origin.last;
  const sessionOf = (entry: HistoryEntry, command: string): string => {
    if (entry.session !== undefined) return derivedId("ses", `${name}\0${entry.session}`);
    if (entry.startMs === undefined) return derivedId("ses", `${name}\0${file}`);
    const continues = last !== undefined && Math.abs(entry.startMs - last.startMs) <= SESSION_GAP_MS;
    const session = continues ? last!.session : derivedId("ses", `${name}\0${file}\0${entry.startMs}\0${command}`);
    last = { session, startMs: entry.startMs };
    return session;
  };
  return {
    make: (entry) => {
      const admitted = admit(entry.command, screening);
      if (admitted.outcome === "skipped") return skips.add(admitted.reason);
      const { command } = admitted;
      const { startMs, durationMs, exitCode } = entry;
      const cwd = directory(entry.cwd);
      return {
        session: sessionOf(entry, command),
        source: name,
        shell: entry.shell ?? shell,
        actor: entry.actor ?? "person",
        command,
        ...(cwd === undefined ? {} : { cwd }),
        ...(startMs === undefined ? {} : { startMs }),
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(exitCode === undefined ? {} : { exitCode }),
        status: statusOf(exitCode),
      };
    },
    skip: (reason) => skips.add(reason),
    skipped: skips.list,
    last: () => last,
  };
}

const SESSION_GAP_MS = 30 * 60_000;
