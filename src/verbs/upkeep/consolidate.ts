/** `consolidate`, and `memory_consolidate` for agents. */

import { mayCallModel } from "../../core/job/may-call-model.ts";
import { count } from "../../core/text/wording.ts";
import type { CallContext } from "../call/call-context.ts";
import { object } from "../declare/json-schema.ts";
import { DRY_RUN } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import type { Consolidated } from "../memory/artifacts/consolidate.ts";
import type { Written } from "../memory/artifacts/write-artifacts.ts";
import { wrappedLines } from "../print/format.ts";
import { oneLine } from "../print/style.ts";

export type ConsolidatedHere = Consolidated & {
  /** The project's files, if they were written. */
  readonly artifacts?: Written;
  /** In a dry run: the model that would word the files, and the most tokens it would take. */
  readonly wording?: { readonly model: string; readonly mostTokens: number };
};

export const consolidate = verb({
  name: "consolidate",
  summary: "Merge duplicate records, archive weak ones, and suggest recurring ones.",
  notes: [
    "Runs once a week in the background of a command. Policies and architecture records are never archived for lack of use.",
    "In a project it also writes MEMORY.md, its summary and its skills, using a model if one is configured. --dry-run shows the tokens this would take and calls no model.",
  ],
  input: { dryRun: DRY_RUN },
  act: "change",
  needs: "write",
  run: ({ context }, { dryRun = false }) => consolidateHere(context, { dryRun }),
  print: (done, style) => wrappedLines(linesOf(done))(style),
  tool: {
    name: "memory_consolidate",
    title: "Consolidate the memory",
    description:
      "Merge duplicates, promote recurring statements, archive records that were unused for long, and rewrite the summaries. It also runs automatically: call it only when the person asks for it, or after many records were added.",
    takes: {},
    returns: object({}),
  },
});

/** Also writes the project's files. */
export async function consolidateHere(
  context: CallContext,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ConsolidatedHere> {
  const done = await (await import("../memory/artifacts/consolidate.ts")).consolidate(context, { dryRun });
  if (context.project === undefined) return done;
  if (dryRun) return { ...done, ...(await wordingPlan(context)) };
  const { writeArtifacts } = await import("../memory/artifacts/write-artifacts.ts");
  return { ...done, artifacts: await writeArtifacts(context) };
}

/** What wording the project's memory would take; nothing if no model may be called or nothing changed. */
async function wordingPlan(context: CallContext): Promise<Pick<ConsolidatedHere, "wording">> {
  if (!mayCallModel(context.config, "smol")) return {};
  const { authorOf } = await import("../memory/artifacts/word-by-model.ts");
  const asked = await authorOf(context, { inBackground: false }).reserve();
  return asked === undefined ? {} : { wording: { model: asked.model, mostTokens: asked.tokens } };
}

function linesOf(done: ConsolidatedHere): string[] {
  const { merged, archived, promoted, held, dryRun, wording } = done;
  const withoutModel = done.artifacts?.wording?.reason;
  const [merges, suggestions] = [count(merged.length, "record"), count(promoted.length, "suggestion")];
  return [
    ...merged.map(({ reason }) => `merge: ${reason}`),
    ...archived.map(({ id, text, reason }) => `archive: ${id} ${oneLine(text)} (${reason})`),
    ...promoted.map(({ text, reason }) => `suggest: ${oneLine(text)} (${reason})`),
    ...held.map(({ id, reason }) => `postpone: ${id} (${reason})`),
    ...(wording === undefined ? [] : [`write: with ${wording.model}, at most ${wording.mostTokens} tokens`]),
    ...(withoutModel === undefined ? [] : [`write: without a model: ${oneLine(withoutModel)}`]),
    dryRun
      ? `Would merge ${merges}, archive ${archived.length} and add ${suggestions}. Nothing was changed.`
      : `Merged ${merges}, archived ${archived.length} and added ${suggestions}.`,
  ];
}
