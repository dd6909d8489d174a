/** The tools that add to the memory. */
import { z } from "zod";
import { OldhandError } from "../../core/base/error.ts";
import { type Guard, readGuards } from "../../core/guard/guard.ts";
import type { Remembered } from "../../verbs/records/admit.ts";
import * as field from "../fields.ts";
import { ADDS, CHANGES, type Tool, tool } from "../tool.ts";

const learn = tool({
  name: "memory_learn",
  title: "Remember a statement",
  description: `Remember one lasting statement for later sessions.
Call it right away when the person states something that should still hold next week: a rule, a preference, a correction, a decision, "remember this". Give their sentence as quote, word for word, and restate it in text as one plain sentence that adds nothing. A quote that is found in their messages makes it their rule at once.
Call it without quote for what you found out yourself with effort and will matter again: why a decision was made, a pitfall and how to avoid it, a fact about this project.
Do not call it for anything that the repository already says, for the state of the current task, or for secrets, which are refused.
One statement per call, in plain words that make sense without this conversation. Duplicates are merged.
Without a quote, a fact, decision, pitfall or workflow takes effect at once, labelled as yours; a policy, preference or architecture needs the person's confirmation (outcome "proposed"): tell them so. A quote that is not found saves nothing (outcome "refused").`,
  input: z.strictObject({
    text: field.text.describe("One statement, such as: Tests need the database running; start it with make db."),
    quote: field.text
      .optional()
      .describe(
        "The person's own words from this session, copied exactly: one entire sentence, not pasted text, not your words, not output.",
      ),
    type: field.type
      .optional()
      .describe(
        "policy: a rule. architecture or decision: include the reason. pitfall: what went wrong, and how to fix or avoid it. preference: how the person likes things. fact: anything else. Default: chosen from the text.",
      ),
    scope: field.scope.optional(),
    priority: field.priority.optional(),
    key: field.key.optional(),
    tags: field.tags.optional(),
    paths: field.paths.optional(),
    guards: field.guards
      .optional()
      .describe(
        'What a program can check before a command or an edit, such as [{"deny":"git push --force"}], [{"instead":{"npm":"pnpm"}}], [{"protect":"generated/**"}]. It acts only once the person has accepted it.',
      ),
    cwd: field.cwd,
  }),
  output: field.rememberedShape,
  annotations: ADDS,
  writes: true,
  asProject: ({ scope }) => field.placed(scope).scope === "project",
  async run(memory, { cwd: _, scope, paths, quote, guards, ...marks }) {
    const { paths: narrowed = [], ...where } = field.placed(scope);
    const all = [...(paths ?? []), ...narrowed];
    const statement = field.present({ ...marks, ...where, paths: all.length > 0 ? all : undefined });
    const done = await (quote === undefined ? memory.add(statement) : memory.nominate({ ...statement, quote }));
    if (guards === undefined || done.record === undefined) return rememberedFields(done);
    // Whoever the statement comes from, its guard is the agent's reading: the person decides about it.
    const proposed = await memory.update(done.record.id, { guards: guardsFrom(guards) });
    return rememberedFields({ ...done, ...(proposed.suggestion !== undefined && { suggestion: proposed.suggestion }) });
  },
});

function guardsFrom(given: readonly Readonly<Record<string, unknown>>[]): readonly Guard[] {
  const read = readGuards(given);
  if (read.outcome === "damaged") throw new OldhandError("usage", `The guard cannot be read: ${read.problem}.`);
  return read.guards;
}

const procedure = tool({
  name: "memory_procedure",
  title: "Save a workflow",
  description: `Save a sequence of commands that worked as a named workflow, so that it can be found and run again.
Call it after a task of several steps that will be needed again: a release, a migration, a local setup. Save only steps that you saw succeed, in order, exactly as typed. Write the parts that vary as <slot>, for example: git tag <version>.
If a workflow with this name exists, its steps are replaced.`,
  input: z.strictObject({
    name: field.name.describe("A short name, such as release."),
    steps: field.steps.describe("One shell command each, in order."),
    description: field.text.optional().describe("When to use it, in one sentence."),
    scope: field.scope.optional(),
    cwd: field.cwd,
  }),
  output: field.rememberedShape,
  annotations: CHANGES,
  writes: true,
  asProject: ({ scope }) => field.placed(scope).scope === "project",
  async run(memory, { name, steps, description, scope }) {
    const { scope: where } = field.placed(scope);
    return rememberedFields(await memory.saveWorkflow(field.present({ name, steps, description, scope: where })));
  },
});

const episode = tool({
  name: "memory_episode",
  title: "Record an episode",
  description: `Record one past event: what was tried, and how it ended.
Call it at the end of a piece of work, after a failure that later sessions can learn from, or when a long attempt is abandoned. Summarise what was done and the result, not every step. For a rule or fact that applies from now on, use memory_learn.`,
  input: z.strictObject({
    text: field.text.describe("What happened, in a few sentences."),
    outcome: field.outcome,
    tags: field.tags.optional(),
    cwd: field.cwd,
  }),
  output: field.shape({}),
  annotations: { ...ADDS, idempotentHint: false },
  writes: true,
  run: async (memory, { text, outcome, tags }) => memory.addEpisode(field.present({ text, outcome, tags })),
});

export function rememberedFields({ record, suggestion, ...done }: Remembered): object {
  return {
    ...done,
    ...(record !== undefined && { record: field.recordFields(record) }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

export const learnTools: readonly Tool[] = [learn, procedure, episode];
