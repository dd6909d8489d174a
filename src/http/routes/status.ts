/** Routes for status, settings, sources, health checks, insights and sample data. */
import { z } from "zod";
import { settingKeys } from "../../core/base/config.ts";
import { version } from "../../core/base/version.ts";
import { SAMPLE_PROJECT } from "../../verbs/setup/sample-mark.ts";
import { DIR, noInput, type Route, route } from "../route.ts";

export const statusRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/status",
    verb: "status",
    takes: noInput,
    async run({ memory, dir }) {
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
    },
  }),
  route({
    method: "GET",
    path: "/api/settings",
    verb: "config list",
    takes: noInput,
    async run({ memory }) {
      return {
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
      };
    },
  }),
  route({
    method: "POST",
    path: "/api/settings/set",
    verb: "config set",
    takes: z.strictObject({ ...DIR, key: z.enum(settingKeys()), value: z.string().max(10_000) }),
    run: async ({ memory }, { key, value }) => ({ setting: await memory.set(key, value) }),
  }),
  route({
    method: "GET",
    path: "/api/insights",
    verb: "stats",
    takes: noInput,
    run: ({ memory }) => memory.insights(),
  }),
  route({
    method: "POST",
    path: "/api/sample/add",
    verb: "sample add",
    takes: noInput,
    run: ({ memory }) => memory.addSample(),
  }),
  route({
    method: "POST",
    path: "/api/sample/remove",
    verb: "sample remove",
    takes: noInput,
    // The sample project cannot be open while it is removed.
    run: ({ state }) => state.withMemory(undefined, (memory) => memory.removeSample()),
  }),
];
