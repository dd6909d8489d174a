/** The guards that act here: of active records that the person accepted or wrote, and the built-in one. */

import type { Guard, GuardMode } from "../../core/guard/guard.ts";
import type { Kept } from "../../core/ports.ts";
import { isInside, matchesAnyGlob, pathInProject } from "../../core/project/project.ts";
import { claimOf, inForce, projectClaims } from "../../core/record/effective.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import type { Home } from "../../store/files/home.ts";
import { followedPath } from "../../system/project/git-directory.ts";
import type { CallContext } from "../call/call-context.ts";
import { staleCheck } from "../record/kept/record-view.ts";

export type ActingGuards = {
  /** The record's id, or `built-in`. */
  readonly record: string;
  readonly text: string;
  readonly guards: readonly Guard[];
  readonly paths: readonly string[];
};

export const BUILT_IN = "built-in";

/** A repository's, a team's or an agent's guard acts only once the person accepted its record as it is. */
export function mayAct({ trust, accepted }: Pick<MemoryRecord, "trust" | "accepted">): boolean {
  return accepted !== false && (trust === "person" || accepted === true);
}

export async function guardsInForce(call: CallContext): Promise<readonly ActingGuards[]> {
  const isStale = staleCheck(call);
  const acting = (await call.search.guarded()).filter(
    (kept) => kept.record.guards !== undefined && mayAct(kept.record) && isStale(kept) === undefined,
  );
  const kept = await withoutShadowed(call, acting);
  const own = kept.map(({ record: { id, text, guards = [], paths } }) => ({ record: id, text, guards, paths }));
  return [...own, builtIn(call.home)];
}

async function withoutShadowed({ search }: CallContext, acting: readonly Kept[]): Promise<readonly Kept[]> {
  const claims = acting.flatMap(({ record }) => (record.scope === "global" ? (claimOf(record) ?? []) : []));
  if (claims.length === 0) return acting;
  const rivals = await search.claiming(claims, { scopes: ["project"] });
  return inForce(acting, projectClaims(rivals.filter(({ record }) => mayAct(record)))).inForce;
}

/** Agents write to the memory through oldhand, never by their own tools. */
function builtIn(home: Home): ActingGuards {
  const named = [home.configFile, home.stateFile, home.indexFile, home.spool].map((path) =>
    path.slice(0, path.lastIndexOf("/")),
  );
  const folders = [...named, ...named.map(followedPath)];
  return {
    record: BUILT_IN,
    text: "Agents change oldhand's files only through oldhand: its tools or `oldhand record`.",
    guards: [{ protect: [...new Set(folders)].map((folder) => `${folder}/**`), mode: "deny" satisfies GuardMode }],
    paths: [],
  };
}

type Where = { readonly cwd: string; readonly root: string | undefined; readonly files: readonly string[] };

/** A record with paths is about these files: an edit of one of them, or a command in such a directory. */
export function concerns({ paths }: ActingGuards, { cwd, root, files }: Where): boolean {
  if (paths.length === 0) return true;
  if (root === undefined) return false;
  const places = files.length > 0 ? files : cwd === root || !isInside(cwd, root) ? [] : [`${cwd}/any`];
  return places.some((place) => {
    const path = pathInProject(place, { root, cwd });
    return path !== undefined && matchesAnyGlob(path, paths, { ifTooSlow: "matches" });
  });
}
