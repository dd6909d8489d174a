/** Routes for status, settings, sources, health checks, insights and sample data. */
import { z } from "zod";
import { settingKeys } from "../../core/base/config.ts";
import { version } from "../../core/base/version.ts";
import { SAMPLE_PROJECT } from "../../verbs/setup/sample-mark.ts";
import { get, post, type Route } from "../route.ts";

export const statusRoutes: readonly Route[] = [
  get("/api/status", "status", {}, async ({ memory, dir }) => {
    const { project } = memory;
    return {
      version,
      dir: dir ?? null,
      project: project === undefined ? null : { id: project.id, name: project.name, root: project.root },
      projects: memory.projects.known(),
      records: memory.recordCounts(),
      suggestions: await memory.suggestionCounts(),
      ...memory.commandCounts(),
      isSample: project?.id === SAMPLE_PROJECT,
      hasSample: memory.hasSample(),
      halfLifeDays: memory.config["decay.halfLifeDays"],
      budget: memory.config["brief.budget"],
    };
  }),
  get("/api/settings", "config list", {}, async ({ memory }) => ({
    settings: memory.settings(),
    unknown: memory.unknownKeys(),
    ...(await memory.sourcesHere()),
    agents: (await memory.programsHere()).map(({ name, title, isHere, isInstalled, changes, trouble }) => ({
      ...{ name, title, isHere, isInstalled },
      isAsInstalled: changes.length === 0,
      ...(trouble !== undefined && { trouble }),
    })),
    ...memory.work(),
    checks: [...memory.doctor().checks, ...(await memory.doctorOfAgents())],
  })),
  post(
    "/api/settings/set",
    "config set",
    { key: z.enum(settingKeys()), value: z.string().max(10_000) },
    async ({ memory }, { key, value }) => ({ setting: await memory.set(key, value) }),
  ),
  get("/api/insights", "stats", {}, ({ memory }) => memory.insights()),
  post("/api/sample/add", "sample add", {}, ({ memory }) => memory.addSample()),
  // The sample project cannot be open while it is removed.
  post("/api/sample/remove", "sample remove", {}, ({ state }) =>
    state.withMemory(undefined, (memory) => memory.removeSample()),
  ),
];
