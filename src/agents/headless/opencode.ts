/** How opencode is asked one question without a terminal. */
import type { HeadlessProgram } from "../agent.ts";
import { fieldsOf } from "../format/json-fields.ts";
import { jsonLinesIn, usageFrom } from "./read-output.ts";

const agent = "oldhand-reader";

export const opencodeHeadless: HeadlessProgram = {
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
