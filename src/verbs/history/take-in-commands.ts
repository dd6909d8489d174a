/** Takes in commands: finds the project of each command's directory, and empties the spool. */

import { isoTime } from "../../core/base/clock.ts";
import { screeningOf } from "../../core/event/admit.ts";
import type { NewEvent, PlacedEvent } from "../../core/event/event.ts";
import { parseSpool } from "../../core/event/spool-line.ts";
import { isInside } from "../../core/project/project.ts";
import { registered } from "../../core/project/registry-changes.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { isForgottenCommand } from "../../store/forget/forget-events.ts";
import { drainSpool, type Intake } from "../../store/spool/shell-spool.ts";
import type { CallContext } from "../call/call-context.ts";
import { resolvePlace } from "../call/resolve-place.ts";

type IntakeContext = Pick<CallContext, "env" | "store" | "config" | "clock">;

export function takeSpool(call: IntakeContext): Promise<Intake> {
  const { store, env, clock } = call;
  return drainSpool({
    ...store,
    read: (bytes) => parseSpool(bytes, screeningOf(call.config)),
    place: eventPlacer(call).placed,
    nowMs: clock(),
    at: env.at,
  });
}

/** Takes in and counts what shells ran since, for servers and for `ask`. */
export async function takeIn(call: IntakeContext): Promise<Intake> {
  const { store } = call;
  const taken = await takeSpool(call);
  if (store.habits.consumed() !== store.events.lastSeq()) (await import("./count-habits.ts")).learnHabits(store);
  return taken;
}

type EventPlacer = {
  /** Each event with the project of its directory, without forgotten commands. */
  readonly placed: (events: readonly NewEvent[]) => PlacedEvent[];
  readonly projectOf: (dir: string | undefined) => ProjectId | undefined;
};

/** Resolves each directory once. */
export function eventPlacer(call: IntakeContext): EventPlacer {
  const { tombstones } = call.store;
  const known = new Map<string, ProjectId | undefined>();
  const projectOf = (dir: string | undefined): ProjectId | undefined => {
    if (dir === undefined) return undefined;
    if (!known.has(dir)) known.set(dir, projectAt(call, dir));
    return known.get(dir);
  };
  const place = (event: NewEvent): PlacedEvent => {
    const project = projectOf(event.cwd);
    return project === undefined ? event : { ...event, project };
  };
  const isWanted = (event: NewEvent): boolean => !isForgottenCommand(tombstones, event);
  const placed = (events: readonly NewEvent[]): PlacedEvent[] =>
    (tombstones.forgotten() === 0 ? events : events.filter(isWanted)).map(place);
  return { placed, projectOf };
}

/** The project of a directory; registers it if it is new. */
export function projectAt({ env, store, clock }: IntakeContext, dir: string): ProjectId | undefined {
  const { project, known } = resolvePlace(env, { dir, isQuick: true });
  // A deleted directory still belongs to its former project.
  if (project === undefined)
    return known.find(({ paths }) => paths.some((path) => dir === path || isInside(dir, path)))?.id;
  if (!project.known) store.registry.put(registered(project, isoTime(clock())));
  return project.id;
}
