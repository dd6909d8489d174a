/** The real agents that tests start: their paths, how they start without a terminal, and how they find our model. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import packages from "../../../scripts/agents.json" with { type: "json" };

export type AgentProgram = keyof typeof packages;

export type Start = {
  readonly prompt: string;
  /** Continues the latest session of this directory; otherwise a new one starts. */
  readonly goesOn?: boolean;
  /** Options of the agent's own, before the prompt. */
  readonly options?: readonly string[];
};

/** Where an agent is to work: its HOME, and the address of the model. */
export type Ground = { readonly home: string; readonly origin: string };

export type Program = {
  readonly name: AgentProgram;
  readonly version: string;
  /** The settings that lead it to the model, by file in its home. */
  readonly settings: (ground: Ground) => Readonly<Record<string, string>>;
  readonly variables: (ground: Ground) => Readonly<Record<string, string>>;
  readonly argv: (file: string, start: Start) => readonly string[];
};

const CACHE = fileURLToPath(new URL("../../../.cache/agents", import.meta.url));
/** A model name that no agent knows. */
const MODEL = "test-model";
const KEY = "no-key-needed";

const PROGRAMS: Record<AgentProgram, Omit<Program, "name" | "version">> = {
  "claude-code": {
    settings: () => ({}),
    variables: ({ origin }) => ({
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
    argv: (file, { prompt, goesOn, options = [] }) => [
      file,
      ...["--print", "--output-format", "json", "--allowed-tools", "Bash,Edit,Write,Read"],
      ...(goesOn ? ["--continue"] : []),
      ...options,
      // Options that take a list would take the prompt too.
      "--",
      prompt,
    ],
  },
  codex: {
    settings: ({ origin }) => ({
      ".codex/config.toml": [
        // One that it knows: others get fewer tools.
        'model = "gpt-5.5"',
        'model_provider = "loopback"',
        "[model_providers.loopback]",
        'name = "loopback"',
        `base_url = "${origin}/v1"`,
        'env_key = "LOOPBACK_KEY"',
        'wire_api = "responses"',
        "requires_openai_auth = false",
        "",
      ].join("\n"),
    }),
    variables: () => ({ LOOPBACK_KEY: KEY }),
    argv: (file, { prompt, goesOn, options = [] }) => [
      file,
      ...["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-s", "danger-full-access"],
      ...options,
      ...(goesOn ? ["resume", "--last"] : []),
      prompt,
    ],
  },
  opencode: {
    settings: ({ origin }) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        model: `loopback/${MODEL}`,
        autoupdate: false,
        share: "disabled",
        permission: "allow",
        provider: {
          loopback: {
            npm: "@ai-sdk/openai-compatible",
            name: "loopback",
            options: { baseURL: `${origin}/v1`, apiKey: KEY },
            models: { [MODEL]: { name: MODEL, reasoning: true, tool_call: true } },
          },
        },
      }),
    }),
    variables: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      // It would download types that only TypeScript plugins need.
      npm_config_offline: "true",
    }),
    argv: (file, { prompt, goesOn, options = [] }) => [
      file,
      ...["run", "--format", "json"],
      ...(goesOn ? ["--continue"] : []),
      ...options,
      prompt,
    ],
  },
  pi: {
    settings: ({ origin }) => ({
      ".pi/agent/models.json": JSON.stringify({
        providers: {
          loopback: {
            baseUrl: `${origin}/v1`,
            api: "openai-completions",
            apiKey: KEY,
            models: [{ id: MODEL, reasoning: true }],
          },
        },
      }),
    }),
    variables: () => ({ PI_OFFLINE: "1" }),
    argv: (file, { prompt, goesOn, options = [] }) => [
      process.execPath,
      file,
      ...["--model", `loopback/${MODEL}`],
      ...(goesOn ? ["--continue"] : []),
      ...options,
      "--print",
      prompt,
    ],
  },
};

export const AGENT_PROGRAMS = Object.keys(packages) as AgentProgram[];

/** The agents that `node scripts/agents.mjs` installed. */
export const PROGRAMS_HERE = AGENT_PROGRAMS.filter((name) => existsSync(fileOf(name)));

/** Reports which agents are not installed and were not tested. */
export function sayLeftOut(t: TestContext): void {
  const missing = AGENT_PROGRAMS.filter((name) => !PROGRAMS_HERE.includes(name));
  if (missing.length > 0) {
    t.diagnostic(`not fetched, so NOT checked: ${missing.join(", ")}; \`node scripts/agents.mjs\` fetches them`);
  }
}

export function programOf(name: AgentProgram): Program {
  return { name, version: packages[name].version.replace(/-linux.*$/, ""), ...PROGRAMS[name] };
}

export function fileOf(name: AgentProgram): string {
  const { package: packageName, version, binary } = packages[name];
  return join(CACHE, `${name}-${version}`, "node_modules", packageName, binary);
}

/** Writes an agent's settings into its home. */
export function settle(name: AgentProgram, ground: Ground): void {
  for (const [path, text] of Object.entries(PROGRAMS[name].settings(ground))) {
    const file = join(ground.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
