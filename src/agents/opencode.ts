/** opencode. Its sessions are rows of a database. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inHome } from "../core/base/home-folder.ts";
import type { Agent } from "./agent.ts";
import { configOf, GETS_WITH_HOOKS, NAME, ownedFile } from "./desired-change.ts";

export const opencode: Agent = {
  name: "opencode",
  title: "opencode",
  process: { programs: ["opencode", ".opencode"], packages: ["opencode-ai"] },
  marks: { variables: ["OPENCODE"] },
  transcripts: {
    read: "rows",
    places: (env) => inHome(env, env.XDG_DATA_HOME, ".local/share").map((dir) => join(dir, "opencode/opencode*.db")),
  },
  install: {
    gets: GETS_WITH_HOOKS,
    folder: (machine) => join(configOf(machine), "opencode"),
    changes: ({ oldhand, folder, textOf }) => [
      ownedFile(join(folder, "plugins", "oldhand.js"), textOf("opencode", "opencode")),
      ownedFile(join(folder, "commands", "memory.md"), textOf("command")),
      {
        kind: "json",
        file: [join(folder, "opencode.jsonc")].find((file) => existsSync(file)) ?? join(folder, "opencode.json"),
        keys: [
          {
            path: ["mcp", NAME],
            value: {
              ...{ type: "local", command: [oldhand.node, oldhand.program, "mcp"], enabled: true },
              ...(oldhand.places !== undefined && { environment: oldhand.places }),
            },
          },
        ],
      },
    ],
  },
  hooks: {
    answers: { warn: "added by plugin", ask: "stop", deny: "stop", decides: "permission" },
    reportsOutcome: true,
  },
  headless: {
    overheadTokens: 2000,
    load: async () => (await import("./headless/opencode.ts")).opencodeHeadless,
  },
};
