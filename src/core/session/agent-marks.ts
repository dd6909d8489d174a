/** How a command is recognised as an agent's: the variables that agents set in the shells they start. */

type AgentMark = {
  readonly agent: string;
  /** Set to anything, it marks a shell of that agent. */
  readonly variables: readonly string[];
  /** The same with particular values, for variables that a person's shell has too. */
  readonly values?: Readonly<Record<string, string>>;
};

export const AGENT_MARKS: readonly AgentMark[] = [
  { agent: "Claude Code", variables: ["CLAUDECODE"] },
  { agent: "Codex", variables: ["CODEX_SANDBOX", "CODEX_THREAD_ID"] },
  { agent: "Gemini CLI", variables: ["GEMINI_CLI"] },
  { agent: "opencode", variables: ["OPENCODE"] },
  { agent: "Cursor", variables: ["CURSOR_AGENT"] },
  { agent: "pi, oh-my-pi", variables: ["PI_CODING_AGENT"] },
  { agent: "Copilot CLI", variables: ["COPILOT_CLI", "COPILOT_AGENT"] },
  { agent: "Zed", variables: [], values: { TERM_PROGRAM: "zed", PAGER: "cat" } },
  { agent: "VS Code", variables: [], values: { TERM_PROGRAM: "vscode", GIT_PAGER: "cat" } },
  { agent: "Amp", variables: ["AMP_CURRENT_THREAD_ID"] },
  { agent: "Auggie", variables: ["AUGMENT_AGENT"] },
  { agent: "Qwen Code", variables: ["QWEN_CODE"] },
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
