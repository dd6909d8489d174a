/** pi. Its fork oh-my-pi writes the same transcripts. */
import { join } from "node:path";
import { inHome } from "../core/base/home-folder.ts";
import type { Agent, AgentHooks, InstallInto } from "./agent.ts";
import { type DesiredChange, GETS_WITH_HOOKS, ownedFile, serverIn, stdio } from "./desired-change.ts";

export const readsPi = async () => (await import("./format/pi.ts")).readPi;

export const pi: Agent = {
  name: "pi",
  title: "pi",
  process: { programs: ["pi"], packages: ["@mariozechner/pi-coding-agent"] },
  marks: { variables: ["PI_CODING_AGENT"] },
  sameVendor: ["omp"],
  transcripts: {
    read: readsPi,
    places: (env) => inHome(env, env.PI_CODING_AGENT_DIR, ".pi/agent").map((dir) => join(dir, "sessions/*/*.jsonl")),
  },
  install: {
    gets: GETS_WITH_HOOKS,
    folder: ({ home, variables }) => variables.PI_CODING_AGENT_DIR || join(home, ".pi", "agent"),
    changes: (into) => extensionFor("pi", into),
  },
  hooks: piHooks(),
  headless: {
    overheadTokens: 1000,
    load: async () => (await import("./headless/pi.ts")).piHeadless,
  },
};

export function piHooks(): AgentHooks {
  return {
    answers: { warn: "added by plugin", ask: "question of plugin", deny: "stop", decides: "permission" },
    reportsOutcome: true,
  };
}

export function extensionFor(agent: "pi" | "omp", { folder, oldhand, textOf }: InstallInto): DesiredChange[] {
  return [
    ownedFile(join(folder, "extensions", "oldhand.js"), textOf("pi", agent)),
    ownedFile(join(folder, "skills", "recall", "SKILL.md"), textOf("skill")),
    serverIn(join(folder, "mcp.json"), "mcpServers", stdio(oldhand)),
  ];
}
