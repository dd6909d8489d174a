/** How a command is recognised as an agent's: the variables that agents set in the shells they start, and their processes. */

type AgentMark = {
  readonly agent: string;
  /** Set to anything, it marks a shell of that agent. */
  readonly variables: readonly string[];
  /** The same with particular values, for variables that a person's shell has too. */
  readonly values?: Readonly<Record<string, string>>;
  /** Names of its program, as a process has them; an editor is not listed, since a person's terminals are in it too. */
  readonly programs?: readonly string[];
  /** Folders of its package, for a program that an interpreter runs. */
  readonly packages?: readonly string[];
};

export const AGENT_MARKS: readonly AgentMark[] = [
  {
    agent: "Claude Code",
    variables: ["CLAUDECODE"],
    programs: ["claude"],
    packages: ["@anthropic-ai/claude-code"],
  },
  {
    agent: "Codex",
    variables: ["CODEX_SANDBOX", "CODEX_THREAD_ID"],
    programs: ["codex"],
    packages: ["@openai/codex"],
  },
  { agent: "Gemini CLI", variables: ["GEMINI_CLI"], programs: ["gemini"], packages: ["@google/gemini-cli"] },
  { agent: "opencode", variables: ["OPENCODE"], programs: ["opencode", ".opencode"], packages: ["opencode-ai"] },
  { agent: "Cursor", variables: ["CURSOR_AGENT"], programs: ["cursor-agent"], packages: ["cursor-agent"] },
  {
    agent: "pi, oh-my-pi",
    variables: ["PI_CODING_AGENT"],
    programs: ["pi", "omp"],
    packages: ["@mariozechner/pi-coding-agent", "@oh-my-pi/pi-coding-agent"],
  },
  {
    agent: "Copilot CLI",
    variables: ["COPILOT_CLI", "COPILOT_AGENT"],
    programs: ["copilot"],
    packages: ["@github/copilot"],
  },
  { agent: "Zed", variables: [], values: { TERM_PROGRAM: "zed", PAGER: "cat" } },
  { agent: "VS Code", variables: [], values: { TERM_PROGRAM: "vscode", GIT_PAGER: "cat" } },
  { agent: "Amp", variables: ["AMP_CURRENT_THREAD_ID"], programs: ["amp"], packages: ["@sourcegraph/amp"] },
  { agent: "Auggie", variables: ["AUGMENT_AGENT"], programs: ["auggie"], packages: ["@augmentcode/auggie"] },
  { agent: "Qwen Code", variables: ["QWEN_CODE"], programs: ["qwen"], packages: ["@qwen-code/qwen-code"] },
  { agent: "Aider", variables: [], programs: ["aider"] },
  { agent: "Crush", variables: [], programs: ["crush"], packages: ["@charmland/crush"] },
  { agent: "Goose", variables: [], programs: ["goose"] },
  { agent: "Droid", variables: [], programs: ["droid"] },
  { agent: "Cline", variables: [], programs: ["cline"], packages: ["cline"] },
  { agent: "OpenHands", variables: [], programs: ["openhands"] },
  { agent: "Kiro", variables: [], programs: ["kiro-cli"] },
  { agent: "Kimi", variables: [], programs: ["kimi"] },
  { agent: "an agent that says so", variables: ["AI_AGENT"] },
];

type Variables = Readonly<Record<string, string | undefined>>;

/** `OLDHAND_ACTOR=agent` marks a shell as well; no value of it makes an agent's shell a person's. */
export function isAgentShell(env: Variables): boolean {
  if (env.OLDHAND_ACTOR === "agent") return true;
  return AGENT_MARKS.some(({ variables, values }) => {
    if (variables.some((name) => (env[name] ?? "") !== "")) return true;
    return values !== undefined && Object.entries(values).every(([name, value]) => env[name] === value);
  });
}

/** The agent whose process has these arguments, the program's name first. */
export function agentOfProcess(argv: readonly string[]): string | undefined {
  const [program = "", ...rest] = argv;
  // An interpreter's own options come before the script, and Node's watchers and loaders take values after `=`.
  const script = INTERPRETER.test(nameOf(program)) ? rest.find((word) => !word.startsWith("-")) : undefined;
  const paths = script === undefined ? [program] : [program, script];
  return AGENT_MARKS.find(({ programs = [], packages = [] }) =>
    paths.some((path) => programs.includes(nameOf(path)) || packages.some((folder) => path.includes(`/${folder}/`))),
  )?.agent;
}

const INTERPRETER = /^(?:node(?:js)?|bun|deno|tsx|python[\d.]*|pypy[\d.]*|MainThread)$/;

/** The last part of a path, without the ending of a script; a login shell starts with a dash. */
function nameOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/^-/, "").replace(/\.(?:[cm]?js|[cm]?ts|py|exe)$/, "");
}
