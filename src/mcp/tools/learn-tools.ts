/** The tools with which an agent says something that should last. */
import { z } from "zod";
import type { Remembered } from "../../verbs/remembering.ts";
import * as field from "../fields.ts";
import { ADDS, CHANGES, type Tool, tool } from "../tool.ts";

export const learn = tool({
  name: "memory_learn",
  title: "Remember a statement",
  description: `Remember one durable statement, so that later sessions know it.
Use it as soon as the person says "remember", corrects you, states a rule or a taste, or when you found out something that cost effort and will matter again: why a decision was made, a pitfall and what avoids it, a fact about this project.
Do not use it for what the repository says itself, for the state of today's task, or for secrets, which are refused.
One statement a call, in plain words that make sense without this conversation. What is said already is merged.
A fact, decision, pitfall or workflow counts at once, labelled as yours. A policy, preference or architecture waits for the person (outcome "proposed"): tell them so.`,
  input: z.strictObject({
    text: field.text.describe("One statement, such as: Tests need the database running; start it with make db."),
    type: field.type
      .optional()
      .describe(
        "policy: a rule; architecture, decision: with its reason; pitfall: what went wrong and what helps; preference: a taste; fact. Left out, the words decide.",
      ),
    scope: field.scope.optional(),
    priority: field.priority.optional(),
    key: field.key.optional(),
    tags: field.tags.optional(),
    paths: field.paths.optional(),
    cwd: field.cwd,
  }),
  output: field.rememberedShape,
  annotations: ADDS,
  writes: true,
  asProject: ({ scope }) => field.placed(scope).scope === "project",
  async run(memory, { cwd: _, scope, paths, ...marks }) {
    const { paths: narrowed = [], ...where } = field.placed(scope);
    const all = [...(paths ?? []), ...narrowed];
    return rememberedFields(
      await memory.add(field.said({ ...marks, ...where, paths: all.length > 0 ? all : undefined })),
    );
  },
});

export const procedure = tool({
  name: "memory_procedure",
  title: "Save a workflow",
  description: `Save a sequence of commands that worked, under a name, so that it can be found and run again.
Use it after you and the person got something done in several steps that will be needed again: a release, a migration, a local set-up. Save only steps that you saw succeed, in order, as they are typed. Write what varies as <slot>, such as: git tag <version>.
Under a name that is taken, the steps are replaced.`,
  input: z.strictObject({
    name: field.name.describe("A short name, such as release."),
    steps: field.steps.describe("One shell command each, in order."),
    description: field.text.optional().describe("When to use it, in a sentence."),
    scope: field.scope.optional(),
    cwd: field.cwd,
  }),
  output: field.rememberedShape,
  annotations: CHANGES,
  writes: true,
  asProject: ({ scope }) => field.placed(scope).scope === "project",
  async run(memory, { name, steps, description, scope }) {
    const { scope: where } = field.placed(scope);
    return rememberedFields(await memory.saveWorkflow(field.said({ name, steps, description, scope: where })));
  },
});

export const episode = tool({
  name: "memory_episode",
  title: "Record what happened",
  description: `Record an event worth telling later: what was tried, and how it ended.
Use it at the end of a piece of work, when something failed in a way that teaches, or when a long attempt was given up. Say what was done and what came of it, not every step. For what holds from now on, use memory_learn.`,
  input: z.strictObject({
    text: field.text.describe("What happened, in a few sentences."),
    outcome: field.outcome,
    tags: field.tags.optional(),
    cwd: field.cwd,
  }),
  output: field.shape({}),
  annotations: { ...ADDS, idempotentHint: false },
  writes: true,
  run: async (memory, { text, outcome, tags }) => memory.addEpisode(field.said({ text, outcome, tags })),
});

export function rememberedFields({ record, ...done }: Remembered): object {
  return record === undefined ? done : { ...done, record: field.recordFields(record) };
}

export const sayingTools: readonly Tool[] = [learn, procedure, episode];
