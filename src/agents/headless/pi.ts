/** How pi is asked one question without a terminal. */
import type { HeadlessProgram } from "../agent.ts";
import { arrayIn, fieldsOf, type JsonFields } from "../format/json-fields.ts";
import { jsonLinesIn, usageFrom } from "./read-output.ts";

export const piHeadless: HeadlessProgram = {
  program: "pi",
  args: (system) => [
    ...["--print", "--mode", "json", "--no-session", "--no-tools", "--no-extensions", "--no-skills"],
    ...["--no-prompt-templates", "--no-context-files", "--no-approve", "--system-prompt", system],
  ],
  variables: () => ({}),
  takesSystem: true,
  answerIn(output) {
    const messages = jsonLinesIn(output).flatMap(({ type, message }): JsonFields[] =>
      type === "message_end" && fieldsOf(message).role === "assistant" ? [fieldsOf(message)] : [],
    );
    const last = messages.at(-1);
    const parts = arrayIn(last?.content).map(fieldsOf);
    const text = parts.flatMap((part) => (part.type === "text" ? [String(part.text)] : [])).join("");
    const used = usageFrom(last?.usage, { input: ["input", "cacheRead", "cacheWrite"], output: ["output"] });
    if (text !== "") return { text, ...used };
    const failure = typeof last?.errorMessage === "string" ? last.errorMessage : "it gave no answer";
    return { text, ...used, failure };
  },
};
