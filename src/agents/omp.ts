/** oh-my-pi, a fork of pi: the same transcripts and the same extension, in folders of its own. */
import { basename, dirname, join } from "node:path";
import { inHome } from "../core/base/home-folder.ts";
import type { Agent } from "./agent.ts";
import { GETS_WITH_HOOKS } from "./desired-change.ts";
import { extensionFor, piHooks, readsPi } from "./pi.ts";

export const omp: Agent = {
  name: "omp",
  title: "oh-my-pi",
  process: { programs: ["omp"], packages: ["@oh-my-pi/pi-coding-agent"] },
  transcripts: {
    read: readsPi,
    places: (env) =>
      inHome(env, undefined, ".omp/agent").flatMap((dir) => [
        join(dir, "sessions/*/*.jsonl"),
        join(dir, "sessions/*/*/*.jsonl"),
      ]),
    // The session of a subagent is in a folder with the name of the session that started it.
    factsOf(file) {
      const parent = /^\d{4}-.*_([\w-]+)$/.exec(basename(dirname(file)))?.[1];
      return parent === undefined ? {} : { parent };
    },
  },
  install: {
    gets: GETS_WITH_HOOKS,
    folder: ({ home }) => join(home, ".omp", "agent"),
    changes: (into) => extensionFor("omp", into),
  },
  hooks: piHooks(),
};
