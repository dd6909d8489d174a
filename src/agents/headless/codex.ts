/** How Codex is asked one question without a terminal. */
import type { HeadlessProgram } from "../agent.ts";
import { fieldsOf, type JsonFields } from "../format/json-fields.ts";
import { jsonLinesIn, usageFrom } from "./read-output.ts";

export const codexHeadless: HeadlessProgram = {
  program: "codex",
  args: () => [
    ...["exec", "--json", "--ephemeral", "--skip-git-repo-check", "--ignore-rules", "--sandbox", "read-only"],
    ...FEATURES.split(" ").flatMap((feature) => ["--disable", feature]),
    ...["-c", 'web_search="disabled"', "-c", "mcp_servers={}", "-c", "project_doc_max_bytes=0"],
    "-",
  ],
  variables: () => ({}),
  takesSystem: false,
  answerIn(output) {
    const events = jsonLinesIn(output);
    const items = events.flatMap(({ type, item }): JsonFields[] => (type === "item.completed" ? [fieldsOf(item)] : []));
    const text = items.findLast(({ type }) => type === "agent_message")?.text;
    const used = usageFrom(events.findLast(({ type }) => type === "turn.completed")?.usage, {
      input: ["input_tokens"],
      output: ["output_tokens"],
    });
    if (typeof text === "string") return { text, ...used };
    const failed = events.findLast(({ type }) => type === "turn.failed" || type === "error");
    const message = failed?.message ?? fieldsOf(failed?.error).message;
    return { text: "", ...used, failure: typeof message === "string" ? message : "it gave no answer" };
  },
};

/** Whatever could run something, look something up or leave something behind. */
const FEATURES = "hooks shell_tool unified_exec apps multi_agent image_generation plugins view_image goals memories";
