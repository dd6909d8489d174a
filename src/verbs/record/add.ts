/** `record add`, and `memory_learn` for agents. */

import type { Statement } from "../../remember/candidate.ts";
import { actorOf, type CallContext } from "../call/call-context.ts";
import { fields } from "../declare/field.ts";
import { FOR_MODELS, RETURNS_OUTCOME, toolOutcome } from "../declare/record-schema.ts";
import { SCOPE } from "../declare/shared-fields.ts";
import { decisionOf } from "../declare/terminal.ts";
import { defined } from "../declare/values.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { type OutcomeJson, outcomeJson, outcomeText } from "../print/outcome.ts";
import { printable } from "../print/style.ts";
import type { Remembered } from "./kept/admit.ts";
import { attributesIn, RECORD_FIELDS } from "./record-fields.ts";

const input = fields({
  text: { type: "text", at: "rest", required: true, help: "The text of the record; - reads it from stdin." },
  ...RECORD_FIELDS,
  scope: SCOPE,
  quote: { type: "text", isTyped: false, help: "The person's own words from this session, copied exactly." },
});

type Added = OutcomeJson & {
  /** The guards that the text means, one or a list, and what the person decided about them. */
  readonly guard?: {
    readonly proposed: object;
    readonly says: string;
    readonly stops: string;
    readonly passes: string;
    readonly decision?: GuardDecision;
  };
};
type GuardDecision = "kept" | "dropped" | "undecided";

export const addRecord = verb({
  name: "record add",
  also: ["add"],
  summary: "Add a record.",
  notes: [
    "Type, scope and key are derived from the text unless you set them. A near-duplicate is merged, a record that contradicts an older one with the same key replaces it, and text that contains a secret is refused.",
  ],
  examples: [
    'oldhand record add "We use pnpm, never npm"',
    'oldhand record add --type pitfall "Port 5432 is taken"',
    "git log -1 --format=%B | oldhand record add -",
    'oldhand record add "Never force" --deny "git push --force"',
    'oldhand record add "Test it" --first "git push=npm test"',
  ],
  input,
  act: "add",
  needs: "write",
  async run(call, given): Promise<Added> {
    const { context } = call;
    const { text, scope, quote } = given;
    const { guards, ...attributes } = attributesIn(given, context.clock());
    const statement = { text, ...attributes, ...defined({ scope }) };
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    // Whoever a statement comes from, the guard that an agent adds is its own reading: the person decides about it.
    if (call.session !== undefined) {
      const done = await (quote === undefined
        ? recordVerbs(context).add(statement)
        : nominated(context, statement, quote));
      if (guards === undefined || done.record === undefined) return outcomeJson(done);
      const { suggestion } = await recordVerbs(context).update(done.record.id, { guards });
      return outcomeJson({ ...done, ...defined({ suggestion }) });
    }
    const done = await recordVerbs(context).add({ ...statement, ...defined({ guards }) });
    return actorOf(call.env) === "agent" ? outcomeJson(done) : withGuard(call, done);
  },
  print(result, style) {
    const text = outcomeText(result, "Added", style);
    const { guard } = result;
    if (guard === undefined || result.outcome === "refused") return text;
    const hint =
      guard.decision === undefined
        ? `Can be checked: ${guard.says}. Accept or dismiss it in \`oldhand suggestions\`.`
        : DECIDED[guard.decision];
    const lines = guard.decision === undefined ? [hint, guard.stops, guard.passes] : [hint];
    return [text, ...lines.map((line) => style.dim(style.wrap(`  ${printable(line)}`, "  ")))].join("\n");
  },
  tool: {
    name: "memory_learn",
    title: "Remember a statement",
    description: `Remember one lasting statement for later sessions.
Call it right away when the person states something that should still hold next week: a rule, a preference, a correction, a decision, "remember this". Give their sentence as quote, word for word, and restate it in text as one plain sentence that adds nothing. A quote that is found in their messages makes it their rule at once.
Call it without quote for what you found out yourself with effort and will matter again: why a decision was made, a pitfall and how to avoid it, a fact about this project.
Do not call it for anything that the repository already says, for the state of the current task, or for secrets, which are refused.
One statement per call, in plain words that make sense without this conversation. Duplicates are merged.
Without a quote, a fact, decision, pitfall or workflow takes effect at once, labelled as yours; a policy, preference or architecture needs the person's confirmation (outcome "proposed"): tell them so. A quote that is not found saves nothing (outcome "refused").`,
    takes: {
      text: "One statement, such as: Tests need the database running; start it with make db.",
      quote:
        "The person's own words from this session, copied exactly: one entire sentence, not pasted text, not your words, not output.",
      type: "policy: a rule. architecture or decision: include the reason. pitfall: what went wrong, and how to fix or avoid it. preference: how the person likes things. fact: anything else. Default: chosen from the text.",
      scope: FOR_MODELS.scope,
      priority: "",
      key: "",
      tags: FOR_MODELS.tags,
      paths: FOR_MODELS.paths,
      guards:
        'What a program can check before a command or an edit, such as [{"deny":"git push --force"}], [{"instead":{"npm":"pnpm"}}], [{"protect":"generated/**"}]. It acts only once the person has accepted it.',
    },
    returns: RETURNS_OUTCOME,
    answer: toolOutcome,
  },
  page: {},
});

const DECIDED: Readonly<Record<GuardDecision, string>> = {
  kept: "Guard kept. `oldhand guard list` shows it.",
  dropped: "No guard.",
  undecided: "Guard not decided. It is in `oldhand suggestions`.",
};

async function nominated(context: CallContext, statement: Statement, quote: string): Promise<Remembered> {
  const { nominate } = await import("../nominations/nominate.ts");
  return nominate(context, { ...statement, quote });
}

/** The guards that the words of a record mean: a person at a terminal decides about them at once, on two lines. */
async function withGuard(call: VerbCall<"write">, done: Remembered): Promise<Added> {
  const { context, terminal } = call;
  const { record } = done;
  if (record === undefined) return outcomeJson(done);
  const { dropGuards, guardsFor } = await import("../suggestion/sources/guard-proposals.ts");
  const read = await guardsFor(context, record);
  if (read === undefined) return outcomeJson(done);
  const { guards, says, lines } = read;
  const [stops, passes] = lines;
  const guard = { proposed: guards.length === 1 ? guards[0]! : guards, says, stops, passes };
  if (terminal === undefined) return { ...outcomeJson(done), guard };
  const shown = [says, stops, passes].map((line) => terminal.style.wrap(printable(line), "  ")).join("\n  ");
  const key = await terminal.askKey(`Check this before agents act?\n  ${shown}\nKeep it? [Y/n] `);
  if (decisionOf(key, ["", "y"]) === "approved") {
    const { recordVerbs } = await import("./kept/record-verbs.ts");
    const kept = await recordVerbs(context).update(record.id, { guards });
    return { ...outcomeJson({ ...kept, outcome: done.outcome }), guard: { ...guard, decision: "kept" } };
  }
  const isDropped = decisionOf(key, ["n"]) === "approved";
  if (isDropped) await dropGuards(context, record);
  return { ...outcomeJson(done), guard: { ...guard, decision: isDropped ? "dropped" : "undecided" } };
}
