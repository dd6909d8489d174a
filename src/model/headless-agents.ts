/** How each coding agent is started without a terminal to answer one question: no tools, no hooks, no session left behind. */

import type { Usage } from "../core/job/job.ts";
import type { AgentName } from "../core/session/session.ts";

export const READER_AGENTS = ["claude-code", "codex", "opencode", "pi"] as const satisfies readonly AgentName[];
export type ReaderAgent = (typeof READER_AGENTS)[number];

export type HeadlessAgent = {
  readonly program: string;
  /** The question comes on standard input. */
  readonly args: (system: string) => readonly string[];
  readonly variables: (
    system: string,
    limits: { readonly maxOutputTokens: number },
  ) => Readonly<Record<string, string>>;
  /** Whether `args` or `variables` have the system prompt; if not, it is put before the question. */
  readonly takesSystem: boolean;
  /** What the agent sends besides our prompt, at most. */
  readonly overheadTokens: number;
  readonly answerIn: (output: string) => HeadlessAnswer;
};

export type HeadlessAnswer = {
  readonly text: string;
  /** Undefined if the agent did not report it. */
  readonly usage?: Usage;
  /** What went wrong, in the agent's words. */
  readonly failure?: string;
};

export const HEADLESS: Readonly<Record<ReaderAgent, HeadlessAgent>> = {
  "claude-code": {
    program: "claude",
    args: (system) => [
      ...["--print", "--output-format", "json", "--no-session-persistence", "--disable-slash-commands"],
      // The person's own settings may hold how they log in; hooks and plugins in them stay off.
      ...["--setting-sources", "user", "--settings", '{"disableAllHooks":true}', "--strict-mcp-config"],
      ...["--tools", "", "--system-prompt", system],
    ],
    variables: (_, { maxOutputTokens }) => ({
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutputTokens),
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    takesSystem: true,
    overheadTokens: 2000,
    answerIn(output) {
      const { result, is_error, usage } = fieldsIn(output) ?? {};
      if (typeof result !== "string") return { text: "", failure: "it gave no result" };
      const used = usageFrom(usage, {
        input: ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"],
        output: ["output_tokens"],
      });
      return { text: result, ...used, ...(is_error === true && { failure: result }) };
    },
  },
  codex: {
    program: "codex",
    args: () => [
      ...["exec", "--json", "--ephemeral", "--skip-git-repo-check", "--ignore-rules", "--sandbox", "read-only"],
      ...CODEX_FEATURES.flatMap((feature) => ["--disable", feature]),
      ...["-c", 'web_search="disabled"', "-c", "mcp_servers={}", "-c", "project_doc_max_bytes=0"],
      "-",
    ],
    variables: () => ({}),
    takesSystem: false,
    // Its own instructions cannot be replaced.
    overheadTokens: 12_000,
    answerIn(output) {
      const events = linesIn(output);
      const items = events.flatMap(({ type, item }) => (type === "item.completed" ? [item as Fields] : []));
      const text = items.findLast(({ type }) => type === "agent_message")?.text;
      const used = usageFrom(events.findLast(({ type }) => type === "turn.completed")?.usage, {
        input: ["input_tokens"],
        output: ["output_tokens"],
      });
      if (typeof text === "string") return { text, ...used };
      const failed = events.findLast(({ type }) => type === "turn.failed" || type === "error");
      const message = failed?.message ?? (failed?.error as Fields | undefined)?.message;
      return { text: "", ...used, failure: typeof message === "string" ? message : "it gave no answer" };
    },
  },
  opencode: {
    program: "opencode",
    args: () => ["run", "--pure", "--format", "json", "--agent", OPENCODE_AGENT, "--title", OPENCODE_AGENT],
    variables: (system, { maxOutputTokens }) => ({
      // Its database holds its sessions; this one is gone when it exits.
      OPENCODE_DB: ":memory:",
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_EXPERIMENTAL_OUTPUT_TOKEN_MAX: String(maxOutputTokens),
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        agent: {
          [OPENCODE_AGENT]: { mode: "primary", prompt: system, tools: { "*": false }, permission: { "*": "deny" } },
        },
        share: "disabled",
      }),
    }),
    takesSystem: true,
    overheadTokens: 2000,
    answerIn(output) {
      const events = linesIn(output);
      const parts = events.flatMap(({ part }) => (part === undefined ? [] : [part as Fields]));
      const text = parts.flatMap((part) => (part.type === "text" ? [String(part.text ?? "")] : [])).join("");
      const tokens = parts.findLast(({ type }) => type === "step-finish")?.tokens as Fields | undefined;
      const cache = (tokens?.cache ?? {}) as Fields;
      const used = usageFrom(
        tokens === undefined ? undefined : { ...tokens, cached: cache.read, written: cache.write },
        {
          input: ["input", "cached", "written"],
          output: ["output", "reasoning"],
        },
      );
      return text === "" ? { text, ...used, failure: "it gave no answer" } : { text, ...used };
    },
  },
  pi: {
    program: "pi",
    args: (system) => [
      ...["--print", "--mode", "json", "--no-session", "--no-tools", "--no-extensions", "--no-skills"],
      ...["--no-prompt-templates", "--no-context-files", "--no-approve", "--system-prompt", system],
    ],
    variables: () => ({}),
    takesSystem: true,
    overheadTokens: 1000,
    answerIn(output) {
      const messages = linesIn(output).flatMap(({ type, message }) =>
        type === "message_end" && (message as Fields).role === "assistant" ? [message as Fields] : [],
      );
      const last = messages.at(-1);
      const content = (Array.isArray(last?.content) ? last.content : []) as Fields[];
      const text = content.flatMap((part) => (part.type === "text" ? [String(part.text)] : [])).join("");
      const used = usageFrom(last?.usage, { input: ["input", "cacheRead", "cacheWrite"], output: ["output"] });
      if (text !== "") return { text, ...used };
      return {
        text,
        ...used,
        failure: typeof last?.errorMessage === "string" ? last.errorMessage : "it gave no answer",
      };
    },
  },
};

/** Whatever could run something, look something up or leave something behind. */
const CODEX_FEATURES: readonly string[] =
  "hooks shell_tool unified_exec apps multi_agent image_generation plugins view_image goals memories".split(" ");

const OPENCODE_AGENT = "oldhand-reader";

type Fields = Readonly<Record<string, unknown>>;

function linesIn(output: string): Fields[] {
  return output.split("\n").flatMap((line): Fields[] => {
    const fields = fieldsIn(line);
    return fields === undefined ? [] : [fields];
  });
}

function fieldsIn(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined; // a line for people
  }
}

type Names = { readonly input: readonly string[]; readonly output: readonly string[] };

/** Nothing reported, or zero, is no usage. */
function usageFrom(reported: unknown, { input, output }: Names): { readonly usage?: Usage } {
  if (typeof reported !== "object" || reported === null) return {};
  const sum = (names: readonly string[]): number =>
    names.reduce((total, name) => total + (Number((reported as Fields)[name] ?? 0) || 0), 0);
  const usage = { inputTokens: sum(input), outputTokens: sum(output) };
  return usage.inputTokens + usage.outputTokens === 0 ? {} : { usage };
}
