/** Writes the tables of likely next commands for shells, for projects whose history changed. */

import type { ProjectId } from "../../core/record/record.ts";
import { shellTable } from "../../detect/shell-table.ts";
import { isDirectory } from "../../store/files/durable-files.ts";
import { projectEventsOf } from "../../store/rows/project-events.ts";
import { predictionTables } from "../../store/spool/prediction-tables.ts";
import type { CallContext } from "../call/call-context.ts";
import { offeredIn } from "./offered-lines.ts";
import { runsCountedIn } from "./project-counts.ts";
import { markTablesWritten } from "./table-due.ts";

/** The longest that a command spends on this; the next one goes on with the rest. */
const MOST_MS = 300;
/** A table is not written again within this time: one command more changes little. */
const LEAST_APART_MS = 20_000;

/** Whose commands a table is made from: earlier versions could offer those of agents too. */
const ACTOR = "person";

type Tables = Pick<CallContext, "store" | "config" | "env" | "home" | "clock">;

export function writeTables(call: Tables): void {
  const { store, config, home, clock } = call;
  const tables = predictionTables(home);
  if (!config["predict.enabled"]) {
    tables.clear();
    markTablesWritten(call);
    return;
  }
  const startMs = clock();
  const stale = projectEventsOf(store.state)
    .places()
    .map((place) => ({ ...place, state: stateOf(tables.stampOf(place.project), { own: place.mark, startMs }) }))
    .filter(({ state }) => state !== "current");
  let left = stale.length;
  for (const { project, mark, state } of stale) {
    if (state === "new" || clock() - startMs > MOST_MS) continue;
    writeTable(call, project, mark);
    left -= 1;
  }
  tables.writeRoots(rootsOf(call), `oh1 ${startMs}`);
  if (left === 0) markTablesWritten(call);
}

type Compared = { readonly own: string; readonly startMs: number };

/** The first line of a table: `oh1`, when it was written, the mark of its history, the actors, the last agent's edit. */
function stateOf(stamp: string | undefined, { own, startMs }: Compared): "current" | "new" | "stale" {
  const [, writtenMs = "0", mark = "", actors = ""] = stamp?.split(" ") ?? [];
  if (actors !== ACTOR) return "stale";
  if (mark === own) return "current";
  return Math.abs(startMs - Number(writtenMs)) < LEAST_APART_MS ? "new" : "stale";
}

function writeTable(call: Tables, project: ProjectId | null, mark: string): void {
  const { store, env, home, clock } = call;
  const { counts, steps, lastEditMs } = runsCountedIn(store, project);
  const root = project === null ? undefined : rootsOf(call).find((one) => one.project === project)?.path;
  const cwd = root ?? env.home ?? "/";
  predictionTables(home).write(
    project,
    shellTable({
      stamp: `oh1 ${clock()} ${mark} ${ACTOR} ${Math.floor(lastEditMs / 1000)}`,
      counts,
      steps,
      isAllowed: offeredIn(counts, { env, cwd, root }),
    }),
  );
}

function rootsOf({ store }: Pick<Tables, "store">): { readonly project: ProjectId; readonly path: string }[] {
  return store.registry
    .all()
    .flatMap(({ id, paths }) => paths.filter(isDirectory).map((path) => ({ project: id, path })));
}
