/** Routes for status, insights and sample data. */
import { z } from "zod";
import { version } from "../../../core/base/version.ts";
import type { CountedProject, KeptCounts } from "../../../verbs/project/project-counts.ts";
import { SAMPLE_PROJECT } from "../../../verbs/setup/sample-mark.ts";
import { INSIGHT_RANGES } from "../../../verbs/status/insights.ts";
import { get, type Route } from "../route.ts";

export type StoredCounts = Pick<KeptCounts, "commands" | "sessions" | "records">;

export type Status = {
  /** The state of the memory that the counts are of, as in a pulse. */
  readonly mark: string;
  readonly version: string;
  /** Where commands run. */
  readonly dir: string | null;
  /** Paths under it are shown with `~`. */
  readonly personHome: string | null;
  readonly project: { readonly id: string; readonly name: string; readonly root: string } | null;
  /** The one with the newest activity first. */
  readonly projects: readonly CountedProject[];
  /** How much is stored for the project, and for all of them with what belongs to none. */
  readonly here: StoredCounts;
  readonly everywhere: StoredCounts;
  /** The project shown is the sample. */
  readonly isSample: boolean;
  /** The sample exists, whether it is shown or not. */
  readonly hasSample: boolean;
  /** Records are exchanged with a team or with the person's other machines. */
  readonly isShared: boolean;
  readonly budget: number;
};

const NOTHING: StoredCounts = { commands: 0, sessions: 0, records: 0 };

export const statusRoutes: readonly Route[] = [
  get("/api/status", "status", {}, async ({ memory, state, dir }): Promise<Status> => {
    const { project } = memory;
    const { mark } = memory.pulse();
    const { projects, everywhere, somewhere } = await memory.projectCounts({ isQuick: true });
    return {
      mark,
      version,
      dir: dir ?? null,
      personHome: state.personHome ?? null,
      project: project === undefined ? null : { id: project.id, name: project.name, root: project.root },
      projects,
      here: project === undefined ? somewhere : (projects.find(({ id }) => id === project.id) ?? NOTHING),
      everywhere,
      isSample: project?.id === SAMPLE_PROJECT,
      hasSample: memory.hasSample(),
      isShared: (await memory.team.isJoined()) || (await memory.syncStatus()).remotes.length > 0,
      budget: memory.config["brief.budget"],
    };
  }),
  get("/api/insights", "stats", { range: z.enum(INSIGHT_RANGES).exactOptional() }, ({ memory }, ask) =>
    memory.insights(ask),
  ),
];
