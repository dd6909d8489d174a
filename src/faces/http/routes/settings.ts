/** Routes for settings, sources, health checks, model use, and connecting shells and agents. */
import { z } from "zod";
import { OldhandError } from "../../../core/base/error.ts";
import type { Memory } from "../../../main/memory.ts";
import type { TargetView } from "../../../verbs/setup/install-verbs.ts";
import { get, line, post, type Route } from "../route.ts";

export type Settings = {
  readonly settings: ReturnType<Memory["settings"]>;
  readonly unknown: ReturnType<Memory["unknownKeys"]>;
  readonly programs: readonly (Pick<
    TargetView,
    "name" | "title" | "kind" | "gets" | "isHere" | "isInstalled" | "trouble"
  > & {
    /** Nobody changed what oldhand wrote there. */
    readonly isAsInstalled: boolean;
  })[];
  /** Why nothing can be connected from here. */
  readonly trouble?: string;
  readonly models: Awaited<ReturnType<Memory["modelUse"]>>;
  readonly checks: ReturnType<Memory["doctor"]>["checks"];
} & Awaited<ReturnType<Memory["sourcesHere"]>>;

/** None if oldhand runs from its sources, or if HOME is not set. */
async function programsHere(memory: Memory): Promise<Pick<Settings, "programs" | "trouble">> {
  try {
    const found = await memory.programsHere();
    return {
      programs: found.map(({ name, title, kind, gets, isHere, isInstalled, changes, trouble }) => ({
        ...{ name, title, kind, gets, isHere, isInstalled },
        isAsInstalled: changes.length === 0,
        ...(trouble !== undefined && { trouble }),
      })),
    };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { programs: [], trouble: error.message };
  }
}

const connection = { name: line(), act: z.enum(["connect", "disconnect"]) };

export const settingRoutes: readonly Route[] = [
  get(
    "/api/settings",
    "config list",
    {},
    async ({ memory }): Promise<Settings> => ({
      settings: memory.settings(),
      unknown: memory.unknownKeys(),
      ...(await memory.sourcesHere()),
      ...(await programsHere(memory)),
      models: await memory.modelUse(),
      checks: [...memory.doctor().checks, await memory.doctorOfRecall(), ...(await memory.doctorOfAgents())],
    }),
  ),
  get("/api/connection", "install --dry-run", connection, async ({ memory, page }, ask) =>
    (await memory.connections()).preview({ ...ask, viewer: page }),
  ),
  // Only the load of the page that showed the difference, and only that difference.
  post("/api/connection/change", "install, uninstall", { ...connection, mark: line() }, async ({ memory, page }, ask) =>
    (await memory.connections()).change({ ...ask, viewer: page }),
  ),
];
