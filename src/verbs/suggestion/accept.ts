/** `review accept` and `review dismiss` */
import { OldhandError } from "../../core/base/error.ts";
import type { CallContext } from "../call/call-context.ts";
import { STEPS } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { type Terminal, verb } from "../declare/verb.ts";
import { outcomeJson, outcomeText } from "../print/outcome.ts";
import { printable } from "../print/style.ts";
import { SUGGESTION } from "./show.ts";

export const acceptSuggestion = verb({
  name: "review accept",
  under: "accept",
  also: ["suggestions accept"],
  summary: "Accept a suggestion: keep it as a record, or make the change that it proposes.",
  notes: [
    "If the record changed since, nothing is done: the new difference is shown, and accepting again makes that change.",
    "A sequence of commands becomes a workflow: see `oldhand workflow show` and `oldhand workflow run`.",
  ],
  input: {
    id: SUGGESTION,
    name: { type: "line", help: "The name of the workflow or the key of the record." },
    steps: { ...STEPS, help: "A step of the workflow; replaces the steps that were found." },
  },
  act: "change",
  needs: "write",
  async run({ context, terminal }, { id, steps, ...given }) {
    if (steps?.length === 0)
      throw new OldhandError("usage", "Give at least one step, or none to keep those that were found.");
    const { suggestionVerbs } = await import("./sources/suggestion-verbs.ts");
    const name = given.name ?? (terminal && (await askName(id, terminal, context)));
    return outcomeJson(await suggestionVerbs(context).accept(id, defined({ name, steps })));
  },
  print: (result, style) => outcomeText(result, "Accepted", style),
  page: {},
});

/** Of a sequence that becomes a workflow. */
async function askName(id: string, terminal: Terminal, context: CallContext): Promise<string | undefined> {
  const { suggestionVerbs } = await import("./sources/suggestion-verbs.ts");
  const pending = await suggestionVerbs(context).suggestions("pending", { everywhere: true });
  const pattern = pending.find((one) => one.id.includes(id) && one.act === "keep" && one.steps !== undefined);
  if (pattern === undefined) return undefined;
  terminal.show(`${(pattern.steps ?? []).map((step) => `  ${printable(step)}`).join("\n")}\n`);
  const answer = await terminal.ask("Name of the workflow (default: made from its steps): ");
  return answer?.trim() || undefined;
}

export const dismissSuggestion = verb({
  name: "review dismiss",
  also: ["suggestions dismiss"],
  summary: "Dismiss a suggestion permanently.",
  input: { id: SUGGESTION },
  act: "change",
  needs: "write",
  async run({ context }, { id }) {
    const { suggestionVerbs } = await import("./sources/suggestion-verbs.ts");
    return suggestionVerbs(context).dismiss(id);
  },
  print: ({ id }) => `Dismissed ${id}. It will not be suggested again.`,
  page: { answer: (suggestion) => ({ suggestion }) },
});
