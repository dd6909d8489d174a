/** opencode. Its sessions are rows of a database. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inHome } from "../core/base/home-folder.ts";
import type { Agent, HeadlessAgent } from "./agent.ts";
import { configOf, GETS_WITH_HOOKS, NAME, ownedFile } from "./desired-change.ts";
import { jsonLinesIn, usageFrom } from "./format/headless-output.ts";
import { fieldsOf } from "./format/json-fields.ts";

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
  headless: headless(),
};

function headless(): HeadlessAgent {
  const agent = "oldhand-reader";
  return {
    program: "opencode",
    args: () => ["run", "--pure", "--format", "json", "--agent", agent, "--title", agent],
    variables: (system, { maxOutputTokens }) => ({
      // Its database holds its sessions; this one is gone when it exits.
      OPENCODE_DB: ":memory:",
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_EXPERIMENTAL_OUTPUT_TOKEN_MAX: String(maxOutputTokens),
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        agent: { [agent]: { mode: "primary", prompt: system, tools: { "*": false }, permission: { "*": "deny" } } },
        share: "disabled",
      }),
    }),
    takesSystem: true,
    overheadTokens: 2000,
    answerIn(output) {
      const parts = jsonLinesIn(output).flatMap(({ part }) => (part === undefined ? [] : [fieldsOf(part)]));
      const text = parts.flatMap((part) => (part.type === "text" ? [String(part.text ?? "")] : [])).join("");
      const tokens = parts.findLast(({ type }) => type === "step-finish")?.tokens;
      const cache = fieldsOf(fieldsOf(tokens).cache);
      const used = usageFrom(
        tokens === undefined ? undefined : { ...fieldsOf(tokens), cached: cache.read, written: cache.write },
        { input: ["input", "cached", "written"], output: ["output", "reasoning"] },
      );
      return text === "" ? { text, ...used, failure: "it gave no answer" } : { text, ...used };
    },
  };
}
