/** Tries the built-in guard through the server command in an agent's own settings: does what the agent starts stop anything here? */
import { dirname, join } from "node:path";
import { NAME } from "../../agents/desired-change.ts";
import { homeFrom } from "../../store/files/home.ts";
import { readInstalled } from "../../system/install/installation.ts";
import { readSettingsFile } from "../../system/install/settings-file.ts";
import { valueOfJson } from "../../system/install/settings-keys.ts";
import { askMemoryServer, type ServerCommand } from "../../system/run/ask-memory-server.ts";
import type { Env } from "../call/environment.ts";

const LIMIT_MS = 10_000;

/** `unknown`: its settings name no server. */
export async function tryGuard(name: string, env: Env): Promise<"stopped" | "passed" | "no answer" | "unknown"> {
  const home = homeFrom(env);
  const files = readInstalled(home.installedFile)[name] ?? [];
  const server = files.map(({ file }) => serverIn(file)).find((found) => found !== undefined);
  if (server === undefined) return "unknown";
  const input = {
    ...{ host: name, hook_event_name: "PreToolUse", session_id: "doctor", cwd: "/", trial: true },
    ...{ tool_name: "Write", tool_input: { file_path: join(dirname(home.stateFile), "guarded"), content: "" } },
  };
  const answer = await askMemoryServer(
    server,
    { tool: "host_event", input },
    {
      env: env.variables,
      timeoutMs: LIMIT_MS * (env.slowness ?? 1),
    },
  );
  if (answer === undefined) return "no answer";
  return /"(?:permissionDecision|decision)":"deny"/.test(answer) ? "stopped" : "passed";
}

type Table = Readonly<Record<string, unknown>>;

const tableOf = (value: unknown): Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Table) : {};

/** In any of the lists that hosts have: `mcpServers`, `mcp`, `servers`. */
function serverIn(file: string): ServerCommand | undefined {
  const text = /\.jsonc?$/.test(file) ? readSettingsFile(file) : undefined;
  if (text === undefined) return undefined;
  for (const list of Object.values(tableOf(valueOfJson(text)))) {
    const { command, args, env, environment } = tableOf(tableOf(list)[NAME]);
    const words = [command, args].flat().filter((word) => typeof word === "string");
    const [program, ...rest] = words;
    if (program === undefined) continue;
    const set = Object.entries({ ...tableOf(env), ...tableOf(environment) });
    return {
      command: program,
      args: rest,
      variables: Object.fromEntries(set.map(([key, value]) => [key, String(value)])),
    };
  }
  return undefined;
}
