/** How an agent's process is recognised, for agents that set no variable and for commands that remove it. */

type AgentProcess = {
  readonly agent: string;
  /** Names of its program; an editor is not listed, since a person's terminals are in it too. */
  readonly programs: readonly string[];
  /** Folders of its package, for a program that an interpreter runs. */
  readonly packages?: readonly string[];
};

export const AGENT_PROCESSES: readonly AgentProcess[] = [
  { agent: "Claude Code", programs: ["claude"], packages: ["@anthropic-ai/claude-code"] },
  { agent: "Codex", programs: ["codex"], packages: ["@openai/codex"] },
  { agent: "Gemini CLI", programs: ["gemini"], packages: ["@google/gemini-cli"] },
  { agent: "opencode", programs: ["opencode", ".opencode"], packages: ["opencode-ai"] },
  { agent: "Cursor", programs: ["cursor-agent"], packages: ["cursor-agent"] },
  {
    agent: "pi, oh-my-pi",
    programs: ["pi", "omp"],
    packages: ["@mariozechner/pi-coding-agent", "@oh-my-pi/pi-coding-agent"],
  },
  { agent: "Copilot CLI", programs: ["copilot"], packages: ["@github/copilot"] },
  { agent: "Amp", programs: ["amp"], packages: ["@sourcegraph/amp"] },
  { agent: "Auggie", programs: ["auggie"], packages: ["@augmentcode/auggie"] },
  { agent: "Qwen Code", programs: ["qwen"], packages: ["@qwen-code/qwen-code"] },
  { agent: "Aider", programs: ["aider"] },
  { agent: "Crush", programs: ["crush"], packages: ["@charmland/crush"] },
  { agent: "Goose", programs: ["goose"] },
  { agent: "Droid", programs: ["droid"] },
  { agent: "Cline", programs: ["cline"], packages: ["cline"] },
  { agent: "OpenHands", programs: ["openhands"] },
  { agent: "Kiro", programs: ["kiro-cli"] },
  { agent: "Kimi", programs: ["kimi"] },
];

/** The agent whose process has these arguments, the program's name first. */
export function agentOfProcess(argv: readonly string[]): string | undefined {
  const [program = "", ...rest] = argv;
  // An interpreter's own options come before the script.
  const script = INTERPRETER.test(nameOf(program)) ? rest.find((word) => !word.startsWith("-")) : undefined;
  const paths = script === undefined ? [program] : [program, script];
  return AGENT_PROCESSES.find(({ programs, packages = [] }) =>
    paths.some((path) => programs.includes(nameOf(path)) || packages.some((folder) => path.includes(`/${folder}/`))),
  )?.agent;
}

const INTERPRETER = /^(?:node(?:js)?|bun|deno|tsx|python[\d.]*|pypy[\d.]*|MainThread)$/;

/** The last part of a path, without the ending of a script; a login shell starts with a dash. */
function nameOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/^-/, "").replace(/\.(?:[cm]?js|[cm]?ts|py|exe)$/, "");
}
