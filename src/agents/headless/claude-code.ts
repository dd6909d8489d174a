/** How Claude Code is asked one question without a terminal. */
import type { HeadlessProgram } from "../agent.ts";
import { jsonIn, usageFrom } from "./read-output.ts";

export const claudeCodeHeadless: HeadlessProgram = {
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
  answerIn(output) {
    const { result, is_error, usage } = jsonIn(output) ?? {};
    if (typeof result !== "string") return { text: "", failure: "it gave no result" };
    const used = usageFrom(usage, {
      input: ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"],
      output: ["output_tokens"],
    });
    return { text: result, ...used, ...(is_error === true && { failure: result }) };
  },
};
