/** Routes on the whole: where one stands, settings, sources, health, pictures, and the sample to look around in. */
import { z } from "zod";
import { settingKeys } from "../../core/base/config.ts";
import { version } from "../../core/base/version.ts";
import { SAMPLE_PROJECT } from "../../verbs/setup/sample-mark.ts";
import { DIR, nothing, type Route, route } from "../route.ts";

export const careRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/standing",
    verb: "status",
    takes: nothing,
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
    takes: nothing,
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
    path: "/api/pictures",
    verb: "stats",
    takes: nothing,
    run: ({ memory }) => memory.pictures(),
  }),
  route({
    method: "POST",
    path: "/api/sample/add",
    verb: "sample add",
    takes: nothing,
    run: ({ memory }) => memory.addSample(),
  }),
  route({
    method: "POST",
    path: "/api/sample/remove",
    verb: "sample remove",
    takes: nothing,
    // From outside of what is removed.
    run: ({ desk }) => desk.lend(undefined, (memory) => memory.removeSample()),
  }),
];
