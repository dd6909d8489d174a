/** What every verb stands on: one call's place, settings and store. */
import { isoTime } from "../core/base/clock.ts";
import type { Config } from "../core/base/config.ts";
import { OldhandError } from "../core/base/error.ts";
import type { ProjectRef } from "../core/project/project.ts";
import { registered, withEvidence } from "../core/project/registry-changes.ts";
import type { Env } from "../env.ts";
import type { Place } from "../open.ts";
import type { ReadHouse } from "../read.ts";
import type { WriteStore } from "../store/local/write-store.ts";
import type { EnterOptions } from "./standing.ts";

export type House = ReadHouse & {
  readonly env: Env;
  readonly config: Config;
  readonly place: Place;
  readonly store: WriteStore;
  /** How the call came in, for what it opens elsewhere. */
  readonly haste?: Pick<EnterOptions, "isQuick" | "busyMs">;
};

/** The name under which this call's changes stand in the history. */
export function handOf(env: Env): string {
  const faces = { mcp: "through MCP", page: "on the page" };
  return `${env.isAgent ? "an agent" : "a person"}, ${env.face === undefined ? "on the command line" : faces[env.face]}`;
}

/** The project that a verb is about; says why where there is none. */
export function demandProject({ place }: Pick<House, "place">): ProjectRef {
  if (place.project !== undefined) return place.project;
  throw new OldhandError("not-found", `There is no project here. ${place.why} Go into one, or say --scope global.`);
}

/** A project enters the registry with the first thing kept for it, and learns new evidence about itself from then on. */
export function ensureRegistered({ place, store, clock }: Pick<House, "place" | "store" | "clock">): void {
  const { project } = place;
  if (project === undefined) return;
  const row = place.known.find(({ id }) => id === project.id);
  if (row === undefined) store.registry.put(registered(project, isoTime(clock())));
  else if (withEvidence(row, project.evidence) !== row) store.registry.learn(row.id, project.evidence);
}
